import { expect, test } from "vitest";
import { formatMoney, formatSum } from "./money";
import { parseCents, twoAmounts } from "./typed-amount";
import { amountField } from "./fields";

test("an amount is read as people type it: with the sign, blanks and commas", () => {
  const twelve = [
    "$12.50",
    "US$12.50",
    "us$ 12.50",
    " $ 12.5 ",
    "12.50",
    "USD 12.50",
    "12,50",
    "12,5 US$",
    "\u200e12.50",
  ];
  for (const text of twelve) expect(parseCents(text), text).toBe(12_50);
  const thousand = ["1250", "1,250", "$1,250.00", "1 250", "1\u00a0250", "1\u202f250,00", "1.250,00", "1250 USD"];
  for (const text of [...thousand, "1250.", "1 250,"]) expect(parseCents(text), text).toBe(1250_00);
  expect([parseCents("0"), parseCents("10000")]).toEqual([0, 1_000_000]);
});

test("what is no amount, or could be two, is none", () => {
  for (const text of ["", "$", "-5", "$-5", "1e3", "1,2500", "12.505", "1.250", "£5", "5$$", "1,250,5", "99999999"])
    expect(parseCents(text), text).toBeNull();
  for (const text of [".5", "5..", "NaN", "٥", "5²"]) expect(parseCents(text), text).toBeNull();
  expect(["1.250", "$ 12.505", "0.125", "1,250", "1.2500"].map(twoAmounts)).toEqual([
    ["1250", "1.25"],
    ["12505", "12.50"],
    null,
    null,
    null,
  ]);
  expect(amountField.safeParse("1.250").error?.issues[0]?.message).toBe(
    "Do you mean 1250 or 1.25? Please type it like that.",
  );
});

test("an amount is shown with its symbol, cents only where there are some", () => {
  const amounts = [0, 2500, 2550, 125000, -500];
  expect(amounts.map(formatMoney)).toEqual(["$0", "$25", "$25.50", "$1,250", "−$5"]);
  expect(amounts.map(formatSum)).toEqual(["$0.00", "$25.00", "$25.50", "$1,250.00", "−$5.00"]);
});
