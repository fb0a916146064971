import { expect, test } from "vitest";
import { instantOf } from "../time/harare";
import { usualLastDay } from "./quote";

const NOW = instantOf("2026-11-20", 9 * 60);

test.each([
  ["2026-11-20", 10 * 60, "2026-11-20"],
  ["2026-11-23", 10 * 60, "2026-11-23"],
  ["2026-11-27", 10 * 60, "2026-11-27"],
  ["2026-12-20", 10 * 60, "2026-11-27"],
  ["2026-11-20", 9 * 60, "2026-11-27"],
  ["2026-11-19", 10 * 60, "2026-11-27"],
])("a quote for a visit on %s, minute %i, holds until %s", (day, minute, lastDay) => {
  expect(usualLastDay(instantOf(day, minute), NOW)).toBe(lastDay);
});
