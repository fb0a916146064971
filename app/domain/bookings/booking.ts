import type { BookingStatus } from "~/db/booking-statuses";
import { DAY, type Instant } from "../time/harare";

export { BOOKING_STATUSES, isOpen, OPEN_STATUSES, type BookingStatus } from "~/db/booking-statuses";

/** The plumber has said yes and the job is not over. */
export const AGREED_STATUSES = ["confirmed", "in-progress"] as const satisfies readonly BookingStatus[];

/** The parts of a user's list of bookings: all, what lies ahead, what is over, what was called off. */
export const BOOKING_FILTERS = ["all", "upcoming", "past", "cancelled"] as const;
export type BookingFilter = (typeof BOOKING_FILTERS)[number];

/** The filter that an address names; anything else shows all. */
export const parseBookingFilter = (text: string | null): BookingFilter =>
  BOOKING_FILTERS.find((known) => known === text) ?? "all";

/** What a client can ask for (D11). */
export const SERVICE_TYPES = ["Leak Fixing", "Drain Cleaning", "Installation", "Inspection", "Other"] as const;

/** What each side can say for a refusal or a cancellation with one tap; their own words may stand beside it. */
export const CANCELLATION_REASONS = {
  client: ["The problem is solved", "The time does not suit me any more", "I have found somebody else"],
  plumber: ["I am not free at that time", "It is too far away", "It is not my kind of work"],
  admin: ["The client asked us to", "The plumber asked us to", "It was booked twice"],
} as const;
export const REASON_LENGTH = 300;

/** Shown until somebody writes another (B17). */
export const DEFAULT_SERVICE = "Plumbing Service";
export const DEFAULT_TITLE = "Plumbing Job";
export const NO_REPORT = "No report submitted yet.";
export const NO_PLUMBER_YET = "To be assigned";

/** Who a user in a booking is to the other side. */
export interface Participant {
  id: string;
  firstName: string;
  lastName: string;
  photoKey: string | null;
}

export interface Booking {
  id: string;
  /** What people read out on the phone: `PB-7K3QF2`. */
  reference: string;
  status: BookingStatus;
  startsAt: Instant;
  serviceType: string | null;
  location: string | null;
  notes: string | null;
  title: string | null;
  report: string | null;
  seenAt: Instant | null;
  /** A new start that one side has proposed and the other not yet answered. */
  proposedStart: Instant | null;
  proposedBy: "client" | "plumber" | null;
  proposals: number;
  createdAt: Instant;
  /** Whom the client asked for, while the desk has yet to give the request to anybody; null otherwise. */
  preferredPlumberId: string | null;
  preferredPlumberName: string | null;
  client: Participant;
  /** Null: an unassigned request. */
  plumber: Participant | null;
}

/** A side of a booking as a viewer may know it: `phone` and `email` are null where they may not be seen (B18). */
export interface KnownParticipant extends Participant {
  phone: string | null;
  email: string | null;
}

/** A booking as one of its people, or the office, may know it. */
export interface BookingView extends Booking {
  client: KnownParticipant;
  plumber: KnownParticipant | null;
  /** Why it was refused or cancelled, in the words of whoever did it; null: no reason given, or neither. */
  reason: string | null;
  /** When its client reviewed it, or null. */
  reviewedAt: Instant | null;
}

/** For how long after completion the two sides see each other's phone (B18). */
export const PHONES_SHARED_AFTER = 30 * DAY;
