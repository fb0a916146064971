import { expect, test } from "vitest";
import { instantOf } from "../../time/harare";
import { cancelledOf, type Cell, compareWeeks, openOf, percentOf, ratingOf, sumOf, waitOf } from "./insights";
import { insightsQuery } from "./insights.server";

test.each([
  { what: "nothing answered", figures: {}, wait: null },
  { what: "one answer", figures: { waited30: 1 }, wait: 30 },
  {
    what: "half of an even number is within the lower middle",
    figures: { waited5: 1, waited240: 1 },

    wait: 5,
  },
  { what: "the middle of three", figures: { waited5: 1, waited60: 1, waited240: 1 }, wait: 60 },
  { what: "nine of ten", figures: { waited10: 9, waited1440: 1 }, part: 0.9, wait: 10 },
  { what: "nine of nine", figures: { waited10: 8, waited1440: 1 }, part: 0.9, wait: 1440 },
  { what: "more than a day", figures: { waited5: 1, waitedLonger: 2 }, wait: Infinity },
])("the wait for a part of the answers: $what", ({ figures, part = 0.5, wait }) =>
  expect(waitOf({ ...sumOf([]), ...figures }, part)).toBe(wait),
);

test("every request has one outcome, stars are counted and added up, and a part of nothing has no per cent", () => {
  const requests = { requested: 12, completed: 4, refused: 1, expired: 1, clientLate: 2, officeEarly: 1 };
  const figures = { ...sumOf([]), ...requests, rated1: 1, rated5: 2 };
  expect([cancelledOf(figures), openOf(figures)]).toEqual([3, 3]);
  expect(ratingOf(figures)).toEqual({ ratingCount: 3, ratingSum: 11 });
  expect([percentOf(1, 3), percentOf(0, 0)]).toEqual([33, null]);
});

test("the weeks compared end before this one, on a Sunday as on a Monday", () => {
  const lastOf = (day: string, minute: number) =>
    compareWeeks([], { weeks: 2, city: null, service: null }, instantOf(day, minute)).weeks.map(({ monday }) => monday);
  for (const day of ["2026-11-16", "2026-11-22"]) expect(lastOf(day, 0)).toEqual(["2026-11-02", "2026-11-09"]);
  expect(lastOf("2026-11-15", 1439)).toEqual(["2026-10-26", "2026-11-02"]);
});

test.each([
  ["", { weeks: 12, city: null, service: null }],
  ["weeks=52&city=harare&service=Other", { weeks: 52, city: "harare", service: "Other" }],
  ["weeks=4&city=none&service=none", { weeks: 4, city: "none", service: "none" }],
  ["weeks=7&city=Atlantis&service='", { weeks: 12, city: null, service: null }],
])("an address gives what it asks for, and everything for what makes no sense: %s", (query, expected) =>
  expect(insightsQuery.parse(Object.fromEntries(new URLSearchParams(query)))).toEqual(expected),
);

test("whole weeks are compared with as many before, in a city and in all of them", () => {
  const cell = (week: string, cityKey: string, figures: Partial<Cell>): Cell => ({
    week,
    cityKey,
    serviceType: "Other",
    ...figures,
  });
  const cells = [
    cell("2026-11-09", "harare", { requested: 5 }),
    cell("2026-11-09", "", { jobs: 1, value: 12_00 }),
    cell("2026-10-19", "gweru", { requested: 4 }),
    cell("2026-10-12", "harare", { requested: 3 }),
    cell("2026-09-21", "harare", { requested: 2 }),
  ];
  const asked = { weeks: 4, city: null, service: null };
  const now = instantOf("2026-11-20", 540);
  const all = compareWeeks(cells, asked, now);
  expect(all.total).toMatchObject({ now: { requested: 9, jobs: 1, value: 12_00 }, before: { requested: 5, jobs: 0 } });
  const weeks = all.weeks.map(({ monday, now, before }) => `${monday} ${now.requested} ${before.requested}`);
  expect(weeks).toEqual(["2026-10-19 4 2", "2026-10-26 0 0", "2026-11-02 0 0", "2026-11-09 5 3"]);
  expect(all.cities.map(({ key, now }) => `${key} ${now.requested}`)).toEqual(["harare 5", "gweru 4", " 0"]);
  const gweru = compareWeeks(cells, { ...asked, city: "gweru" }, now);
  expect(gweru.total).toMatchObject({ now: { requested: 4 }, before: { requested: 0 } });
});
