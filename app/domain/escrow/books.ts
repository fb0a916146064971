import type { TransferKind } from "~/db/money-words";
import type { LocalDate } from "../time/harare";

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
