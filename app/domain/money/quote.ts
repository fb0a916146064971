import type { Instant } from "../time/harare";
import { isUnusual } from "../bookings/final-amount";

// The lines of a quote and their limits (M2). Amounts are cents.

export interface QuoteLine {
  what: string;
  amount: number;
}

/** A version of a quote (M2). */
export interface Quote {
  version: number;
  status: "open" | "accepted" | "declined" | "replaced" | "ended";
  lines: QuoteLine[];
  total: number;
  /** Asked for in advance (M10). */
  deposit: number | null;
  note: string | null;
  /** The last instant at which to accept it. */
  validUntil: Instant;
  createdAt: Instant;
}

export const MAX_LINES = 12;
export const ITEM_LENGTH = 80;
export const QUOTE_NOTE_LENGTH = 500;
export const MAX_VERSIONS = 20;
export const MAX_DAYS_VALID = 90;
export const USUAL_DAYS_VALID = 7;

const UNUSUAL_QUOTE = 5_000_00;

/** A quote of more than ten times the fee, or above $5,000, is asked about once more (M2). */
export const isUnusualQuote = (total: number, { fee }: { fee: number | null }): boolean =>
  total > UNUSUAL_QUOTE || isUnusual(total, { fee, agreedPrice: null });
