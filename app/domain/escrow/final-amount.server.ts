import { eq, sql } from "drizzle-orm";
import { batch, isOneOf } from "~/db/client.server";
import { OBJECTIONS } from "~/db/money-words";
import { bookings } from "~/db/schema";
import type { BookingForCommand } from "../bookings/booking-views";
import { isStillAdmin } from "../audit-log/audit-log.server";
import { speaksForClient } from "../bookings/queries/booking-conditions.server";
import { recordEvent, transitionRecorded } from "../bookings/commands/booking-events.server";
import { closeDisputes, openDispute } from "../bookings/commands/disputes.server";
import type { DomainContext } from "../domain-context.server";
import { type BookingEventName, withLatest } from "../bookings/booking-event";
import { isUndecided } from "../bookings/booking-machine";
import { DISPUTE_EVENTS } from "../bookings/dispute";
import { isDisputed } from "../bookings/final-amount";
import { selectLatest } from "../bookings/queries/booking-details.server";
import { paidInHand, passedOn } from "../bookings/queries/step-columns.server";
import { newId } from "../values/id";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser, SteppedUpUser } from "../values/user";
import { refundStatements } from "./refunds.server";
import { emitChange, type MoneyChange, recordChange, recordDecision } from "../money/money-events.server";
import { asksClient, decidesHeld } from "../money/booking-money";
import { shareOf } from "./settlement";
import { shareOutStatements } from "./settlements.server";

const FINAL_CHANGES: readonly BookingEventName[] = ["complete", "reopen", "agree-final", "dispute-final", "decide"];
/** With what was paid in hand meanwhile: it is no longer clear what goes back. */
const DECISION_CHANGES: readonly BookingEventName[] = [...FINAL_CHANGES, "confirm-payment", "void-receipt"];

const isAbove = sql`final_amount > coalesce(agreed_price, fee)`;

/** The condition of each answer. Something can be wrong with the work while money is held for it (M5). */
const ANSWERABLE = {
  agreed: sql`(final_answer is null and ${isAbove} or ${isOneOf(sql`final_answer`, OBJECTIONS)})`,
  disputed: sql`(final_answer is null and ${isAbove})`,
  objected: sql`((final_answer = 'agreed' or final_answer is null and (${isAbove}) is not true) and held_amount > 0)`,
};

const answering =
  (event: "agree-final" | "dispute-final") =>
  async (
    context: DomainContext,
    speaker: AuthenticatedUser,
    booking: BookingForCommand,
    amount: number,
    reason: string | null = null,
  ) => {
    const { db, now } = context;
    const id = newId();
    const answer = event === "agree-final" ? "agreed" : asksClient(booking) ? "disputed" : "objected";
    const change: MoneyChange = {
      id,
      actor: speaker,
      booking,
      event,
      // What is said of the work names none: the amount stays agreed.
      amount: answer === "objected" || booking.finalAnswer === "objected" ? null : amount,
      reason: answer === "agreed" ? null : reason,
    };
    const isAnswerable = sql`id = ${booking.id} and ${speaksForClient(speaker)} and final_amount = ${amount} and ${ANSWERABLE[answer]}`;
    const { answered, present, latest } = await batch(db, {
      answered: db.update(bookings).set({ finalAnswer: answer, updatedAt: now }).where(isAnswerable),
      ...recordChange(context, change),
      dispute:
        answer === "agreed"
          ? closeDisputes(context, booking.id, ["dispute-final"], transitionRecorded(id))
          : openDispute(context, id, booking.id),
      present: db
        .select({ finalAmount: bookings.finalAmount, finalAnswer: bookings.finalAnswer })
        .from(bookings)
        .where(eq(bookings.id, booking.id)),
      latest: selectLatest(db, booking.id),
    });
    if (answered.meta.changes > 0) emitChange(context, booking);
    const [after] = present;
    const isSame = after?.finalAnswer === answer || (answer !== "agreed" && after && isDisputed(after));
    return after?.finalAmount === amount && isSame
      ? OK
      : withLatest(refuse("finalChanged"), latest, FINAL_CHANGES, speaker, now);
  };

/**
 * Agrees to the final amount that the page showed, where it is more than was agreed (M3), also after a disagreement: all of
 * it is due then. `booking` is what `findBookingFor` gave this client, or the office for one without an email (N20).
 * Agreeing twice changes nothing. Refuses with `finalChanged`: it is another one by now, or settled.
 */
export const agreeFinal = answering("agree-final");

/**
 * Says that the client does not agree to it, where it is more than was agreed (M3), else that something is wrong with the
 * work, while money is held for it (M5); `reason`: why, or null. Until the office decides only what was agreed is due, and
 * what is held stays held (M12). Refuses as `agreeFinal` does.
 */
export const disputeFinal = answering("dispute-final");

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
  const recorded = transitionRecorded(change.id);
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
  const decided = transitionRecorded(change.id);
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
