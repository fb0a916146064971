import type { TransferKind } from "~/db/money-words";
import type { LocalDate } from "../time/harare";

// The ledger's accounts (M13). Those behind a colon belong to a booking or a plumber.

/** The money at the provider. */
export const CLEARING = "clearing";
/** The company's bank account. */
export const BANK = "bank";
export const PROVIDER_FEES = "provider-fees";
export const COMMISSION = "commission";
/** What goes back to clients and has not been sent yet. */
export const REFUNDS_DUE = "refunds:due";
/** What the provider took back after it was passed on: the company bears it. */
export const LOSSES = "losses";
/** The counterpart of what plumbers were paid in hand. */
export const CASH_NOTED = "cash-noted";

/** What is held for a booking until its work is done. */
export const heldFor = (bookingId: string): string => `held:${bookingId}`;
/** What a plumber has earned and has not been paid out yet. */
export const owedTo = (plumberId: string): string => `plumber:${plumberId}`;
/** What a plumber was paid in hand: noted, not moved. */
export const cashOf = (plumberId: string): string => `cash:${plumberId}`;

export type { TransferKind };

/** What each kind of transfer moved on a day, in cents. */
export type DayTotals = { day: LocalDate } & Partial<Record<TransferKind, number>>;

/** What the books say is where, in cents. */
export interface Standing {
  /** At the payment provider, and at the bank as far as the ledger knows: what came less what went. */
  atProvider: number;
  atBank: number;
  /** For bookings, owed to plumbers, and going back to clients. */
  held: number;
  plumbers: number;
  refunds: number;
  /** What the company has earned, and what it has paid the provider. */
  commission: number;
  fees: number;
  /** What it has lost: passed on, and taken back by the provider. */
  losses: number;
}

/** What is wrong in the ledger. Amounts are cents. */
export interface LedgerFault {
  account: string;
  /** What its stored balance says, and what its transfers add up to. */
  stored: number;
  recomputed: number;
}
