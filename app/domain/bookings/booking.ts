import type { BookingStatus, OpenStatus } from "~/db/booking-statuses";
import type { PrivatePhotoKind } from "../photos/photo";
import { DAY, HOUR, type Instant } from "../time/harare";

export {
  ACCEPTED_STATUSES,
  AGREED_STATUSES,
  BOOKING_STATUSES,
  isAccepted,
  isAgreed,
  isCalledOff,
  isOpen,
  isToCome,
  isUnderWay,
  KEPT_STATUSES,
  OPEN_STATUSES,
  phaseOf,
  TO_COME_STATUSES,
  UNDER_WAY_STATUSES,
  type BookingStatus,
  type CalledOffStatus,
  type KeptStatus,
  type OpenStatus,
  type Phase,
} from "~/db/booking-statuses";

/** A status as it stands in a sentence: "in progress". */
export const statusWord = (status: BookingStatus): string => status.replace("-", " ");

/** A cancellation later than this before the start is marked as late (B26). */
export const LATE_CANCELLATION = 2 * HOUR;

/** How far ahead a requested or another start may be (B5, B13). */
export const MAX_LEAD_TIME = 366 * DAY;

/** The parts of a user's list of bookings (L5): all, open ones, completed ones, cancelled and refused ones. */
export const BOOKING_FILTERS = ["all", "upcoming", "past", "cancelled"] as const;
export type BookingFilter = (typeof BOOKING_FILTERS)[number];

/** The filter that a URL names; for anything else, "all". */
export const parseBookingFilter = (text: string | null): BookingFilter =>
  BOOKING_FILTERS.find((known) => known === text) ?? "all";

/** What a client can ask for (D11). */
export const SERVICE_TYPES = ["Leak Fixing", "Drain Cleaning", "Installation", "Inspection", "Other"] as const;

/** Reasons for refusing or cancelling that take one tap; people may add their own words, or say nothing (B11). */
export const CANCELLATION_REASONS = {
  client: ["The problem is solved", "The time no longer suits me", "I found someone else"],
  plumber: ["I'm not free at that time", "It is too far away", "It isn't my kind of work"],
  admin: ["The client asked us to", "The plumber asked us to", "It was booked twice", "No plumber is free then"],
} as const;
/** What is wrong, and what was done, in characters. */
export const NOTES_LENGTH = 1000;
export const REPORT_LENGTH = 1000;
export const TITLE_LENGTH = 60;
export const STREET_LENGTH = 240;

/** Shown until someone writes another (B17). */
export const DEFAULT_SERVICE = "Plumbing Service";
export const DEFAULT_TITLE = "Plumbing Job";
export const NO_REPORT = "No report submitted yet.";
export const NO_PLUMBER_YET = "To be assigned";

/** What each side of a booking always sees of the other (B18). */
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
  /** Where, in one line; in a `BookingView`, as much of it as its viewer may see (B18). */
  location: string | null;
  /** The suburb and city of the address; null: not known. */
  suburb: string | null;
  city: string | null;
  /** What the plumber sees of it until they confirm: the suburb with its city, else the city. */
  area: string | null;
  notes: string | null;
  title: string | null;
  report: string | null;
  seenAt: Instant | null;
  /** When the plumber set off, and when they expect to be there; null: not on the way (B25). */
  onTheWayAt: Instant | null;
  expectedAt: Instant | null;
  completedAt: Instant | null;
  /** Until when the plumber can take the completion back (B2); null: not completed, or it can no longer be. */
  reopenableUntil: Instant | null;
  /** The status in which it was cancelled or refused; null: it wasn't. */
  closedFrom: OpenStatus | null;
  /** Who cancelled it less than two hours before its start (B26). */
  cancelledLateBy: "client" | "plumber" | null;
  /** Cents (M1 to M4): the fee while there is a plumber, the accepted quote's total, what was asked for in the end. */
  fee: number | null;
  agreedPrice: number | null;
  /** The part of it that the quote asks for in advance; null: none. */
  agreedDeposit: number | null;
  finalAmount: number | null;
  finalReason: string | null;
  /** How a final amount above the agreed price was settled; null: not yet, or there is nothing to settle. */
  finalAnswer: "agreed" | "disputed" | "decided" | null;
  paidAmount: number;
  due: number;
  /** Whether nothing of its money is open. */
  isPaid: boolean;
  /** Whether a side says that the visit was missed, and our office has yet to decide (B27). */
  isMissed: boolean;
  /** Since when payments wait for the office's decision (M5). */
  frozenAt: Instant | null;
  /** When the client released the held money (M12), and what is held, in cents. */
  releasedAt: Instant | null;
  heldAmount: number;
  /** The open suggestion of another start, who made it, and how many there have been (B13). */
  proposedStart: Instant | null;
  proposedBy: "client" | "plumber" | null;
  proposals: number;
  createdAt: Instant;
  /** The plumber that the client asked for, while the office has yet to assign the request (B8); null otherwise. */
  preferredPlumberId: string | null;
  preferredPlumberName: string | null;
  client: Participant;
  /** Null: nobody is assigned yet. */
  plumber: Participant | null;
}

/** The open booking of two people, as their conversation shows it. */
export interface OpenJob extends Pick<
  Booking,
  "id" | "status" | "startsAt" | "serviceType" | "onTheWayAt" | "isPaid" | "isMissed"
> {
  /** The other side's, while it is shared (B18). */
  phone: string | null;
}

/** A side of a booking as a viewer may see it: `phone` and `email` are null where they may not be seen (B18). */
export interface KnownParticipant extends Participant {
  phone: string | null;
  email: string | null;
}

/** A booking as one of its two sides, or the office, may see it. */
export interface BookingView extends Booking {
  client: KnownParticipant;
  plumber: KnownParticipant | null;
  /** As much of the address, as the client wrote it. */
  givenLocation: string | null;
  /** `latitude,longitude`; null: none, or not to be seen by this viewer (B18). */
  pin: string | null;
  photos: { id: string; kind: Exclude<PrivatePhotoKind, "message"> }[];
  /** Whether its client has no email: booked by phone, and reached by phone alone (B29). */
  isByPhone: boolean;
  /** When its client reviewed it, or null. */
  reviewedAt: Instant | null;
  /** For its client: the booking that has taken the place of a cancelled or refused one (B31). */
  instead: { id: string; firstName: string } | null;
}

/** For how long after completion the two sides see each other's phone (B18). */
export const PHONES_SHARED_AFTER = 30 * DAY;
