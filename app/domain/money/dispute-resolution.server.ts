import { sql } from "drizzle-orm";
import { batch, insertWhere, isOneOf } from "~/db/client.server";
import { DISPUTE_EVENTS } from "~/db/money-words";
import { bookings, disputes, payments } from "~/db/schema";
import { isStillAdmin } from "../audit-log/audit-log.server";
import { transitionRecorded } from "../bookings/commands/booking-events.server";
import { closeDenialsOncePaid, closeDispute, openCashDispute } from "../bookings/commands/disputes.server";
import { DISPUTE_ENDS } from "../bookings/dispute";
import type { BookingForCommand } from "../bookings/booking-views";
import { due } from "../bookings/queries/step-columns.server";
import type { DomainContext } from "../domain-context.server";
import { dateAt } from "../time/harare";
import { newId } from "../values/id";
import { OK, refuse } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";
import { emitChange, type MoneyChange, recordDecision } from "./money-events.server";
import { canBePaid, selectOpenRecord } from "./payments.server";
import { countPaid, issueReceipt, noteCash } from "./receipts.server";

/** The disputes that take no decision about money: a note resolves them (O31). */
const RESOLVABLE = DISPUTE_EVENTS.filter((event) => DISPUTE_ENDS[event] === "resolve");

/**
 * Closes a dispute of a booking (O31) with the office's words, which both sides are told; once, and logged. Of a denied
 * payment `paid` is what was paid after all, in cents, 0 for nothing: it counts at once, with a receipt (M5, M7); of others
 * it is null. Refuses with `finalChanged` what is no such dispute of this booking or was settled otherwise, with
 * `outcomeRequired`, `moneyFrozen`, `aboveDue`, or `paymentOpen` and the record that waits.
 */
export async function resolveDispute(
  context: DomainContext,
  admin: SteppedUpUser,
  booking: BookingForCommand,
  { dispute, reason, paid }: { dispute: string; reason: string; paid: number | null },
) {
  const { db, now } = context;
  const id = newId();
  const change: MoneyChange = { id, actor: admin, booking, event: "resolve-dispute", amount: paid, reason };
  const recorded = transitionRecorded(booking, id);
  const amount = paid ?? 0;
  const canCount = sql`exists (select 1 from bookings where id = ${booking.id} and ${canBePaid(amount)})
    and not exists (select 1 from payments where booking_id = ${booking.id} and status = 'open')`;
  const isThis = sql`booking_id = ${booking.id} and (disputes.closed_at is null and ${isOneOf(disputes.event, RESOLVABLE)}) and ${isStillAdmin(admin.id)}
    and (disputes.event = 'deny-payment') = ${paid === null ? 0 : 1} and ${amount > 0 ? canCount : sql`true`}`;
  const method = sql`coalesce((select denied.method from payments as denied where denied.booking_id = ${booking.id}
    and denied.status = 'denied' and denied.answered_at = disputes.opened_at limit 1), 'other')`;
  const record = { id, bookingId: booking.id, amount, method, recordedBy: "admin", recordedAt: now } as const;
  const answer = { status: "confirmed", answeredBy: "admin", answeredAt: now } as const;
  const isFound = sql`disputes.id = ${dispute} and ${recorded}`;
  const { closed, after, present, open, same } = await batch(db, {
    closed: closeDispute(context, dispute, isThis),
    ...recordDecision(context, change, { action: "disputeResolved" }),
    ...(amount > 0 && {
      payment: insertWhere(db, payments, { ...record, ...answer }, isFound, { from: sql`disputes` }),
      receipt: issueReceipt(context, booking),
      cash: noteCash(context, booking),
      ...countPaid(db, booking, amount, dateAt(now), recorded),
      denials: closeDenialsOncePaid(context, booking.id),
      cashDispute: openCashDispute(context, booking, id),
    }),
    after: db
      .select({ closedAt: disputes.closedAt, event: disputes.event })
      .from(disputes)
      .where(sql`id = ${dispute} and booking_id = ${booking.id}`),
    present: db
      .select({ frozenAt: bookings.frozenAt, due })
      .from(bookings)
      .where(sql`id = ${booking.id}`),
    open: selectOpenRecord(db, booking, "admin"),
    same: db
      .select({ closedAt: disputes.closedAt })
      .from(disputes)
      .where(
        sql`id = ${dispute} and exists (select 1 from booking_events as ended where ended.booking_id = ${booking.id}
          and ended.at = disputes.closed_at and ended.event = 'resolve-dispute' and ended.amount is ${paid})`,
      ),
  });
  if (closed.meta.changes > 0) emitChange(context, booking);
  if (same[0]) return OK;
  const [found] = after;
  if (!found || found.closedAt !== null) return refuse("finalChanged");
  if (found.event === "deny-payment" && paid === null) return refuse("outcomeRequired");
  if (amount === 0 || !present[0]) return refuse("finalChanged");
  if (present[0].frozenAt !== null) return refuse("moneyFrozen");
  if (open[0]) return { ...refuse("paymentOpen"), record: open[0] };
  return present[0].due < amount ? { ...refuse("aboveDue"), due: present[0].due } : refuse("finalChanged");
}
