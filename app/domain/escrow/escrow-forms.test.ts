import { expect, test } from "vitest";
import { paymentForm } from "./escrow-forms";
import { quoteCall } from "../money/quote-schemas";

test("the API refuses a quote of nothing, and the site a payment of nothing", () => {
  const call = { lines: [{ what: "Work", amount: 0 }], note: null, validUntil: "2026-11-27" };
  expect(quoteCall.safeParse(call).error?.issues).toMatchObject([{ message: "A quote is for more than $0." }]);
  const form = { id: "a".repeat(24), amount: "0", method: "cash" };
  expect(paymentForm.safeParse(form).error?.issues).toMatchObject([{ message: "Please enter an amount above $0." }]);
});
