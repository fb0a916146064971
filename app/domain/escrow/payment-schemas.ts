import * as z from "zod";
import { idField, newIdField } from "../values/id-fields";
import { paidAmountField, paidDollars } from "../values/money-fields";
import { RECORDED_METHODS } from "../money/booking-money";
import { decisionReasonField, reasonField } from "../money/quote-schemas";

// What is said about payments (M6), as the site's forms send it and as API clients do.

const method = z.enum(RECORDED_METHODS, "Please choose how it was paid.");

/** A payment that was made. */
export const paymentForm = z.object({ id: newIdField(), amount: paidAmountField, method });
export const paymentCall = z.object({ amount: paidDollars, method });

/** The payment that an answer is to, and, of a denial, why. */
export const paymentAnswerForm = z.object({ payment: idField(), reason: reasonField });

/** The answer to a payment that the other side has recorded, or the withdrawal of one's own. */
export const paymentAnswerCall = z.object({
  answer: z.enum(["confirm", "deny", "withdraw"], "Please confirm, deny or withdraw."),
  reason: reasonField,
});

/** A receipt that the office declares void (M7). */
export const voidForm = z.object({
  receipt: z.coerce.number().int().positive(),
  reason: decisionReasonField,
});
