import type { FinalAnswer } from "~/db/money-words";
import type { Instant } from "../time/harare";
import type { Named } from "../values/user";
import type { BookingStatus, OpenStatus } from "./booking";
import type { Ruling } from "./dispute";
import type { JobPhotoKind } from "./job-photos";

export type BookingSide = "client" | "plumber";

export interface Participant extends Named {
  id: string;
  photoKey: string | null;
}

/** A side of a booking as a viewer may see it: `phone` and `email` are null where they may not be seen (B18). */
export interface KnownParticipant extends Participant {
  phone: string | null;
  email: string | null;
}

/** A booking as pages and commands know it. Amounts are in cents. */
export interface Booking {
  id: string;
  reference: string;
  status: BookingStatus;
  startsAt: Instant;
  serviceType: string | null;
  /** As much of the address as the viewer may see (B18). */
  location: string | null;
  suburb: string | null;
  city: string | null;
  notes: string | null;
  title: string | null;
  report: string | null;
  client: Participant;
  /** Null: no one is assigned yet. */
  plumber: Participant | null;
  /** Whom the client asked for (B8). */
  preferredPlumberId: string | null;
  preferredPlumberName: string | null;

  createdAt: Instant;
  seenAt: Instant | null;
  onTheWayAt: Instant | null;
  expectedAt: Instant | null;
  completedAt: Instant | null;
  /** Until when a completion can be taken back (B2). */
  reopenableUntil: Instant | null;
  proposedStart: Instant | null;
  proposedBy: BookingSide | null;
  proposals: number;
  cancelledLateBy: BookingSide | null;
  missedBy: BookingSide | null;
  /** A side says that the visit was missed, or our office has decided so (B27, M5). */
  isMissed: boolean;

  fee: number | null;
  agreedPrice: number | null;
  agreedDeposit: number | null;
  finalAmount: number | null;
  finalReason: string | null;
  finalAnswer: FinalAnswer | null;
  due: number;
  paidAmount: number;
  heldAmount: number;
  /** Nothing of its money is open. */
  isPaid: boolean;
  releasedAt: Instant | null;
  /** Payments wait since then (M5). */
  frozenAt: Instant | null;
}

/** The standing of a booking: since when it waits, its review, and whether its people can be reached. */
interface Standing {
  waitingSince: Instant;
  reviewedAt: Instant | null;
  /** The client has no email, and the office speaks for them (N20). */
  isByPhone: boolean;
  /** Nothing but a call reaches them: no messages by WhatsApp either. */
  isOnlyCalled: boolean;
  isPlumberSuspended: boolean;
}

/** A booking as commands read it, with the whole address in `location`. */
export interface BookingForCommand extends Booking, Standing {
  jobMinutes: number;
  /** The part of `paidAmount` that the plumber got in hand. */
  paidInHand: number;
  /** The part of `paidAmount` that Pombi has passed on, less its losses since. */
  passedOn: number;
}

/** A booking as one of its two sides, or the office, may see it. */
export interface BookingView extends Booking, Standing {
  client: KnownParticipant;
  plumber: KnownParticipant | null;
  /** Where it is, as the plumber sees it until they confirm. */
  area: string | null;
  /** As much of the address as the client wrote it. */
  givenLocation: string | null;
  /** `latitude,longitude`; null: missing, or this viewer may not see it (B18). */
  pin: string | null;
  photos: { id: string; kind: JobPhotoKind }[];
  /** The status before it was cancelled or refused. */
  closedFrom: OpenStatus | null;
  /** Our office's last word on a dispute (M5). */
  ruling: Ruling | null;
  /** The booking that its client has asked for in its place, for the client alone (B31). */
  instead: { id: string; firstName: string } | null;
  /** The booking in whose place it was asked for, for its client and the office (B31). */
  replacesId: string | null;
}

/** A booking whose place another one took, or the one that took it (`isLater`; B31). */
export interface Replacement {
  id: string;
  reference: string;
  isLater: boolean;
}

/** The request of a browser that waits for its client's account, with its plumber as everyone sees them (B28). */
export interface WaitingRequest extends Named {
  photoKey: string | null;
  feeCents: number;
  startsAt: Instant;
}

/** The address of one of a client's bookings, as a form offers it again (B32). */
export interface KnownAddress {
  id: string;
  street: string;
  suburb: string;
  city: string | null;
  /** `latitude,longitude` */
  pin: string | null;
}

/**
 * The open booking of two people, as their conversation shows it: `phone` is the other side's, while it is shared (B18).
 * For the office the next or else the latest one of whom it writes to.
 */
export interface OpenJob extends Pick<Booking, "id" | "status" | "startsAt" | "serviceType" | "onTheWayAt"> {
  isPaid: boolean;
  isMissed: boolean;
  phone: string | null;
}

/** A request that someone has filled in but not sent (B28). A null field was left empty. */
export interface RequestDraft {
  id: string;
  plumberId: string;
  replacesId: string | null;
  startsAt: Instant | null;
  serviceType: string | null;
  suburb: string | null;
  street: string | null;
  pin: string | null;
  notes: string | null;
  question: string | null;
  expiresAt: Instant;
  photos: { id: string }[];
}
