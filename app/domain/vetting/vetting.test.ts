import { expect, test } from "vitest";
import { DAY, instantOf } from "../time/harare";
import { endOfCheck, lastDayOf, nameChecks, nextStep, validChecks, type PlumberCheck } from "./vetting";

const now = instantOf("2026-11-22", 600);
const check = (kind: PlumberCheck["kind"], expiresAt: number | null = null): PlumberCheck => ({
  kind,
  checkedAt: now - 10 * DAY,
  expiresAt,
});

test("the checks that hold are shown in one order, and one that has ended isn't", () => {
  const stored = [check("reference"), check("certificate", now), check("identity", now + 1)];
  expect(validChecks(stored, now).map(({ kind }) => kind)).toEqual(["identity", "reference"]);
  expect(validChecks(stored, now + 1).map(({ kind }) => kind)).toEqual(["reference"]);
  expect(validChecks([], now)).toEqual([]);
});

test("checks are named with their dates", () => {
  const named = nameChecks([check("identity"), check("certificate")]);
  expect(named).toBe("Identity (12 Nov 2026), Trade certificate (12 Nov 2026)");
});

test("a check holds on the last day of its paper, and ends with it", () => {
  const end = endOfCheck("2026-12-31");
  expect(end).toBe(instantOf("2027-01-01", 0));
  expect(lastDayOf(end)).toBe("2026-12-31");
  expect(validChecks([check("identity", end)], instantOf("2026-12-31", 1439))).toHaveLength(1);
});

test.each([
  { when: "long before", daysLeft: 400, inDays: 370, days: 30 },
  { when: "a day before the first reminder", daysLeft: 31, inDays: 1, days: 30 },
  { when: "with 30 days to go", daysLeft: 30, inDays: 23, days: 7 },
  { when: "within the last month", daysLeft: 20, inDays: 13, days: 7 },
  { when: "within the last week", daysLeft: 5, inDays: 5, days: 0 },
])("the next step comes $when", ({ daysLeft, inDays, days }) =>
  expect(nextStep(now + daysLeft * DAY, now)).toEqual({ at: now + inDays * DAY, days }),
);

test("a check without an end has nothing to come, nor has one after its end", () =>
  expect([nextStep(null, now), nextStep(now, now)]).toEqual([null, null]));
