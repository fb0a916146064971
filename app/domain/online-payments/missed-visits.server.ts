import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { isStillAdmin, recordAuditEntry } from "../audit-log/audit-log.server";
import type { BookingForCommand } from "../bookings/booking";
import { transitionRecorded } from "../bookings/commands/booking-events.server";
import { closeDisputes } from "../bookings/commands/disputes.server";
import { DISPUTE_EVENTS } from "../bookings/dispute";
import { withLatest } from "../bookings/booking-event";
import { selectLatest } from "../bookings/queries/booking-details.server";
import type { DomainContext } from "../domain-context.server";
import { emitChange, recordMoneyEvent, tellSides, type MoneyChange } from "../money/money-events.server";
import { newId } from "../values/id";
import { refuse, type Refusal } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";
import { shareOf } from "./settlement";
import { shareOutStatements } from "./settlements.server";

/**
 * Decides for the office who gets the money held for a booking whose visit was missed (M5, M12): `toPlumber` in cents, less
 * the commission of `percent`; the rest goes back to the client. Ends the freeze and closes the disputes. Logged, with why. `booking` is what
 * `findBookingFor` gave; of two admins who decide, the second is told: refuses with `finalChanged` when another sum is
 * held, when nothing is frozen, or when less is held than the plumber is to get.
 */
export async function shareOutMissedVisit(
  context: DomainContext,
  admin: SteppedUpUser,
  booking: BookingForCommand,
  { toPlumber, reason }: { toPlumber: number; reason: string },
  percent: number,
): Promise<{ ok: true } | Refusal<"finalChanged">> {
  const { db, now } = context;
  const { heldAmount: held, frozenAt, finalAmount } = booking;
  if (frozenAt === null || finalAmount !== null || held <= 0 || toPlumber > held) return refuse("finalChanged");
  const change: MoneyChange = { id: newId(), actor: admin, booking, event: "decide", amount: null, reason };
  const decided = transitionRecorded(change.id);
  const share = shareOf("decided", held, held - toPlumber, percent);
  const { ended, latest } = await batch(db, {
    ended: db.update(bookings).set({ frozenAt: null, updatedAt: now })
      .where(sql`id = ${booking.id} and frozen_at = ${frozenAt} and held_amount = ${held} and status = ${booking.status}
          and plumber_id is ${booking.plumber?.id ?? null} and ${isStillAdmin(admin.id)}`),
    event: recordMoneyEvent(context, change),
    ...shareOutStatements(context, { actor: admin, booking, share }, decided),
    auditEntry: recordAuditEntry(
      context,
      {
        admin,
        action: "moneyShared",
        subject: { kind: "booking", id: booking.id },
        before: { amount: held },
        after: { amount: toPlumber, refunded: held - toPlumber },
        reason,
      },
      decided,
    ).entry,
    disputes: closeDisputes(context, booking.id, DISPUTE_EVENTS, decided),
    notices: tellSides(context, change),
    latest: selectLatest(db, booking.id),
  });
  if (ended.meta.changes !== 1) return withLatest(refuse("finalChanged"), latest, ["decide"], admin, now);
  emitChange(context, booking);
  return { ok: true };
}
