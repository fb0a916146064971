import { expect, test } from "vitest";
import { countedSearch } from "./unknown-search";

test.each([
  ["  Zvimwe   ZVINHU ", "zvimwe zvinhu"],
  ["borehole 40 m deep", "borehole 40 m deep"],
  ["x".repeat(100), "x".repeat(60)],
])("%s is counted", (typed, counted) => expect(countedSearch(typed)).toBe(counted));

test.each([
  "call 0772 700 700",
  "+263-77-270-0700",
  "(077) 2700",
  "me@example.test",
  "see www.example.test",
  "http://example.test",
  "   ",
])("%s is not: it may say who searched", (typed) => expect(countedSearch(typed)).toBeNull());
