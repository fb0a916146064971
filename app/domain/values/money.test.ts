import { expect, test } from "vitest";
import { parseCents } from "./money";

test("an amount is read as people type it: with the sign, blanks and commas", () => {
  for (const text of ["$12.50", "US$12.50", "us$ 12.50", " $ 12.5 ", "12.50", "USD 12.50"])
    expect(parseCents(text), text).toBe(12_50);
  for (const text of ["1250", "1,250", "$1,250.00", "1 250"]) expect(parseCents(text), text).toBe(1250_00);
});

test("what is no amount, or could be two, is none", () => {
  for (const text of ["", "$", "-5", "$-5", "1e3", "12,50", "1,2500", "12.505", "£5", "5$", "1,250,5", "99999999"])
    expect(parseCents(text), text).toBeNull();
});
