import * as z from "zod";

/** Channels that cost money by the notice, with how many go out in a day unless the office has set another number (N18). */
export const DAILY_BUDGETS = { whatsapp: 500, sms: 200 } as const;
export type BudgetedChannel = keyof typeof DAILY_BUDGETS;
export const BUDGETED_CHANNELS = ["whatsapp", "sms"] as const satisfies BudgetedChannel[];

/** All notices of a channel, or its codes: any stranger can cause those, so they have no more than a fifth of it. */
export type BudgetShare = "all" | "codes";

/** A channel's day: how many may go out, and how many have. */
export interface Budget {
  channel: BudgetedChannel;
  budget: number;
  sent: number;
}

const HIGHEST = 100_000;
const budget = z
  .string({ error: "Please enter a number." })
  .trim()
  .regex(/^\d{1,6}$/, `Please enter a whole number from 0 to ${HIGHEST.toLocaleString("en")}.`)
  .transform(Number)
  .refine((number) => number <= HIGHEST, `Please enter a whole number from 0 to ${HIGHEST.toLocaleString("en")}.`);

/** The office's form (N18): how many go out in a day at most, by channel. */
export const budgetsForm = z.object({ whatsapp: budget, sms: budget });
