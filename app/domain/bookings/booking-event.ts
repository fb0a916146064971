import type { Instant } from "../time/harare";
import type { BookingStatus } from "./booking";
import type { BookingActor, BookingTransition, ProposalAction } from "./booking-machine";
import type { JobStepName } from "./job-steps";

/** What happens to the money of a booking, as its history names it (M2 to M7). */
export const MONEY_EVENTS = [
  "quote",
  "accept-quote",
  "decline-quote",
  "agree-final",
  "dispute-final",
  "decide",
  "record-payment",
  "confirm-payment",
  "deny-payment",
  "void-receipt",
] as const;
export type MoneyEvent = (typeof MONEY_EVENTS)[number];

/** What a booking's history can hold (B11). */
export type BookingEventName =
  "request" | "assign" | "reschedule" | BookingTransition | ProposalAction | JobStepName | MoneyEvent;

/** A line of a booking's history. */
export interface BookingEvent {
  event: BookingEventName;
  actorRole: BookingActor;
  actorName: string | null;
  to: BookingStatus;
  /** Why; of an assignment, the new plumber's name. */
  reason: string | null;
  /** Cents, of an event about money; else null. */
  amount: number | null;
  at: Instant;
}
