import type { BookingStatus } from "~/db/booking-statuses";
import { DAY, HOUR } from "../time/harare";

export * from "~/db/booking-statuses";

/** A status within a sentence: "in progress". */
export const statusWord = (status: BookingStatus): string => status.replace("-", " ");

/** A cancellation later than this before the start is marked as late (B26). */
export const LATE_CANCELLATION = 2 * HOUR;
export const LATE_WARNING = "This is less than 2 hours before the start, so it counts as late.";

/** The furthest start of a request or a move (B5, B13). */
export const MAX_LEAD_TIME = 366 * DAY;

/** The parts of a user's list of bookings (L5): all, open ones, completed ones, cancelled and refused ones. */
export const BOOKING_FILTERS = ["all", "upcoming", "past", "cancelled"] as const;
export type BookingFilter = (typeof BOOKING_FILTERS)[number];

export const parseBookingFilter = (text: string | null): BookingFilter =>
  BOOKING_FILTERS.find((known) => known === text) ?? "all";

export const SERVICE_TYPES = ["Leak Fixing", "Drain Cleaning", "Installation", "Inspection", "Other"] as const;

/** Reasons for refusing or cancelling that take one tap; people may add their own words, or say nothing (B11). */
export const CANCELLATION_REASONS = {
  client: ["The problem is solved", "The time no longer suits me", "I found someone else"],
  plumber: ["I'm not free at that time", "It is too far away", "It isn't my kind of work"],
  admin: ["The client asked us to", "The plumber asked us to", "It was booked twice", "No plumber is free then"],
} as const;
/** Limits in characters. */
export const NOTES_LENGTH = 1000;
export const REPORT_LENGTH = 1000;
export const TITLE_LENGTH = 60;
export const STREET_LENGTH = 240;

export const DEFAULT_SERVICE = "Plumbing Service";
export const DEFAULT_TITLE = "Plumbing Job";
export const NO_REPORT = "No report submitted yet.";
export const NO_PLUMBER_YET = "To be assigned";

/** For how long after completion the two sides see each other's phone (B18). */
export const PHONES_SHARED_AFTER = 30 * DAY;

/** The life of a request that was filled in but not sent (B28). */
export const DRAFT_LIFE = 48 * HOUR;
