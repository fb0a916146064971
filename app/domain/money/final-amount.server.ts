import { eq, sql, type SQL } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { isStillAdmin, recordAuditEntry } from "../audit-log/audit-log.server";
import type { BookingForCommand } from "../bookings/booking";
import { speaksForClient } from "../bookings/queries/booking-conditions.server";
import { recordEvent, transitionRecorded } from "../bookings/commands/booking-events.server";
import { closeDisputes, openDispute } from "../bookings/commands/disputes.server";
import type { DomainContext } from "../domain-context.server";
import { type BookingEventName, withLatest } from "../bookings/booking-event";
import { DISPUTE_EVENTS } from "../bookings/dispute";
import { selectLatest } from "../bookings/queries/booking-details.server";
import { paidInHand, passedOn } from "../bookings/queries/step-columns.server";
import { newId } from "../values/id";
import { refuse, type Refusal } from "../values/refusal";
import type { AuthenticatedUser, SteppedUpUser } from "../values/user";
import { refundStatements } from "./refund-statements.server";
import { emitChange, recordSpokenFor, recordMoneyEvent, tellSides, type MoneyChange } from "./money-events.server";

type Result = { ok: true } | Refusal<"finalChanged">;

/** What changes or settles a final amount. */
const CHANGES_OF_FINAL: readonly BookingEventName[] = ["complete", "reopen", "agree-final", "dispute-final", "decide"];
/** With what was paid in hand meanwhile: it is no longer clear what goes back. */
const CHANGES_OF_DECISION: readonly BookingEventName[] = [...CHANGES_OF_FINAL, "confirm-payment", "void-receipt"];

/** The condition that a final amount is above what was agreed (M3). */
const isAbove = sql`final_amount > coalesce(agreed_price, fee)`;

/**
 * Agrees to the final amount that the page showed, where it is more than was agreed (M3): all of it is due then. Still
 * possible after a disagreement, until the office has decided. `booking` is what `findBookingFor` gave this client, or the
 * office for one without an email (N20). Agreeing twice changes nothing and succeeds. Refuses with `finalChanged`: it is another one by now, or settled.
 */
export const agreeFinal = (
  context: DomainContext,
  speaker: AuthenticatedUser,
  booking: BookingForCommand,
  amount: number,
) => answerFinal(context, { id: newId(), actor: speaker, booking, event: "agree-final", amount }, "agreed");

/**
 * Says that the client does not agree to the final amount that the page showed, for a `reason` or null: that goes to the
 * office, and only what was agreed is due until the office decides (M3, M5). What is held for the job stays held
 * until then: so they can say it of any amount while something is (M12). Refuses as `agreeFinal` does.
 */
export const disputeFinal = (
  context: DomainContext,
  speaker: AuthenticatedUser,
  booking: BookingForCommand,
  amount: number,
  reason: string | null,
) => answerFinal(context, { id: newId(), actor: speaker, booking, event: "dispute-final", amount, reason }, "disputed");

async function answerFinal(
  context: DomainContext,
  change: MoneyChange & { amount: number },
  answer: "agreed" | "disputed",
): Promise<Result> {
  const { db, now } = context;
  const { id, actor, booking, amount } = change;
  const answerable =
    answer === "agreed"
      ? sql`(final_answer is null and ${isAbove} or final_answer = 'disputed')`
      : sql`final_answer is null and (${isAbove} or held_amount > 0)`;
  const { answered, present, latest } = await batch(db, {
    answered: db
      .update(bookings)
      .set({ finalAnswer: answer, updatedAt: now })
      .where(sql`id = ${booking.id} and ${speaksForClient(actor)} and final_amount = ${amount} and ${answerable}`),
    event: recordMoneyEvent(context, change),
    forClient: recordSpokenFor(context, change),
    dispute:
      answer === "disputed"
        ? openDispute(context, id, booking.id)
        : closeDisputes(context, booking.id, ["dispute-final"], transitionRecorded(id)),
    notices: tellSides(context, change),
    present: selectFinal(db, booking.id),
    latest: selectLatest(db, booking.id),
  });
  if (answered.meta.changes > 0) {
    emitChange(context, booking);
    return { ok: true };
  }
  return present[0]?.finalAmount === amount && present[0].finalAnswer === answer
    ? { ok: true }
    : withLatest(refuse("finalChanged"), latest, CHANGES_OF_FINAL, actor, now);
}

/**
 * Decides for the office what is to be paid in the end for a completed booking, in cents, and why (M3); that ends a
 * freeze too, and closes the booking's disputes (M5). What was passed on to the plumber already and is above `amount` goes
 * back to the client as the company's loss (M12). Of a booking that is frozen and not completed `amount` is null: the decision only ends the freeze.
 * Logged. `booking` is what `findBookingFor` gave; of two admins who decide, the second is told: refuses with
 * `finalChanged` when the amount, its answer, the freeze or what was paid is another by now, or when there is nothing to decide.
 */
export async function decideFinal(
  context: DomainContext,
  admin: SteppedUpUser,
  booking: BookingForCommand,
  amount: number | null,
  reason: string,
): Promise<Result> {
  const { db, now } = context;
  const { finalAmount, finalAnswer, frozenAt } = booking;
  if ((amount === null) !== (finalAmount === null)) return refuse("finalChanged");
  const change: MoneyChange = { id: newId(), actor: admin, booking, event: "decide", amount, reason };
  const lost = amount === null ? 0 : Math.max(0, booking.passedOn - Math.max(0, amount - booking.paidInHand));
  const isAsShown: SQL = sql`final_amount is ${finalAmount} and final_answer is ${finalAnswer} and frozen_at is ${frozenAt}
    and ${passedOn} = ${booking.passedOn}
    and ${booking.passedOn > 0 ? sql`${paidInHand} = ${booking.paidInHand}` : sql`true`}`;
  const recorded = transitionRecorded(change.id);
  const { decided, latest } = await batch(db, {
    decided: db
      .update(bookings)
      .set({ frozenAt: null, finalAmount: amount, updatedAt: now, finalAnswer: amount === null ? null : "decided" })
      .where(
        sql`id = ${booking.id} and ${isAsShown} and (final_amount is not null or frozen_at is not null) and ${isStillAdmin(admin.id)}`,
      ),
    event: recordMoneyEvent(context, change),
    refundEvent: lost > 0 ? recordEvent(context, booking, "refund", admin, { amount: lost }) : null,
    ...(lost > 0 &&
      refundStatements(
        context,
        { booking, amount: lost, reason: "decided", causeId: change.id, isLoss: true },
        recorded,
      )),
    auditEntry: recordAuditEntry(
      context,
      {
        admin,
        action: "moneyDecided",
        subject: { kind: "booking", id: booking.id },
        before: { amount: finalAmount, frozen: frozenAt !== null, lost: 0 },
        after: { amount, frozen: false, lost },
        reason,
      },
      recorded,
    ).entry,
    disputes: closeDisputes(context, booking.id, DISPUTE_EVENTS, recorded),
    notices: tellSides(context, change),
    latest: selectLatest(db, booking.id),
  });
  if (decided.meta.changes === 0) return withLatest(refuse("finalChanged"), latest, CHANGES_OF_DECISION, admin, now);
  emitChange(context, booking);
  return { ok: true };
}

const selectFinal = (db: Database, bookingId: string) =>
  db
    .select({ finalAmount: bookings.finalAmount, finalAnswer: bookings.finalAnswer })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
