import { describe, expect, test } from "vitest";
import { HOUR } from "../time/harare";
import { boundOf, slowestPages, slowSince } from "./page-time";

describe("how long pages take", () => {
  test.each([
    [0, 50],
    [50, 50],
    [51, 100],
    [1601, 3200],
    [60_000, 6400],
  ])("%i ms count under %i", (ms, bound) => expect(boundOf(ms)).toBe(bound));

  test("the slowest comes first, hours are added up, and what was hardly measured is left out", () => {
    const speeds = slowestPages([
      { routeId: "quick", atMost: 50, times: 90 },
      { routeId: "quick", atMost: 3200, times: 9 },
      { routeId: "slow", atMost: 800, times: 2 },
      { routeId: "slow", atMost: 100, times: 6 },
      { routeId: "slow", atMost: 800, times: 1 },
      { routeId: "rare", atMost: 6400, times: 4 },
    ]);
    expect(speeds).toEqual([
      { routeId: "slow", times: 9, median: 100, nineOfTen: 800 },
      { routeId: "quick", times: 99, median: 50, nineOfTen: 50 },
    ]);
  });

  const slow = { routeId: "x", atMost: 3200, times: 1 };
  const quick = { routeId: "x", atMost: 100, times: 20 };
  test.each([
    ["in the hour alone", [{ ...slow, hour: 9 * HOUR }], 9],
    [
      "for three hours, one of which nobody measured",
      [
        { ...slow, hour: 9 * HOUR },
        { ...slow, hour: 7 * HOUR },
        { ...quick, hour: 6 * HOUR },
        { ...slow, hour: 5 * HOUR },
      ],
      7,
    ],
    [
      "in the last hour, and not in this one",
      [
        { ...quick, hour: 9 * HOUR },
        { ...slow, hour: 9 * HOUR },
        { ...slow, hour: 8 * HOUR },
        { ...quick, hour: 7 * HOUR },
      ],
      8,
    ],
    ["never", [{ ...quick, hour: 9 * HOUR }], null],
    ["as another page", [{ ...slow, routeId: "y", hour: 9 * HOUR }], null],
  ])("a page is slow %s", (_, rows, since) => {
    expect(slowSince(rows, "x")).toBe(since === null ? null : since * HOUR);
  });
});
