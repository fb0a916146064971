import { expect, test } from "vitest";
import { quoteIn, ratingIn } from "./amounts";

const NOW = Date.UTC(2026, 10, 20, 8);

test.each([
  ["tap 15, labour 40, deposit 20", ["tap 1500", "labour 4000"]],
  ["valve $35 labour 40", ["valve 3500", "labour 4000"]],
  ["valve $35 and labour $40", ["valve 3500", "labour 4000"]],
  ["2 taps 30 labour 40 usd", ["2 taps 3000", "labour 4000"]],
  ["pipe 3 m 35", ["pipe 3 m 3500"]],
  ["pipe 20mm 35", ["pipe 20mm 3500"]],
  ["labour 2 hours 40", ["labour 2 hours 4000"]],
  ["labour: $1,200", ["labour 120000"]],
])("%s is a quote of these lines", (text, lines) => {
  const read = quoteIn(text, { startsAt: NOW }, NOW);
  expect(read?.data?.lines.map(({ what, amount }) => `${what} ${amount}`)).toEqual(lines);
});

test.each([
  ["5", 5, ""],
  ["4 stars", 4, ""],
  ["5 stars, very good", 5, "very good"],
  ["3/5 came late", 3, "came late"],
  ["★★★★ clean work", 4, "clean work"],
  ["2 out of 5. It leaks again", 2, "It leaks again"],
])("%s is %i stars, with these words behind them", (text, rating, words) => {
  expect(ratingIn({ text })).toEqual({ rating, words });
});

test.each(["very good", "50", "5th of May", "6 stars", "10", "1 hour late", "2 days I waited", "4.5"])(
  "%s is no number of stars",
  (text) => {
    expect(ratingIn({ text })).toBeNull();
  },
);
