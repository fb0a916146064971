import { eq, sql } from "drizzle-orm";
import { batch, isOneOf } from "~/db/client.server";
import { OBJECTIONS } from "~/db/money-words";
import { bookings } from "~/db/schema";
import type { BookingForCommand } from "../bookings/booking-views";
import { speaksForClient } from "../bookings/queries/booking-conditions.server";
import { transitionRecorded } from "../bookings/commands/booking-events.server";
import { closeDisputes, openDispute } from "../bookings/commands/disputes.server";
import type { DomainContext } from "../domain-context.server";
import { type BookingEventName, withLatest } from "../bookings/booking-event";
import { isDisputed } from "../bookings/final-amount";
import { selectLatest } from "../bookings/queries/booking-details.server";
import { newId } from "../values/id";
import { OK, refuse } from "../values/refusal";
import type { AuthenticatedUser } from "../values/user";
import { emitChange, type MoneyChange, recordChange } from "./money-events.server";
import { asksClient } from "./booking-money";

/** The events that change a final amount. */
export const FINAL_CHANGES: readonly BookingEventName[] = [
  "complete",
  "reopen",
  "agree-final",
  "dispute-final",
  "decide",
];
const isAbove = sql`final_amount > coalesce(agreed_price, fee)`;

/** The condition of each answer. Something can be wrong with the work while money is held for it (M5). */
const ANSWERABLE = {
  agreed: sql`(final_answer is null and ${isAbove} or ${isOneOf(sql`final_answer`, OBJECTIONS)})`,
  disputed: sql`(final_answer is null and ${isAbove})`,
  objected: sql`((final_answer = 'agreed' or final_answer is null and (${isAbove}) is not true) and held_amount > 0)`,
};

const amountAnswer =
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
      // An objection to the work names none: the amount stays agreed.
      amount: answer === "objected" || booking.finalAnswer === "objected" ? null : amount,
      reason: answer === "agreed" ? null : reason,
    };
    const isAnswerable = sql`id = ${booking.id} and ${speaksForClient(speaker)} and final_amount = ${amount} and ${ANSWERABLE[answer]}`;
    const { answered, present, latest } = await batch(db, {
      answered: db.update(bookings).set({ finalAnswer: answer, updatedAt: now }).where(isAnswerable),
      ...recordChange(context, change),
      dispute:
        answer === "agreed"
          ? closeDisputes(context, booking.id, ["dispute-final"], transitionRecorded(booking, id))
          : openDispute(context, booking, { id, event: "dispute-final" }),
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
export const agreeFinal = amountAnswer("agree-final");

/**
 * Says that the client does not agree to it, where it is more than was agreed (M3), else that something is wrong with the
 * work, while money is held for it (M5); `reason`: why, or null. Until the office decides only what was agreed is due, and
 * what is held stays held (M12). Refuses as `agreeFinal` does.
 */
export const disputeFinal = amountAnswer("dispute-final");
