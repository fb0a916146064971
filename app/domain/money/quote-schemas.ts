import * as z from "zod";
import { ITEM_LENGTH, MAX_DAYS_VALID, MAX_LINES, QUOTE_NOTE_LENGTH, type QuoteLine } from "./quote";
import { dateField, typedDateField } from "../time/date-fields";
import { addDays, dateAt, instantOf, type Instant } from "../time/harare";
import { REASON_LENGTH } from "../values/text";
import { MAX_AMOUNT } from "../values/money";
import { amountField, dollars, line, optionalLine, optionalParagraphs } from "../values/fields";

const what = line("Item is required.", ITEM_LENGTH);
const NO_DAY = "Day is required.";
const fields = {
  note: optionalParagraphs(QUOTE_NOTE_LENGTH),
};

/** The checks of every quote. `at`: where its form or its call shows what is wrong with all of the lines, and their sum. */
function checkQuote(
  { lines, deposit }: { lines: QuoteLine[]; deposit: number | null },
  context: z.RefinementCtx,
  at: { lines: PropertyKey[]; sum: PropertyKey[] },
) {
  const refuse = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (lines.length === 0) refuse(at.lines, "At least one line is required.");
  else if (lines.length > MAX_LINES) refuse(at.lines, `A quote has up to ${MAX_LINES} lines.`);
  else if (total > MAX_AMOUNT) refuse(at.lines, "A quote is up to $100,000.");
  else if (total === 0) refuse(at.sum, "A quote is for more than $0.");
  if (deposit !== null && deposit > total) refuse(["deposit"], "A deposit is up to the total.");
}

/** An amount in cents; null: it was left empty. */
export const amountOrNull = <Text extends z.ZodType<string | null | undefined>>(text: Text) =>
  text.transform((typed) => typed?.trim() || null).pipe(amountField.nullable());

/** Null: the line was left empty. */
const formLine = z
  .object({ what: z.string().default(""), amount: z.string().default("") })
  .optional()
  .transform((line) => (line && (line.what.trim() || line.amount.trim()) ? line : null))
  .pipe(z.object({ what, amount: amountField }).nullable());

/** Returns the lines that were filled in, amounts in cents, and the last instant at which the quote holds. */
export const quoteForm = z
  .object({
    lines: z.array(formLine).default([]),
    deposit: amountOrNull(z.string().nullish()).transform((cents) => cents || null),
    ...fields,
    validUntil: typedDateField(NO_DAY),
    sure: z.string().nullish(),
  })
  .transform(({ lines, validUntil, sure, ...rest }, context) => {
    const quote = { ...rest, lines: lines.filter((one) => one !== null) };
    checkQuote(quote, context, { lines: ["lines", 0, "what"], sum: ["lines", 0, "amount"] });
    return { ...quote, validUntil: endOf(validUntil), isSure: sure === "on" };
  });

/** The body of API clients. Returns amounts in cents, and the last instant at which the quote holds. */
export const quoteCall = z
  .object({
    lines: z.array(z.object({ what, amount: dollars })).meta({ minItems: 1, maxItems: MAX_LINES }),
    deposit: dollars
      .nullish()
      .transform((cents) => cents || null)
      .meta({ description: "What the client is asked to pay online in advance, up to the total; `null`: nothing." }),
    ...fields,
    validUntil: dateField(NO_DAY).meta({ description: "The last day on which it can be accepted." }),
    sure: z
      .boolean()
      .optional()
      .meta({ description: "That more than ten times the fee, or more than $5,000, is meant (`quote_unusual`)." }),
  })
  .superRefine((quote, context) => checkQuote(quote, context, { lines: ["lines"], sum: ["lines"] }))
  .transform(({ validUntil, sure, ...rest }) => ({ ...rest, isSure: sure === true, validUntil: endOf(validUntil) }));

const endOf = (date: string): Instant => instantOf(addDays(date, 1), 0) - 1;

/** A quote may hold from today on, for at most 90 days. */
export const isPossibleValidity = (validUntil: Instant, now: Instant): boolean =>
  validUntil >= now && validUntil <= endOf(addDays(dateAt(now), MAX_DAYS_VALID));

export const reasonField = optionalLine(REASON_LENGTH).meta({ description: "Why; the other side reads it." });

export const decisionReasonField = line("Reason is required: both sides read it.", REASON_LENGTH);

export const quoteAnswerForm = z.object({ version: z.coerce.number().int().min(1), reason: reasonField });

const answer = z.enum(["accept", "decline"], "Please accept or decline.");
export const quoteAnswerCall = z.object({ answer, reason: reasonField });
