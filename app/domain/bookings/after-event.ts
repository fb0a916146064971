import { MINUTE, type Instant } from "../time/harare";
import { isCalledOff, isOpen, LATE_CANCELLATION } from "./booking";
import { BOOKING_TRANSITIONS, type BookingActor, type BookingTransition, type ProposalAction } from "./booking-machine";
import { figuresOf } from "./final-amount";
import { missedVisitClaim, type JobStepName } from "./job-steps";
import type { NoticedBooking } from "./noticed-booking";

// A booking as it is once something has happened to it: notices are written in the batch of their cause, and say what is
// next from then on (B30). The commands' statements have the last word; a test holds that both agree.

/**
 * After a transition by `actor`, who gave a `reason`; `amount`: what a completion asks for, in cents, or null. That somebody
 * else is asked instead comes later.
 */
export function afterTransition<Noticed extends NoticedBooking>(
  booking: Noticed,
  {
    transition,
    actor,
    amount = null,
    reason = null,
  }: { transition: BookingTransition; actor: BookingActor; amount?: number | null; reason?: string | null },
  now: Instant,
): Noticed {
  const status = BOOKING_TRANSITIONS[transition].to;
  const isLate = transition === "cancel" && booking.startsAt - now < LATE_CANCELLATION;
  const after = {
    ...booking,
    status,
    finalAmount: status === "completed" ? amount : null,
    finalAnswer: status === "completed" ? booking.finalAnswer : null,
    openQuote: isOpen(status) ? booking.openQuote : null,
    closedFrom: isCalledOff(status) && isOpen(booking.status) ? booking.status : null,
    closing: isCalledOff(status) ? { by: actor, at: now, reason } : null,
    cancelledLateBy: isLate && (actor === "client" || actor === "plumber") ? actor : null,
  };
  return { ...after, ...figuresOf(after) };
}

/** With another start (B13). */
export const afterMove = <Noticed extends NoticedBooking>(booking: Noticed, startsAt: Instant): Noticed => ({
  ...booking,
  startsAt,
  proposedStart: null,
  proposedBy: null,
  onTheWayAt: null,
  expectedAt: null,
});

/** Given to a plumber by the office, with the start it has then (B14): what was agreed on with another one is void. */
export const afterAssignment = <Noticed extends NoticedBooking>(
  booking: Noticed,
  { plumber, fee, startsAt }: { plumber: NonNullable<NoticedBooking["plumber"]>; fee: number; startsAt: Instant },
  now: Instant,
) => ({
  ...afterMove(booking, startsAt),
  plumber,
  isPlumberSuspended: false,
  fee: Math.min(booking.fee ?? fee, fee),
  agreedPrice: null,
  openQuote: null,
  preferredPlumberName: null,
  waitingSince: now,
});

/** After what was done about another time, `start`, by the side `by` (B13). */
export function afterProposal<Noticed extends NoticedBooking>(
  booking: Noticed,
  { action, start, by }: { action: ProposalAction; start: Instant; by: "client" | "plumber" },
): Noticed {
  if (action === "accept") return afterMove(booking, start);
  return action === "propose"
    ? { ...booking, proposedStart: start, proposedBy: by }
    : { ...booking, proposedStart: null, proposedBy: null };
}

/** After a step of the day (B25, B27); `minutes`: how long the plumber will take, or null. */
export function afterStep<Noticed extends NoticedBooking>(
  booking: Noticed,
  { step, minutes }: { step: JobStepName; minutes: number | null },
  now: Instant,
): Noticed {
  if (step === "on-the-way") return { ...booking, onTheWayAt: now, expectedAt: now + (minutes ?? 0) * MINUTE };
  if (step === "not-on-the-way") return { ...booking, onTheWayAt: null, expectedAt: null };
  const claimEvents = [...booking.claimEvents, { event: step }];
  const isMissed = (["client", "plumber"] as const).some((side) => missedVisitClaim(claimEvents, side) === "standing");
  const after = { ...booking, claimEvents, isMissed, frozenAt: isMissed ? (booking.frozenAt ?? now) : null };
  return { ...after, ...figuresOf(after) };
}
