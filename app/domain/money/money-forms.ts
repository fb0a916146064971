import { z } from "zod";
import { REASON_LENGTH } from "../bookings/booking";
import { dateField } from "../bookings/booking-forms";
import { addDays, dateAt, instantOf, type Instant } from "../time/harare";
import { MAX_AMOUNT, parseCents } from "../values/money";
import { amountField, NO_AMOUNT, TOO_MUCH } from "../values/money-fields";
import { line, optionalLine, optionalParagraphs } from "../values/text-fields";
import { MAX_DAYS_VALID, MAX_LINES, PAYMENT_METHODS, type QuoteLine } from "./booking-money";

/** An amount that is more than nothing. */
const paidField = amountField.refine((cents) => cents > 0, "Please enter more than nothing.");

const shownAmount = z.coerce.number().int().min(0);
const reason = optionalLine(REASON_LENGTH);
export const WHAT_LENGTH = 80;

/** A line of the form; null: it was left empty. */
const quoteLine = z
  .object({ what: optionalLine(WHAT_LENGTH), amount: z.string().nullish() })
  .optional()
  .transform((written, context): QuoteLine | null => {
    const { what = null, amount } = written ?? {};
    const price = amount?.trim() ?? "";
    if (what === null && price === "") return null;
    if (what === null) context.addIssue({ code: "custom", path: ["what"], message: "Please say what it is for." });
    const cents = parseCents(price);
    if (cents === null || cents > MAX_AMOUNT)
      context.addIssue({ code: "custom", path: ["amount"], message: cents === null ? NO_AMOUNT : TOO_MUCH });
    return { what: what ?? "", amount: cents ?? 0 };
  });

/** A quote (M2): its lines, those left empty apart, a note, and the last day on which it holds. */
export const quoteForm = z
  .object({
    lines: z.array(quoteLine).default([]),
    note: optionalParagraphs(500),
    validUntil: dateField("Please choose a day."),
  })
  .transform(({ lines, note, validUntil }, context) => {
    const written = lines.filter((one) => one !== null);
    const total = written.reduce((sum, { amount }) => sum + amount, 0);
    const problem =
      written.length === 0
        ? "Please write at least one line."
        : written.length > MAX_LINES
          ? `A quote has at most ${MAX_LINES} lines.`
          : total > MAX_AMOUNT
            ? "A quote is at most $100,000."
            : null;
    if (problem) context.addIssue({ code: "custom", path: ["lines", 0, "what"], message: problem });
    return { lines: written, note, validUntil: endOf(validUntil) };
  });

/** The last instant of a day in Harare. */
export const endOf = (date: string): Instant => instantOf(addDays(date, 1), 0) - 1;

/** Whether a quote may hold that long: from today on, for at most 90 days. */
export const isPossibleValidity = (validUntil: Instant, now: Instant): boolean =>
  validUntil >= now && validUntil <= endOf(addDays(dateAt(now), MAX_DAYS_VALID));

/** The version of a quote that the page showed. */
export const quoteAnswerForm = z.object({ version: z.coerce.number().int().min(1), reason });

/** The end of a job (M3): what is to be paid, why it is more than agreed, the tick at an unusual amount, the report. */
export const finishForm = z.object({
  finalAmount: amountField,
  finalReason: reason,
  sure: z.string().nullish(),
  report: optionalParagraphs(1000),
});

/** The final amount that the page showed, and, of a disagreement, why. */
export const finalAnswerForm = z.object({ amount: shownAmount, reason });

/** What the office decides on (M3); empty: only that payments can go on. `shown`: see `stateOfDispute`. */
export const decisionForm = z.object({
  amount: z.string().transform((text, context) => {
    if (text.trim() === "") return null;
    const parsed = amountField.safeParse(text);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: parsed.error.issues[0]?.message ?? NO_AMOUNT });
    return z.NEVER;
  }),
  reason: line("Please say why: both sides read it.", REASON_LENGTH),
  shown: z.string().max(60),
});

/** A payment that was made (M6). `id` is the form's own, so that sending it twice records it once. */
export const paymentForm = z.object({
  id: z.string().regex(/^[a-z0-9]{24}$/),
  amount: paidField,
  method: z.enum(PAYMENT_METHODS, "Please choose how it was paid."),
});

/** The payment that an answer is to, and, of a denial, why. */
export const paymentAnswerForm = z.object({ payment: z.string().max(40), reason });

export const voidForm = z.object({
  receipt: z.coerce.number().int().positive(),
  reason: line("Please say why: both sides read it.", REASON_LENGTH),
});
