import { expect, test } from "vitest";
import { COUNTED, formatCount } from "./bounded-count";
import { readList } from "./list-query";

const LIST = { views: { open: "Open", done: "Done" }, sort: { open: "since", done: "-since" } };

test.each([
  ["", "open", "since", true],
  ["sort=-since", "open", "-since", false],
  ["sort=name", "open", "since", true],
  ["show=done", "done", "-since", false],
  ["show=done&sort=since", "done", "since", true],
  ["show=toString&sort=--since", "open", "since", true],
])("the address ?%s of a list shows what is %s, sorted by %s", (query, view, sort, isAscending) => {
  expect(readList(LIST, new URLSearchParams(query))).toEqual({ view, sort, place: { after: null, isAscending } });
});

test("a count says how many there are up to 500, and then that there are more", () => {
  expect([0, COUNTED, COUNTED + 1].map(formatCount)).toEqual(["0", "99", "99+"]);
});
