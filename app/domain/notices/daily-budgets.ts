/** Channels that cost money by the notice, with how many go out in a day unless the office has set another number (N18). */
export const DAILY_BUDGETS = { whatsapp: 500, sms: 200 } as const;
export type BudgetedChannel = keyof typeof DAILY_BUDGETS;
export const BUDGETED_CHANNELS = ["whatsapp", "sms"] as const satisfies BudgetedChannel[];

/** All notices of a channel, or its codes: any stranger can cause those, so they have no more than a fifth of it. */
export type BudgetShare = "all" | "codes";

export interface Budget {
  channel: BudgetedChannel;
  budget: number;
  sent: number;
}
