import type { Booking, Participant } from "../bookings/booking-views";
import type { Instant } from "../time/harare";
import { fullName, type Named } from "../values/user";
import { RANK_PRIOR } from "~/db/rank";
import type { reviews } from "~/db/schema";

export { RANK_PRIOR };

export const RATINGS = [5, 4, 3, 2, 1] as const;
export type Rating = (typeof RATINGS)[number];
export const DEFAULT_RATING = 5;
export const COMMENT_LENGTH = 1000;
/** The name above a review; of an erased account there is none. */
export const authorOf = (client: Named): string => fullName(client) || "Unknown Client";

export const NO_COMMENT = "No comment";
export const RECENT_REVIEWS = 3;

/** After so many clients without a job of another plumber within so many days, the next such review is held (R12). */
export const REVIEW_BURSTS = [
  { reviews: 3, days: 1 },
  { reviews: 8, days: 7 },
] as const;

export const MODERATION_VIEWS = {
  newest: "createdAt",
  held: "heldAt",
  reported: "reportedAt",
  hidden: "hiddenAt",
} as const;
export type ModerationView = keyof typeof MODERATION_VIEWS;

export const REPORT_REASONS = [
  "It is insulting",
  "It is not about this job",
  "It gives away private details",
  "It is advertising",
] as const;

/** The stars by which plumbers are ordered, if so many clients give so many stars in the mean (D7). */
export const rankOf = (clients: number, stars: number): number =>
  (RANK_PRIOR.clients * RANK_PRIOR.stars + clients * stars) / (RANK_PRIOR.clients + clients);

/** A finished job that its client can review. */
export interface ReviewableBooking extends Pick<Booking, "id" | "reference" | "startsAt" | "serviceType"> {
  plumber: Named & { id: string };
  /** The price in words, once it is settled (R14); null until then. */
  price: string | null;
}

/** A review as pages show it. */
export interface ReviewView {
  id: string;
  bookingId: string;
  /** The booking's reference. */
  job: string;
  client: Participant;
  plumber: Participant;
  rating: number;
  comment: string | null;
  answer: string | null;
  createdAt: Instant;
  /** Only its writer is shown a hidden one, or one that waits for the office (R7, R12). */
  hiddenReason: string | null;
  heldAt: Instant | null;
  /** Its writer lets everyone see the kind of work, and the cents it cost, once settled (R14). */
  showsJob: boolean;
  shownService: string | null;
  shownAmount: number | null;
}

/** A review as the office moderates it; `reports`: the reasons of the last ten. */
export interface ModeratedReview
  extends
    Pick<
      typeof reviews.$inferSelect,
      "id" | "bookingId" | "rating" | "comment" | "createdAt" | "answer" | "answeredAt"
    >,
    Pick<typeof reviews.$inferSelect, "hiddenAt" | "hiddenReason" | "heldAt" | "reportedAt"> {
  reference: string;
  reports: string[];
  client: Named & { id: string; photoKey: string | null };
  plumber: Named & { id: string };
}
