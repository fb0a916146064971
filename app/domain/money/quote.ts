import { addDays, dateAt, type Instant } from "../time/harare";
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

export const NEW_QUOTE = "Write a new quote";

export const MAX_LINES = 12;
export const ITEM_LENGTH = 80;
export const QUOTE_NOTE_LENGTH = 500;
export const MAX_VERSIONS = 20;
export const MAX_DAYS_VALID = 90;
const USUAL_DAYS_VALID = 7;

/** The last day of a quote unless its plumber chooses another (M2): the visit's while that is ahead, at most a week from today. */
export function usualLastDay(startsAt: Instant, now: Instant): string {
  const week = addDays(dateAt(now), USUAL_DAYS_VALID);
  const visit = dateAt(startsAt);
  return startsAt > now && visit < week ? visit : week;
}

const UNUSUAL_QUOTE = 5_000_00;

/** A quote of more than ten times the fee, or above $5,000, is asked about once more (M2). */
export const isUnusualQuote = (total: number, { fee }: { fee: number | null }): boolean =>
  total > UNUSUAL_QUOTE || isUnusual(total, { fee, agreedPrice: null });
