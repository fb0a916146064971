import { expect, test } from "vitest";
import { COMMANDS, matchCommands } from "./palette-commands";

const labels = (typed: string) => matchCommands(COMMANDS, typed).map(({ label }) => label);

test.each([
  ["disp", ["Dispatch", "Disputes"]],
  ["boo", ["Bookings", "Books", "New booking"]],
  ["book new", ["New booking"]],
  ["PAY", ["Payments", "Payouts", "Online payments", "Refunds", "Stop payouts"]],
  ["ecocash", ["Online payments"]],
  ["ispatch", []],
  ["077 123", []],
])("%j finds %j", (typed, found) => expect(labels(typed)).toEqual(found));

test("an empty field finds everything", () => expect(labels("  ")).toHaveLength(COMMANDS.length));

test("no two commands lead to the same place", () =>
  expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length));
