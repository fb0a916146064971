import * as z from "zod";
import { amountField, dollars, NO_AMOUNT } from "../values/money-fields";
import { HELD_DECISIONS } from "../money/booking-money";
import { decisionReasonField, reasonField } from "../money/quote-schemas";

// What is said about a final amount (M3), as the site's forms send it and as API clients do.

/** The final amount that the page showed, and, of a disagreement, why. */
export const finalAnswerForm = z.object({ amount: z.coerce.number().int().min(0), reason: reasonField });

/** The client's answer to a final amount above the agreed one. */
export const finalAnswerCall = z.object({
  answer: z.enum(["agree", "dispute"], "Please agree or dispute."),
  amount: dollars.meta({ description: "The `finalAmount` that you answer." }),
  reason: reasonField,
});

const amountOrNull = z
  .string()
  .transform((text) => text.trim() || null)
  .pipe(amountField.nullable());

/**
 * What the office decides on; an empty amount: only that payments can go on. Of a missed visit, what happens with the
 * held money, and of a split what the plumber gets of it (M12). `shown`: see `stateOfDispute`.
 */
export const decisionForm = z
  .object({
    amount: amountOrNull,
    held: z.enum(HELD_DECISIONS, "Please choose what happens with the held money.").default("keep"),
    toPlumber: amountOrNull.nullish().transform((amount) => amount ?? null),
    reason: decisionReasonField,
    shown: z.string().max(80),
  })
  .refine(({ held, toPlumber }) => held !== "split" || toPlumber !== null, { path: ["toPlumber"], error: NO_AMOUNT });
