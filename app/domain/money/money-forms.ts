import * as z from "zod";
import { REASON_LENGTH } from "../bookings/booking";
import { dateField } from "../bookings/booking-forms";
import { addDays, dateAt, instantOf, type Instant } from "../time/harare";
import { MAX_AMOUNT, parseCents } from "../values/money";
import { amountField, NO_AMOUNT, NOTHING_PAID, TOO_MUCH } from "../values/money-fields";
import { line, optionalLine, optionalParagraphs } from "../values/text-fields";
import { HELD_DECISIONS, MAX_DAYS_VALID, MAX_LINES, RECORDED_METHODS, type QuoteLine } from "./booking-money";

/** An amount that is more than nothing. */
const paidField = amountField.refine((cents) => cents > 0, NOTHING_PAID);

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

export const QUOTE_OF_NOTHING = "A quote is for more than $0.";
export const DEPOSIT_TOO_HIGH = "A deposit is at most the total.";

/** What a quote asks for in advance, in cents (M10); null: the field was left empty, or it says 0. */
const depositField = z
  .string()
  .nullish()
  .transform((text, context) => {
    const cents = text?.trim() ? parseCents(text) : 0;
    if (cents !== null) return cents === 0 ? null : cents;
    context.addIssue({ code: "custom", message: NO_AMOUNT });
    return z.NEVER;
  });

/** A quote (M2): its lines, those left empty apart, a deposit, a note, and the last day on which it holds. */
export const quoteForm = z
  .object({
    lines: z.array(quoteLine).default([]),
    deposit: depositField,
    note: optionalParagraphs(500),
    validUntil: dateField("Please choose a day."),
    sure: z.string().nullish(),
  })
  .transform(({ lines, deposit, note, validUntil, sure }, context) => {
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
    if (!problem && total === 0)
      context.addIssue({ code: "custom", path: ["lines", 0, "amount"], message: QUOTE_OF_NOTHING });
    if (deposit !== null && deposit > total)
      context.addIssue({ code: "custom", path: ["deposit"], message: DEPOSIT_TOO_HIGH });
    return { lines: written, deposit, note, validUntil: endOf(validUntil), isSure: sure === "on" };
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

const amountOrNull = z.string().transform((text, context) => {
  if (text.trim() === "") return null;
  const parsed = amountField.safeParse(text);
  if (parsed.success) return parsed.data;
  context.addIssue({ code: "custom", message: parsed.error.issues[0]?.message ?? NO_AMOUNT });
  return z.NEVER;
});

/**
 * What the office decides on (M3); an empty amount: only that payments can go on. Of a missed visit, what happens with the
 * held money, and of a split what the plumber gets of it (M12). `shown`: see `stateOfDispute`.
 */
export const decisionForm = z
  .object({
    amount: amountOrNull,
    held: z.enum(HELD_DECISIONS, "Please choose what happens with the held money.").default("keep"),
    toPlumber: amountOrNull.nullish().transform((amount) => amount ?? null),
    reason: line("Please say why: both sides read it.", REASON_LENGTH),
    shown: z.string().max(80),
  })
  .refine(({ held, toPlumber }) => held !== "split" || toPlumber !== null, { path: ["toPlumber"], error: NO_AMOUNT });

/** A payment that was made (M6). `id` is the form's own, so that sending it twice records it once. */
export const paymentForm = z.object({
  id: z.string().regex(/^[a-z0-9]{24}$/),
  amount: paidField,
  method: z.enum(RECORDED_METHODS, "Please choose how it was paid."),
});

/** The payment that an answer is to, and, of a denial, why. */
export const paymentAnswerForm = z.object({ payment: z.string().max(40), reason });

export const voidForm = z.object({
  receipt: z.coerce.number().int().positive(),
  reason: line("Please say why: both sides read it.", REASON_LENGTH),
});
