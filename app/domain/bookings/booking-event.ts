import type { MoneyEvent, OnlineEvent } from "~/db/money-words";
import type { Instant } from "../time/harare";
import type { BookingStatus } from "./booking";
import type { BookingActor, BookingTransition, ProposalAction } from "./booking-machine";
import type { JobStepName } from "./job-steps";

export type { MoneyEvent, OnlineEvent };

/** What a client mends of an open request or booking (P5, B4). */
export type ClientCorrection = "remove-photo" | "set-pin" | "remove-pin";

/** What the office did because a client has no email (N20). */
type CallEvent = "told-by-phone";

/** What a booking's history can hold (B11). */
export type BookingEventName =
  | "request"
  | "assign"
  | "reschedule"
  | BookingTransition
  | ProposalAction
  | JobStepName
  | ClientCorrection
  | CallEvent
  | MoneyEvent
  | OnlineEvent;

/** A line of a booking's history. */
export interface BookingEvent {
  event: BookingEventName;
  actorRole: BookingActor;
  /** Null: the system, or an account that is gone. */
  actorId: string | null;
  actorName: string | null;
  to: BookingStatus;
  /** Why, in the actor's words. */
  reason: string | null;
  /** Whom an assignment went to; null of other events. */
  plumberName: string | null;
  /** How long someone on the way will take; null of other events. */
  minutesAway: number | null;
  /** The start that an event about the time was about; null of other events. */
  aboutStart: Instant | null;
  /** Cents, of an event about money; else null. */
  amount: number | null;
  at: Instant;
}
