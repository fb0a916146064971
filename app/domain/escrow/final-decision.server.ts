import { sql } from "drizzle-orm";
import type * as z from "zod";
import { batch } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { BookingForCommand } from "../bookings/booking-views";
import { isStillAdmin } from "../audit-log/audit-log.server";
import { recordEvent, transitionRecorded } from "../bookings/commands/booking-events.server";
import { closeDisputes } from "../bookings/commands/disputes.server";
import type { DomainContext } from "../domain-context.server";
import { type BookingEventName, withLatest } from "../bookings/booking-event";
import { isUndecided } from "../bookings/booking-machine";
import { DISPUTE_EVENTS } from "~/db/money-words";
import { selectLatest } from "../bookings/queries/booking-details.server";
import { paidInHand, passedOn } from "../bookings/queries/step-columns.server";
import { newId } from "../values/id";
import { OK, refuse } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";
import { refundStatements } from "./refunds.server";
import { emitChange, type MoneyChange, recordDecision } from "../money/money-events.server";
import { decidesHeld, stateOfDispute } from "../money/booking-money";
import { decideMissedVisit } from "../money/missed-visits.server";
import type { decisionForm } from "../money/money-forms";
import { shareOf } from "./settlement";
import { shareOutStatements } from "./settlements.server";
import { FINAL_CHANGES } from "../money/final-amount.server";

type Decision = z.output<typeof decisionForm>;

/**
 * The reason why a decision is not made: the booking is not as its page showed it, its dispute asks for more, or it is above
 * what the plumber asks, which is more often a slip of the finger.
 */
export function whyNotDecided(booking: BookingForCommand, { shown, amount, outcome, sure }: Decision) {
  if (shown !== stateOfDispute(booking)) return refuse("finalChanged");
  if (booking.finalAmount !== null && amount === null) return refuse("amountRequired");
  if (booking.finalAmount !== null && amount !== null && amount > booking.finalAmount && sure !== "on")
    return refuse("aboveFinal");
  return isUndecided(booking) && !outcome ? refuse("outcomeRequired") : null;
}

/**
 * Decides for the office what its booking's dispute is about: a missed visit, held money (less the commission of `percent`),
 * or the final amount. Refuses with `aboveHeld`, and as those verbs do.
 */
export async function decideDispute(
  context: DomainContext,
  admin: SteppedUpUser,
  booking: BookingForCommand,
  { amount, held, toPlumber: part, outcome, start, reason }: Decision,
  percent: number,
) {
  if (outcome) return decideMissedVisit(context, admin, booking, { outcome, start, reason });
  if (!decidesHeld(booking) || held === "keep") return decideFinal(context, admin, booking, amount, reason);
  const { heldAmount } = booking;
  const toPlumber = { release: heldAmount, refund: 0, split: part ?? 0 }[held];
  if (toPlumber > heldAmount) return refuse("aboveHeld");
  return shareOutHeld(context, admin, booking, { toPlumber, reason }, percent);
}

/** With what was paid in hand meanwhile: it is no longer clear what goes back. */
const DECISION_CHANGES: readonly BookingEventName[] = [...FINAL_CHANGES, "confirm-payment", "void-receipt"];

/**
 * Decides for the office what a completed booking costs, in cents, and why (M3); null, before completion, only ends the
 * freeze of a payer's dispute. Closes the disputes (M5); what the plumber got above `amount` goes back as the company's
 * loss (M12). Refuses with `finalChanged` where `booking` (of `findBookingFor`) has changed, as by another admin, or
 * nothing is to decide; a missed visit is `decideMissedVisit`'s.
 */
export async function decideFinal(
  context: DomainContext,
  admin: SteppedUpUser,
  booking: BookingForCommand,
  amount: number | null,
  reason: string,
) {
  const { db, now } = context;
  const { finalAmount, finalAnswer, frozenAt } = booking;
  if ((amount === null) !== (finalAmount === null) || isUndecided(booking)) return refuse("finalChanged");
  const change: MoneyChange = { id: newId(), actor: admin, booking, event: "decide", amount, reason };
  const lost = amount === null ? 0 : Math.max(0, booking.passedOn - Math.max(0, amount - booking.paidInHand));
  const answer = amount === null ? null : "decided";
  const decision = { frozenAt: null, finalAmount: amount, updatedAt: now, finalAnswer: answer } as const;
  const isToDecide = sql`id = ${booking.id} and final_amount is ${finalAmount} and final_answer is ${finalAnswer}
    and frozen_at is ${frozenAt}
    and ${passedOn} = ${booking.passedOn}
    and ${booking.passedOn > 0 ? sql`${paidInHand} = ${booking.paidInHand}` : sql`true`}
    and (final_amount is not null or frozen_at is not null) and ${isStillAdmin(admin.id)}`;
  const recorded = transitionRecorded(booking, change.id);
  const refund = { booking, amount: lost, reason: "decided", causeId: change.id, isLoss: true } as const;
  const { event, ...records } = recordDecision(context, change, {
    action: "moneyDecided",
    before: { amount: finalAmount, frozen: frozenAt !== null, lost: 0 },
    after: { amount, frozen: false, lost },
  });
  const { decided, latest } = await batch(db, {
    decided: db.update(bookings).set(decision).where(isToDecide),
    event,
    refundEvent: lost > 0 ? recordEvent(context, booking, "refund", admin, { amount: lost }) : null,
    ...(lost > 0 && refundStatements(context, refund, recorded)),
    ...records,
    disputes: closeDisputes(context, booking.id, DISPUTE_EVENTS, recorded),
    latest: selectLatest(db, booking.id),
  });
  if (decided.meta.changes === 0) return withLatest(refuse("finalChanged"), latest, DECISION_CHANGES, admin, now);
  emitChange(context, booking);
  return OK;
}

/**
 * Decides for the office who gets held money that its payer disputes (M11, M12): `toPlumber` in cents, less the commission
 * of `percent`; the rest goes back. Ends the freeze and closes the disputes. Refuses with `finalChanged` when another sum
 * is held than `booking` (of `findBookingFor`) says, when nothing is frozen, or when less is held than `toPlumber`.
 */
export async function shareOutHeld(
  context: DomainContext,
  admin: SteppedUpUser,
  booking: BookingForCommand,
  { toPlumber, reason }: { toPlumber: number; reason: string },
  percent: number,
) {
  const { db, now } = context;
  const { heldAmount: held, frozenAt } = booking;
  if (frozenAt === null || toPlumber > held || !decidesHeld(booking)) return refuse("finalChanged");
  const change: MoneyChange = { id: newId(), actor: admin, booking, event: "decide", amount: null, reason };
  const decided = transitionRecorded(booking, change.id);
  const isUnchanged = sql`id = ${booking.id} and frozen_at = ${frozenAt} and held_amount = ${held} and status = ${booking.status}
          and plumber_id is ${booking.plumber?.id ?? null} and ${isStillAdmin(admin.id)}`;
  const share = shareOf("decided", held, held - toPlumber, percent);
  const { ended, latest } = await batch(db, {
    ended: db.update(bookings).set({ frozenAt: null, updatedAt: now }).where(isUnchanged),
    ...recordDecision(context, change, {
      action: "moneyShared",
      before: { amount: held },
      after: { amount: toPlumber, refunded: held - toPlumber },
    }),
    ...shareOutStatements(context, { actor: admin, booking, share }, decided),
    disputes: closeDisputes(context, booking.id, DISPUTE_EVENTS, decided),
    latest: selectLatest(db, booking.id),
  });
  if (ended.meta.changes !== 1) return withLatest(refuse("finalChanged"), latest, ["decide"], admin, now);
  emitChange(context, booking);
  return OK;
}
