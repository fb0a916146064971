import { expect, test } from "vitest";
import { instantOf } from "../time/harare";
import { cancelledOf, NO_FIGURES, openOf, percentOf, ratingOf, waitOf, weeksCompared } from "./insights";
import { insightsQuery } from "./insights-query";

test.each([
  ["nothing answered", {}, 0.5, null],
  ["one answer", { waited30: 1 }, 0.5, 30],
  ["half of an even number is within the lower middle", { waited5: 1, waited240: 1 }, 0.5, 5],
  ["the middle of three", { waited5: 1, waited60: 1, waited240: 1 }, 0.5, 60],
  ["nine of ten", { waited10: 9, waited1440: 1 }, 0.9, 10],
  ["nine of nine", { waited10: 8, waited1440: 1 }, 0.9, 1440],
  ["more than a day", { waited5: 1, waitedLonger: 2 }, 0.5, Infinity],
])("%s", (_, figures, part, wait) => {
  expect(waitOf({ ...NO_FIGURES, ...figures }, part)).toBe(wait);
});

test("every request is done, refused, expired, cancelled or open", () => {
  const figures = { ...NO_FIGURES, requested: 12, completed: 4, refused: 1, expired: 1, clientLate: 2, officeEarly: 1 };
  expect(cancelledOf(figures)).toBe(3);
  expect(openOf(figures)).toBe(3);
});

test("stars are counted and added up", () => {
  expect(ratingOf({ ...NO_FIGURES, rated1: 1, rated5: 2 })).toEqual({ ratingCount: 3, ratingSum: 11 });
});

test("a part of nothing is no per cent", () => {
  expect([percentOf(1, 3), percentOf(0, 0)]).toEqual([33, null]);
});

test("the weeks compared end before this one, on a Sunday as on a Monday", () => {
  const expected = { now: ["2026-11-02", "2026-11-09"], before: ["2026-10-19", "2026-10-26"] };
  for (const day of ["2026-11-16", "2026-11-22"]) expect(weeksCompared(2, instantOf(day, 0))).toEqual(expected);
  expect(weeksCompared(2, instantOf("2026-11-15", 1439)).now).toEqual(["2026-10-26", "2026-11-02"]);
});

test.each([
  ["", { weeks: 12, city: null, service: null }],
  ["weeks=52&city=harare&service=Other", { weeks: 52, city: "harare", service: "Other" }],
  ["weeks=4&city=none&service=none", { weeks: 4, city: "none", service: "none" }],
  ["weeks=7&city=Atlantis&service='", { weeks: 12, city: null, service: null }],
])("an address gives what it asks for, and everything for what makes no sense: %s", (query, expected) => {
  expect(insightsQuery.parse(Object.fromEntries(new URLSearchParams(query)))).toEqual(expected);
});
