import { expect, test } from "vitest";
import { quoteCall, quoteForm } from "./quote-schemas";

const validUntil = "2026-11-27";

test("a quote of nothing is refused, by its form and by the API", () => {
  const form = { lines: [{ what: "Work", amount: "0" }], deposit: "", note: "", validUntil };
  expect(quoteForm.safeParse(form).error?.issues).toMatchObject([
    { path: ["lines", 0, "amount"], message: "A quote is for more than $0." },
  ]);
  const call = { lines: [{ what: "Work", amount: 0 }], note: null, validUntil };
  expect(quoteCall.safeParse(call).error?.issues).toMatchObject([{ message: "A quote is for more than $0." }]);
});
