import { expect, test } from "vitest";
import { paymentForm } from "../money/money-forms";
import { referenceForm } from "./escrow-forms";
import { quoteCall } from "../money/quote-schemas";

test("the API refuses a quote of nothing, and the site a payment of nothing", () => {
  const call = { lines: [{ what: "Work", amount: 0 }], note: null, validUntil: "2026-11-27" };
  expect(quoteCall.safeParse(call).error?.issues).toMatchObject([{ message: "A quote is for more than $0." }]);
  const form = { id: "a".repeat(24), amount: "0", method: "cash" };
  expect(paymentForm.safeParse(form).error?.issues).toMatchObject([{ message: "Please enter an amount above $0." }]);
});

test("blanks, hyphens and small letters make no other reference of the bank's, and alone they are none", () => {
  const read = (reference: string) => referenceForm.safeParse({ reference }).data?.reference;
  for (const typed of ["FT 123-4", "ft1234", "FT\u00a01234", "FT-12\u201334"])
    expect(read(typed), typed).toBe("FT1234");
  expect(read("MP261120.1")).toBe("MP261120.1");
  expect(read(" - ")).toBeUndefined();
});
