import { expect, test } from "vitest";
import { ALL_NOTICES } from "./all-notices";

const modules = import.meta.glob<Record<string, unknown>>("../**/*-notices.ts", { eager: true });

const isTable = (value: unknown): value is Record<string, { kind: string }> =>
  typeof value === "object" &&
  value !== null &&
  value !== ALL_NOTICES &&
  Object.values(value).every((one: object) => "kind" in one);

test("a kind names one notice in all rooms, and the sender knows it", () => {
  const tables = Object.values(modules).flatMap((module) => Object.values(module).filter(isTable));
  const kinds = tables.flatMap((table) => Object.values(table).map(({ kind }) => kind));
  expect(kinds).toEqual(expect.arrayContaining(["reviewLeft", "bookingRequested", "webhookEnded"]));
  expect(Object.keys(ALL_NOTICES).sort()).toEqual(kinds.sort());
});
