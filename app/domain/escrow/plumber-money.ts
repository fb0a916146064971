import type { SettlementReason } from "~/db/money-words";
import type { Instant } from "../time/harare";
import type { PayoutStatus } from "./payout";

export type { SettlementReason };

/** What Pombi has of a plumber's money, in cents. */
export interface PlumberMoney {
  /** For jobs that are not over, or not released yet. */
  held: number;
  /** Released, and to be paid out. */
  owed: number;
  paidOut: number;
}

/** What a job's held money has brought its plumber, in cents. */
export interface ReleasedRow {
  id: string;
  bookingId: string;
  reference: string;
  client: string;
  reason: SettlementReason;
  earned: number;
  commission: number;
  at: Instant;
}

/** A payout as its plumber sees it. */
export interface OwnPayout {
  id: string;
  amount: number;
  place: string;
  status: PayoutStatus;
  createdAt: Instant;
  sentAt: Instant | null;
  reference: string | null;
}
