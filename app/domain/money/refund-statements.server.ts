import { sql, type SQL } from "drizzle-orm";
import type { RefundReason } from "~/db/money-words";
import { refunds } from "~/db/schema";
import { insertWhere } from "~/db/typed-writes.server";
import type { BookingForCommand } from "../bookings/booking";
import { SENT_WITHIN } from "../bookings/final-amount";
import type { DomainContext } from "../domain-context.server";
import { CLEARING, heldFor, LOSSES, REFUNDS_DUE } from "../ledger/accounts";
import { transfer } from "../ledger/ledger.server";
import { notify } from "../notices/notify.server";
import { newId } from "../values/id";
import { settlementNotices } from "./settlement-notices";

// What makes a refund, reduces it and ends it: statements for the batch of their cause, where `condition` holds there.

/** Cents of a booking that go back: why, and the id of what caused it. */
interface Refunded {
  booking: BookingForCommand;
  amount: number;
  reason: RefundReason;
  causeId: string;
}

/** The statement that makes a refund due (M14), once for its cause. */
export const insertRefund = (
  { db, now }: DomainContext,
  { booking, amount, reason, causeId }: Refunded,
  condition: SQL,
) =>
  insertWhere(
    db,
    refunds,
    { id: newId(), bookingId: booking.id, clientId: booking.client.id, causeId, reason, amount, createdAt: now },
    condition,
    { onConflict: "nothing" },
  );

/**
 * The statements that give money of a booking back to its client, and tell them (M12): out of what is held, or as the
 * company's loss, where that was passed on.
 */
export function refundStatements(
  context: DomainContext,
  { isLoss, ...refunded }: Refunded & { isLoss: boolean },
  condition: SQL,
) {
  const { booking, amount, causeId } = refunded;
  return {
    refundDue: transfer(
      context.db,
      {
        kind: isLoss ? "loss" : "refund-due",
        debit: isLoss ? LOSSES : heldFor(booking.id),
        credit: REFUNDS_DUE,
        amount,
        causeId,
        bookingId: booking.id,
        at: context.now,
      },
      condition,
    ),
    refund: insertRefund(context, refunded, condition),
    noticeToClient: notify(
      context,
      { user: booking.client.id },
      settlementNotices.refundDue,
      { booking, amount, dueBy: context.now + SENT_WITHIN },
      { causeId, condition },
    ),
  };
}

/** The statement that notes that the office has sent the refund of a condition, over `refunds` (M14). */
export const noteRefundSent = (
  { db, now }: DomainContext,
  { reference, adminId }: { reference: string; adminId: string },
  condition: SQL,
) => db.update(refunds).set({ sentAt: now, sentBy: adminId, reference }).where(condition);

/**
 * The statements that reduce what is due to be refunded for a booking by what the provider has given back of a payment
 * (`received` cents), the payment's own refund first (M11). `eventId`: of the history row that says so.
 */
export function reduceRefunds(
  { db, now }: DomainContext,
  {
    bookingId,
    paymentId,
    received,
    eventId,
    reference,
  }: { bookingId: string; paymentId: string; received: number; eventId: string; reference: string },
  condition: SQL,
) {
  const isDue = sql`booking_id = ${bookingId} and sent_at is null`;
  /** What is due, each with what it and those before it come to. */
  const due = sql`(select *, sum(amount) over (order by cause_id = ${paymentId} desc, created_at, id) as up_to from refunds where ${isDue})`;
  return {
    refundSent: transfer(
      db,
      {
        kind: "refund-sent",
        debit: REFUNDS_DUE,
        credit: CLEARING,
        amount: sql`(select min(${received}, coalesce(sum(amount), 0)) from refunds where ${isDue})`,
        causeId: paymentId,
        bookingId,
        at: now,
      },
      condition,
    ),
    // At most one refund goes back in part: that part becomes a refund of its own, which was sent.
    partSent: insertWhere(
      db,
      refunds,
      {
        id: newId(),
        bookingId,
        clientId: sql`client_id`,
        causeId: eventId,
        reason: sql`reason`,
        amount: sql`${received} - (up_to - amount)`,
        createdAt: sql`created_at`,
        sentAt: now,
        reference,
      },
      sql`up_to - amount < ${received} and up_to > ${received} and ${condition}`,
      { from: due },
    ),
    reduced: db
      .update(refunds)
      .set({
        amount: sql`iif(due.up_to > ${received}, due.up_to - ${received}, due.amount)`,
        sentAt: sql`iif(due.up_to > ${received}, null, ${now})`,
        reference: sql`iif(due.up_to > ${received}, null, ${reference})`,
      })
      .from(sql`${due} as due`)
      .where(sql`refunds.id = due.id and due.up_to - due.amount < ${received} and ${condition}`),
  };
}
