import type { MoneyEvent, OnlineEvent } from "~/db/money-words";
import type { Instant } from "../time/harare";
import type { BookingStatus } from "./booking";
import type { BookingActor, BookingTransition, ProposalAction } from "./booking-machine";
import type { JobStepName } from "./job-steps";

export type { MoneyEvent, OnlineEvent };

/** What a client mends of an open request or booking (P5, B4). */
export type ClientCorrection = "remove-photo" | "set-pin" | "remove-pin";

/** What the office did because a client has no email (N20). */
export type CallEvent = "told-by-phone";

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
  /** Why; of an assignment the new plumber's name, on the way the minutes, of a time its start (ISO 8601). */
  reason: string | null;
  /** Cents, of an event about money; else null. */
  amount: number | null;
  at: Instant;
}
