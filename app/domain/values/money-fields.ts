import * as z from "zod";
import { MAX_AMOUNT } from "./money";
import { parseCents, twoAmounts } from "./typed-amount";

export const NO_AMOUNT = "Please enter an amount in dollars, like 25 or 25.50.";
const NOTHING_PAID = "Please enter an amount above $0.";
const TOO_MUCH = "Please enter at most $100,000.";

/** The check of a typed amount, of at most `most` cents; one that could be two is asked about (V2). */
export const readAmount =
  (most: number, noAmount: string, tooMuch: string) =>
  (text: string, context: z.RefinementCtx): number => {
    const cents = parseCents(text);
    if (cents !== null && cents <= most) return cents;
    const two = twoAmounts(text);
    const message = two ? `Do you mean ${two.join(" or ")}? Please type it like that.` : noAmount;
    context.addIssue({ code: "custom", message: cents === null ? message : tooMuch });
    return z.NEVER;
  };

/** A typed amount of dollars with at most two decimals (V2). Returns cents. */
export const amountField = z.string({ error: NO_AMOUNT }).transform(readAmount(MAX_AMOUNT, NO_AMOUNT, TOO_MUCH));

/** One that is more than nothing. */
export const paidAmountField = amountField.refine((cents) => cents > 0, NOTHING_PAID);

const numberFrom = (least: number, tooLittle: string) =>
  z
    .number(NO_AMOUNT)
    .min(least, tooLittle)
    .max(MAX_AMOUNT / 100, TOO_MUCH)
    .transform((amount) => amount * 100)
    .refine((cents) => Math.abs(cents - Math.round(cents)) < 1e-6, NO_AMOUNT)
    .transform(Math.round);

/** An amount as API clients send it: a number of dollars with at most two decimals. Returns cents. */
export const dollars = numberFrom(0, NO_AMOUNT);
/** One that is more than nothing. */
export const paidDollars = numberFrom(0.01, NOTHING_PAID);
