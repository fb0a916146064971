import { expect, test } from "vitest";
import { pauseAfter } from "./reconnection";

test("a socket reconnects after one second at the earliest, spread at random over another, and at least every 5 s", () => {
  expect(pauseAfter(1, 0)).toBe(1000);
  expect(pauseAfter(1, 1)).toBe(2000);
  expect(pauseAfter(9, 0)).toBe(5000);
});
