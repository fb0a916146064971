import { RANK_PRIOR } from "~/db/profile-texts";
import type { Instant } from "../time/harare";

export { RANK_PRIOR };

export const RATINGS = [5, 4, 3, 2, 1] as const;
export type Rating = (typeof RATINGS)[number];
export const DEFAULT_RATING = 5;
export const COMMENT_LENGTH = 1000;
export const NO_COMMENT = "No comment";
/** How many the plumber's dashboard shows (D13). */
export const RECENT_REVIEWS = 3;

/**
 * So many clients without a job of another plumber may review one plumber within so many days; the next such review waits
 * for the office (R12).
 */
export const REVIEW_BURSTS = [
  { reviews: 3, days: 1 },
  { reviews: 8, days: 7 },
] as const;

export interface Review {
  id: string;
  rating: number;
  comment: string | null;
  createdAt: Instant;
  /** What the plumber answered, or null. */
  answer: string | null;
  client: { firstName: string; lastName: string; photoKey: string | null };
}

/** The views of the office's list of reviews, and the instant of a review that each is sorted by. */
export const MODERATION_VIEWS = {
  newest: "createdAt",
  held: "heldAt",
  reported: "reportedAt",
  hidden: "hiddenAt",
} as const;
export type ModerationView = keyof typeof MODERATION_VIEWS;

/** A review as the office sees it. */
export interface ModeratedReview extends Review {
  bookingId: string;
  /** The booking's. */
  reference: string;
  answeredAt: Instant | null;
  hiddenAt: Instant | null;
  hiddenReason: string | null;
  /** Since when it waits for the office, one of many at once (R12). */
  heldAt: Instant | null;
  reportedAt: Instant | null;
  /** Why it was reported, by up to ten people. */
  reports: string[];
  client: Review["client"] & { id: string };
  plumber: { id: string; firstName: string; lastName: string };
}

/** What a report can say with one tap. */
export const REPORT_REASONS = [
  "It is insulting",
  "It is not about this job",
  "It gives away private details",
  "It is advertising",
] as const;

/** A completed booking that its client has not reviewed yet. */
export interface ReviewableBooking {
  id: string;
  reference: string;
  startsAt: Instant;
  serviceType: string | null;
  plumber: { id: string; firstName: string; lastName: string };
}

/**
 * The stored mean of a pair's ratings counts in these parts of a star: lcm(1, ..., 16), so that up to 16 reviews have
 * an exact mean.
 */
export const RATING_UNIT = 720_720;

/** The mean of a pair's ratings in parts of a star; 0 without any. */
export const pairMean = (ratings: readonly number[]): number =>
  ratings.length === 0
    ? 0
    : Math.floor((RATING_UNIT * ratings.reduce((sum, rating) => sum + rating, 0)) / ratings.length);

/** What a plumber is ordered by, in stars, if so many clients give so many stars in the mean (D7). */
export const rankOf = (clients: number, stars: number): number =>
  (RANK_PRIOR.clients * RANK_PRIOR.stars + clients * stars) / (RANK_PRIOR.clients + clients);
