import { expect, test } from "vitest";
import { populate, rowsOfPages } from "../support/growing-town";

// Small: 100,000 rows have a slow test of their own.
await populate(1, 1000);
const before = await rowsOfPages();
await populate(1000, 4000);
const after = await rowsOfPages();

test("a page of a town that is four times as large reads no more rows of it", () => {
  // Lists and counts that were not full yet are by then.
  const grown = Object.entries(after).filter(([page, rows]) => rows > 1.5 * before[page]! + 150);
  expect(grown.map(([page, rows]) => `${page}: ${before[page]} rows, then ${rows}`)).toEqual([]);
});
