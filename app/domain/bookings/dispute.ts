import type { VisitOutcome } from "~/db/booking-statuses";
import type { DisputeEvent } from "~/db/money-words";
import { weekdayBit } from "../time/availability";
import { addDays, dateAt, instantOf, type Instant, type LocalDate } from "../time/harare";

/** The end of each dispute by the office (M5): a decision about the money, or a note that it is resolved. */
export const DISPUTE_ENDS = {
  "plumber-did-not-come": "decide",
  "nobody-was-there": "decide",
  "dispute-final": "decide",
  "deny-payment": "resolve",
  cancel: "resolve",
} as const satisfies Record<DisputeEvent, string>;

/** A dispute as the office reads it. */
export interface OpenDispute {
  id: string;
  isMissedVisit: boolean;
  about: string;
  /** The claim and who makes it, as a sentence without its full stop. */
  said: string;
  reason: string | null;
  /** Why the plumber asks for more than was agreed. */
  before: string | null;
  /** Else a decision about the money ends it. */
  canResolve: boolean;
  /** The payment that was denied, in cents; null: it is about something else. */
  denied: number | null;
  openedAt: Instant;
  closedAt: Instant | null;
  ended: string | null;
}

const WORKING_DAYS = 3;
/** The time in which the office promises to decide (B30). */
export const DECIDED_WITHIN = `${WORKING_DAYS} working days`;

/** The last day on which the office decides in time about what was opened then: days from Monday to Friday count (B30). */
export function decidedBy(openedAt: Instant): LocalDate {
  let day = dateAt(openedAt);
  for (let left = WORKING_DAYS; left > 0;) {
    day = addDays(day, 1);
    if ((weekdayBit(day) & WEEKEND) === 0) left -= 1;
  }
  return day;
}

/** Disputes opened before this instant and still open are overdue (B30). */
export function overdueBefore(now: Instant): Instant {
  const today = dateAt(now);
  let day = today;
  while (decidedBy(instantOf(addDays(day, -1), 0)) >= today) day = addDays(day, -1);
  return instantOf(day, 0);
}
const WEEKEND = 0b1100000;

/** Our office's last word on a dispute of a booking (M5): a decision, or what it has found out. */
export interface Ruling {
  event: "decide" | "resolve-dispute";
  /** The final amount that it decided on, in cents; null: it decided on none. */
  amount: number | null;
  outcome: VisitOutcome | null;
  reason: string | null;
}
