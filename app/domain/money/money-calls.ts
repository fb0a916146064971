import * as z from "zod";
import { REASON_LENGTH } from "../bookings/booking";
import { dateField } from "../bookings/booking-forms";
import { MAX_AMOUNT } from "../values/money";
import { dollars, paidDollars } from "../values/money-fields";
import { line, optionalLine, optionalParagraphs } from "../values/text-fields";
import { MAX_LINES, RECORDED_METHODS } from "./booking-money";
import { DEPOSIT_TOO_HIGH, endOf, QUOTE_OF_NOTHING, WHAT_LENGTH } from "./money-forms";

// What API clients send about money: amounts are numbers of US dollars with at most two decimals.

const why = optionalLine(REASON_LENGTH).meta({ description: "Why; the other side reads it." });

/** A quote (M2). Returns amounts in cents, and the last instant at which it holds. */
export const quoteCall = z
  .object({
    lines: z
      .array(z.object({ what: line("Please say what it is for.", WHAT_LENGTH), amount: dollars }))
      .min(1, "Please write at least one line.")
      .max(MAX_LINES, `A quote has at most ${MAX_LINES} lines.`)
      .refine(
        (lines) => lines.reduce((sum, { amount }) => sum + amount, 0) <= MAX_AMOUNT,
        "A quote is at most $100,000.",
      )
      .refine((lines) => lines.some(({ amount }) => amount > 0), QUOTE_OF_NOTHING),
    deposit: dollars
      .nullish()
      .transform((cents) => cents || null)
      .meta({ description: "What the client is asked to pay online in advance, at most the total; `null`: nothing." }),
    note: optionalParagraphs(500),
    validUntil: dateField("Please choose a day.").meta({ description: "The last day on which it can be accepted." }),
    sure: z
      .boolean()
      .optional()
      .meta({ description: "That more than ten times the fee, or more than $5,000, is meant (`quote_unusual`)." }),
  })
  .refine(({ lines, deposit }) => (deposit ?? 0) <= lines.reduce((sum, { amount }) => sum + amount, 0), {
    path: ["deposit"],
    message: DEPOSIT_TOO_HIGH,
  })
  .transform(({ validUntil, sure, ...rest }) => ({ ...rest, isSure: sure === true, validUntil: endOf(validUntil) }));

/** The client's answer to a quote, which the path names by its version. */
export const quoteAnswerCall = z.object({
  answer: z.enum(["accept", "decline"], "Please accept or decline."),
  reason: why,
});

/** The client's answer to a final amount above the agreed one (M3). */
export const finalAnswerCall = z.object({
  answer: z.enum(["agree", "dispute"], "Please agree or dispute."),
  amount: dollars.meta({ description: "The `finalAmount` that you answer." }),
  reason: why,
});

/** A payment that was made (M6). */
export const paymentCall = z.object({
  amount: paidDollars,
  method: z.enum(RECORDED_METHODS, "Please choose how it was paid."),
});

/** The answer to a payment that the other side has recorded, or the withdrawal of one's own. */
export const paymentAnswerCall = z.object({
  answer: z.enum(["confirm", "deny", "withdraw"], "Please confirm, deny or withdraw."),
  reason: why,
});
