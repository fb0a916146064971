import { expect, test } from "vitest";
import { amountAlone, finalIn, minutesIn, quoteIn, ratingIn } from "./amounts";

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
  ["tap 15$, labour 40 US$", ["tap 1500", "labour 4000"]],
  ["valve 35$ labour 40usd", ["valve 3500", "labour 4000"]],
  ["valve USD 35 and labour USD40", ["valve 3500", "labour 4000"]],
  ["tap 15,50 labour 40", ["tap 1550", "labour 4000"]],
  ["tap 15,labour 40", ["tap 1500", "labour 4000"]],
  ["materials 60 labour 40 total 100", ["materials 6000", "labour 4000"]],
  ["labour 40 dep 20", ["labour 4000"]],
])("%s is a quote of these lines", (text, lines) => {
  const read = quoteIn(text, { startsAt: NOW }, NOW);
  expect(read?.data?.lines.map(({ what, amount }) => `${what} ${amount}`)).toEqual(lines);
});

test.each(["2 taps @ 15, labour 40", "taps 2 at 15", "materials 60, labour 40, total 120", "tap R150, labour R400"])(
  "“%s” is no quote: it may come to something else",
  (text) => {
    expect(quoteIn(text, { startsAt: NOW }, NOW)).toBeNull();
  },
);

test.each([
  ["5", 5, ""],
  ["4 stars", 4, ""],
  ["5 stars, very good", 5, "very good"],
  ["3/5 came late", 3, "came late"],
  ["★★★★ clean work", 4, "clean work"],
  ["5 Very good", 5, "Very good"],
  ["1 too late", 1, "too late"],
  ["3 but late", 3, "but late"],
  ["5 zvakanaka", 5, "zvakanaka"],
  ["2 out of 5. It leaks again", 2, "It leaks again"],
])("%s is %i stars, with these words behind them", (text, rating, words) => {
  expect(ratingIn({ text })).toEqual({ rating, words });
});

test.each([
  "very good",
  "50",
  "5th of May",
  "6 stars",
  "10",
  "1 hour late",
  "2 days I waited",
  "3 times he came",
  "4.5",
  "4,5",
])("%s is no number of stars", (text) => {
  expect(ratingIn({ text })).toBeNull();
});

test.each([
  ["95", { amount: 95_00, reason: null, isSure: false }],
  ["$95 the valve broke", { amount: 95_00, reason: "the valve broke", isSure: false }],
  ["us$1,200.50, sure", { amount: 1200_50, reason: null, isSure: true }],
  ["95$", { amount: 95_00, reason: null, isSure: false }],
  ["95 US$", { amount: 95_00, reason: null, isSure: false }],
  ["95$ new valve", { amount: 95_00, reason: "new valve", isSure: false }],
  ["usd 95 used pipes", { amount: 95_00, reason: "used pipes", isSure: false }],
  ["95 👍", { amount: 95_00, reason: null, isSure: false }],
  ["total 95 us dollars", { amount: 95_00, reason: null, isSure: false }],
  ["95 chete boss", { amount: 95_00, reason: null, isSure: false }],
  ["95 (new valve)", { amount: 95_00, reason: "new valve", isSure: false }],
  ["95 only, thanks", { amount: 95_00, reason: null, isSure: false }],
  ["95 not sure about the valve", { amount: 95_00, reason: "not sure about the valve", isSure: false }],
])("%s is a final amount, and why", (text, final) => {
  expect(finalIn(text)).toEqual(final);
});

test.each(["the valve 95", "60 for 2 taps and 35 labour", "95 and 20 for the tap", "950 rand", "95 zig valve", ""])(
  "“%s” is no final amount",
  (text) => {
    expect(finalIn(text)).toBeNull();
  },
);

test.each([
  ["95 dollars.", 95_00, null],
  ["95 US$", 95_00, null],
  ["USD 95", 95_00, null],
  ["95 rand", null, null],
  ["95 now", null, null],
  ["15", 15_00, 15],
  ["about 20 min", null, 20],
  ["half an hour", null, 30],
  ["an hour and a half", null, 90],
  ["two hours", null, 120],
  ["soon", null, null],
])("“%s” is an amount alone, and minutes, as far as it is", (text, cents, minutes) => {
  expect([amountAlone({ text }), minutesIn({ text })]).toEqual([cents, minutes]);
});
