import * as z from "zod";
import { VISIT_OUTCOMES } from "~/db/booking-statuses";
import { NO_DAY, NO_TIME, startFields, startOf } from "../bookings/start-fields";
import { dollars, idField, newIdField, NO_AMOUNT, paidAmountField, paidDollars } from "../values/fields";
import { MAX_AMOUNT } from "../values/money";
import { HELD_DECISIONS, RECORDED_METHODS } from "./booking-money";
import { amountOrNull, decisionReasonField, reasonField } from "./quote-schemas";

const recordedMethod = z.enum(RECORDED_METHODS, "Payment method is required.");

export const paymentForm = z.object({ id: newIdField(), amount: paidAmountField, method: recordedMethod });
export const paymentCall = z.object({ amount: paidDollars, method: recordedMethod });

export const paymentAnswerForm = z.object({ payment: idField(), reason: reasonField });

/** The answer to a payment that the other side has recorded, or the withdrawal of one's own. */
export const paymentAnswerCall = z.object({
  answer: z.enum(["confirm", "deny", "withdraw"], "Please confirm, deny or withdraw."),
  reason: reasonField,
});

export const voidForm = z.object({ receipt: z.coerce.number().int().positive(), reason: decisionReasonField });

/**
 * The office's findings about a dispute; of a denied payment also what was paid: `shown` is the cents that the page
 * offered as all of it. Returns the cents as `paid`; null: it wasn't said.
 */
export const resolutionForm = z
  .object({
    dispute: idField(),
    reason: decisionReasonField,
    outcome: z.enum(["full", "part", "none"], "Outcome is required.").optional(),
    shown: z.coerce.number().int().min(0).max(MAX_AMOUNT).default(0),
    amount: amountOrNull(z.string().nullish()),
  })
  .refine(({ outcome, amount }) => outcome !== "part" || amount, { path: ["amount"], error: NO_AMOUNT })
  .transform(({ dispute, reason, outcome, shown, amount }) => {
    const paid = outcome ? { full: shown, part: amount, none: 0 }[outcome] : null;
    return { dispute, reason, paid };
  });

export const finalAnswerForm = z.object({ amount: z.coerce.number().int().min(0), reason: reasonField });

export const finalAnswerCall = z.object({
  answer: z.enum(["agree", "dispute"], "Please agree or dispute."),
  amount: dollars.meta({ description: "The `finalAmount` that you answer." }),
  reason: reasonField,
});

const newStart = z.object(startFields(NO_DAY, NO_TIME)).transform(startOf);

/**
 * The office's decision; an empty amount: only that payments can continue. Of a payer's dispute, what happens with the held
 * money, and of a split what the plumber gets of it (M12); of a missed visit what became of it, and of another time when
 * that is (M5). `shown`: see `stateOfDispute`.
 */
export const decisionForm = z
  .object({
    amount: amountOrNull(z.string()),
    held: z.enum(HELD_DECISIONS, "A decision about the held money is required.").default("keep"),
    toPlumber: amountOrNull(z.string().nullish()),
    outcome: z.enum(VISIT_OUTCOMES, "Outcome is required.").optional(),
    appointmentDate: z.string().default(""),
    appointmentTime: z.string().default(""),
    reason: decisionReasonField,
    sure: z.string().optional(),
    shown: z.string().max(80),
  })
  .refine(({ held, toPlumber }) => held !== "split" || toPlumber !== null, { path: ["toPlumber"], error: NO_AMOUNT })
  .transform(({ appointmentDate, appointmentTime, ...rest }, context) => {
    if (rest.outcome !== "another-time") return { ...rest, start: null };
    const start = newStart.safeParse({ appointmentDate, appointmentTime });
    if (start.success) return { ...rest, start: start.data.startsAt };
    for (const { path, message } of start.error.issues) context.addIssue({ code: "custom", path, message });
    return z.NEVER;
  });
