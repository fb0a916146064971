import type { BookingStatus } from "~/db/booking-statuses";
import { DAY, HOUR } from "../time/harare";
import type { findOpenJobWith } from "./queries/booking-details.server";
import type { selectForCommand, selectViews } from "./queries/booking-views.server";

export * from "~/db/booking-statuses";

/** A status within a sentence: "in progress". */
export const statusWord = (status: BookingStatus): string => status.replace("-", " ");

/** A cancellation later than this before the start is marked as late (B26). */
export const LATE_CANCELLATION = 2 * HOUR;

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

export type Participant = BookingForCommand["client"];

/**
 * A booking as commands read it, with the whole address in `location`. Amounts are in cents: `paidInHand` is part of
 * `paidAmount`, `passedOn` what Pombi has passed on of it, less what it lost since. `isByPhone`: the client has no email,
 * and the office speaks for them (N20). `plumber` null: no one is assigned yet.
 */
export type BookingForCommand = Awaited<ReturnType<typeof selectForCommand>>[number];

/**
 * A booking as pages and commands know it. `location` is as much of the address as the viewer may see, `area` what the
 * plumber sees until they confirm (B18). `reopenableUntil`: until when a completion can be taken back (B2), `closedFrom`:
 * the status before it was cancelled or refused, `isPaid`: nothing of its money is open, `isMissed`: a side says that the
 * visit was missed (B27), `frozenAt`: payments wait since then (M5), `preferredPlumberId`: whom the client asked for (B8).
 */
export type Booking = Omit<
  BookingForCommand,
  "paidInHand" | "passedOn" | "waitingSince" | "reviewedAt" | "isByPhone" | "isPlumberSuspended" | "jobMinutes"
>;

/** The open booking of two people, as their conversation shows it: `phone` is the other side's, while it is shared (B18). */
export type OpenJob = NonNullable<Awaited<ReturnType<typeof findOpenJobWith>>>;

/** A side of a booking as a viewer may see it: `phone` and `email` are null where they may not be seen (B18). */
export type KnownParticipant = BookingView["client"];

/**
 * A booking as one of its two sides, or the office, may see it: `givenLocation` is as much of the address as the client
 * wrote it, `pin` null if missing or this viewer may not see it (B18), `instead` for its client (B31).
 */
export type BookingView = Awaited<ReturnType<typeof selectViews<Record<never, never>>>>[number];

/** For how long after completion the two sides see each other's phone (B18). */
export const PHONES_SHARED_AFTER = 30 * DAY;
