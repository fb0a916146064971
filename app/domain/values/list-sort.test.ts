import { expect, test } from "vitest";
import { COUNTED, formatCount } from "./bounded-count";
import { isAscending, parseSort } from "./list-sort";

test.each([
  [null, "-recorded", "-recorded", false],
  ["recorded", "-recorded", "recorded", true],
  ["-recorded", "-recorded", "-recorded", false],
  ["-since", "since", "-since", false],
  ["name", "since", "since", true],
  ["--since", "since", "since", true],
])("an address with the sort %s of a list by %s is sorted by %s", (text, first, sort, ascending) => {
  expect([parseSort(text, first), isAscending(parseSort(text, first))]).toEqual([sort, ascending]);
});

test("a count says how many there are up to 500, and then that there are more", () => {
  expect([0, COUNTED, COUNTED + 1].map(formatCount)).toEqual(["0", "500", "500+"]);
});
