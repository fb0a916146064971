import * as z from "zod";
import { MAX_AMOUNT, parseCents } from "./money";

export const NO_AMOUNT = "Please enter an amount in dollars, like 25 or 25.50.";
export const TOO_MUCH = "Please enter at most $100,000.";

/** An amount as it is typed, in dollars with at most two decimals (V2). Gives cents. */
export const amountField = z.string({ error: NO_AMOUNT }).transform((text, context) => {
  const cents = parseCents(text);
  if (cents !== null && cents <= MAX_AMOUNT) return cents;
  context.addIssue({ code: "custom", message: cents === null ? NO_AMOUNT : TOO_MUCH });
  return z.NEVER;
});

/** An amount as API clients send it: a number of dollars with at most two decimals. Gives cents. */
export const dollars = z
  .number(NO_AMOUNT)
  .min(0, NO_AMOUNT)
  .max(MAX_AMOUNT / 100, TOO_MUCH)
  .transform((amount) => amount * 100)
  .refine((cents) => Math.abs(cents - Math.round(cents)) < 1e-6, NO_AMOUNT)
  .transform(Math.round);
