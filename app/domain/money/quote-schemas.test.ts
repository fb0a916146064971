import { expect, test } from "vitest";
import { quoteCall } from "./quote-schemas";

test("the API refuses a quote of nothing", () => {
  const call = { lines: [{ what: "Work", amount: 0 }], note: null, validUntil: "2026-11-27" };
  expect(quoteCall.safeParse(call).error?.issues).toMatchObject([{ message: "A quote is for more than $0." }]);
});
