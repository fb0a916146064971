import { expect, test } from "vitest";
import { roundSpan } from "~/domain/bookings/booking-words";
import { MINUTE } from "~/domain/time/harare";
import { shortSpan } from "./short-span";

test.each([
  [1, "a few minutes", "5 min"],
  [12, "about 15 minutes", "15 min"],
  [30, "about half an hour", "30 min"],
  [60, "about an hour", "1 h"],
  [170, "about 3 hours", "3 h"],
  [3000, "about 2 days", "2 d"],
])("a time to answer of %i minutes is the same on a page and on a card", (minutes, words, card) => {
  expect([roundSpan(minutes * MINUTE), shortSpan(minutes * MINUTE)]).toEqual([words, card]);
});
