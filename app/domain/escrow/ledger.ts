import type { TransferKind } from "~/db/money-words";
import type { LocalDate } from "../time/harare";

// The ledger's accounts (M13). Those behind a colon belong to a booking or a plumber.

export const CLEARING = "clearing";
export const BANK = "bank";
export const PROVIDER_FEES = "provider-fees";
export const COMMISSION = "commission";
/** Refunds that have not been sent yet. */
export const REFUNDS_DUE = "refunds:due";
/** Money that the provider took back after it was passed on: the company bears it. */
export const LOSSES = "losses";
/** The counterpart of what plumbers were paid in hand. */
export const CASH_NOTED = "cash-noted";

/** Held for a booking until its work is done. */
export const heldFor = (bookingId: string): string => `held:${bookingId}`;
/** Earned by a plumber and not paid out yet. */
export const owedTo = (plumberId: string): string => `plumber:${plumberId}`;
/** Paid to a plumber in hand: noted, not moved. */
export const cashOf = (plumberId: string): string => `cash:${plumberId}`;

export type { Standing } from "./books.server";
export type { TransferKind };

/** The sums of each kind of transfer on a day, in cents. */
export type DayTotals = { day: LocalDate } & Partial<Record<TransferKind, number>>;

/** An account whose stored balance differs from the sum of its transfers, in cents. */
export interface LedgerFault {
  account: string;
  stored: number;
  recomputed: number;
}
