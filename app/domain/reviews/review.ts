import type { Instant } from "../time/harare";

export const RATINGS = [5, 4, 3, 2, 1] as const;
export type Rating = (typeof RATINGS)[number];
export const DEFAULT_RATING = 5;
export const COMMENT_LENGTH = 1000;
export const NO_COMMENT = "No comment";
/** How many the plumber's dashboard shows (spec 9). */
export const RECENT_REVIEWS = 3;

export interface Review {
  id: string;
  rating: number;
  comment: string | null;
  createdAt: Instant;
  client: { name: string; username: string; photoKey: string | null };
}

/** A completed booking that its client has not reviewed yet. */
export interface ReviewableBooking {
  id: string;
  reference: string;
  startsAt: Instant;
  serviceType: string | null;
  plumber: { id: string; name: string; username: string };
}

/**
 * The stored order of plumbers (product.md 15): five imagined reviews of 4.00 keep one good review from outranking
 * fifty. `sum` and `count` of the real ratings; a whole number.
 */
export function rankScore(sum: number, count: number): number {
  return Math.floor((1000 * (5 * 4 + sum)) / (5 + count));
}
