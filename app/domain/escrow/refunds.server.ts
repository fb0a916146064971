import { eq, sql, type SQL } from "drizzle-orm";
import type { RefundReason } from "~/db/money-words";
import { bookings, refunds } from "~/db/schema";
import { transitionRecorded } from "../bookings/commands/booking-events.server";
import { SENT_WITHIN } from "../bookings/final-amount";
import type { DomainContext } from "../domain-context.server";
import { freeReference, isFreeReference, selectReference, takeReference } from "./bank-references.server";
import { heldFor, transfer, ledgerIsSound } from "../ledger/ledger.server";
import { notify } from "../notices/notify.server";
import { newId } from "../values/id";
import { escrowNotices } from "./escrow-notices";
import { type Database, insertWhere, columnsOf } from "~/db/client.server";
import { officeVerb } from "../audit-log/audit-log.server";
import { client, commandFields, plumber } from "../bookings/queries/booking-views.server";
import type { BookingForCommand } from "../bookings/booking-views";
import { emitChange } from "../money/money-events.server";
import { OK, refuse } from "../values/refusal";
import type { SteppedUpUser } from "../values/user";

/** Cents of a booking that go back: why, and the id of what caused it. */
interface Refunded {
  booking: BookingForCommand;
  amount: number;
  reason: RefundReason;
  causeId: string;
}

/** The statement that makes a refund due (M14), once for its cause. */
export function insertRefund({ db, now }: DomainContext, { booking, ...refunded }: Refunded, condition: SQL) {
  const row = { id: newId(), bookingId: booking.id, clientId: booking.client.id, ...refunded, createdAt: now };
  return insertWhere(db, refunds, row, condition, { onConflict: "nothing" });
}

/** The statements that give held money, or the company's where it was passed on, back to its client, and tell them (M12). */
export function refundStatements(
  context: DomainContext,
  { isLoss, ...refunded }: Refunded & { isLoss: boolean },
  condition: SQL,
) {
  const { booking, amount, causeId } = refunded;
  const move = { credit: "refunds:due", amount, causeId, bookingId: booking.id } as const;
  const debit = isLoss ? "losses" : heldFor(booking.id);
  const facts = { booking, amount, dueBy: context.now + SENT_WITHIN };
  return {
    refundDue: transfer(context, { kind: isLoss ? "loss" : "refund-due", debit, ...move }, condition),
    refund: insertRefund(context, refunded, condition),
    noticeToClient: notify(context, {
      to: booking.client.id,
      cause: causeId,
      when: condition,
      notice: escrowNotices.refundDue,
      facts,
    }),
  };
}

/**
 * The statements that reduce what is due to be refunded for a booking by what the provider has given back of a payment
 * (`received` cents), the payment's own refund first (M11). `eventId`: of the history row that says so.
 */
export function reduceRefunds(
  context: DomainContext,
  { id, providerReference, booking }: { id: string; providerReference: string | null; booking: BookingForCommand },
  received: number,
  eventId: string,
) {
  const { db, now } = context;
  const bookingId = booking.id;
  const reference = providerReference ?? id;
  const condition = transitionRecorded(booking, eventId);
  const isDue = sql`booking_id = ${bookingId} and sent_at is null`;
  /** Refunds that are due, each with the sum of it and those before it. */
  const due = sql`(select *, sum(amount) over (order by cause_id = ${id} desc, created_at, id) as up_to from refunds where ${isDue})`;
  const amount = sql`(select min(${received}, coalesce(sum(amount), 0)) from refunds where ${isDue})`;
  const move = { kind: "refund-sent", debit: "refunds:due", credit: "clearing", causeId: id, bookingId } as const;
  const part = {
    id: newId(),
    bookingId,
    clientId: sql`client_id`,
    causeId: eventId,
    reason: sql`reason`,
    amount: sql`${received} - (up_to - amount)`,
    createdAt: sql`created_at`,
    sentAt: now,
    reference,
  };
  const isPart = sql`up_to - amount < ${received} and up_to > ${received} and ${condition}`;
  return {
    refundSent: transfer(context, { ...move, amount }, condition),
    // At most one refund goes back in part: that part becomes a refund of its own, which was sent.
    partSent: insertWhere(db, refunds, part, isPart, { from: due }),
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

interface RefundForCommand {
  id: string;
  amount: number;
  booking: BookingForCommand;
}

/** A refund and its booking for the office's command; null: none. */
export async function findRefundForCommand(db: Database, id: string): Promise<RefundForCommand | null> {
  const [row] = await db
    .select({ refund: columnsOf(refunds, "id", "amount"), ...commandFields })
    .from(refunds)
    .innerJoin(bookings, eq(bookings.id, refunds.bookingId))
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
    .where(eq(refunds.id, id));
  if (!row) return null;
  const { refund, ...booking } = row;
  return { ...refund, booking };
}

/**
 * Notes that a refund was sent, with the reference that the bank or EcoCash gave (M14): it is booked, once, and the client
 * is told. The same again changes nothing and succeeds. Refuses with `refundSent` (with another reference), `refundChanged`
 * (the provider has given a part of it back since, M11), `referenceUsed` by another payout, refund or arrival, and `ledgerAtFault` (M13).
 */
export async function markRefundSent(
  context: DomainContext,
  admin: SteppedUpUser,
  { id, amount, booking }: RefundForCommand,
  reference: string,
) {
  const { db, now } = context;
  const bookingId = booking.id;
  const move = { kind: "refund-sent", debit: "refunds:due", credit: "bank", amount, bookingId } as const;
  const facts = { booking, amount, reference };
  const { after, used } = await officeVerb(context, admin, "refundSent", {
    subject: { kind: "booking", id: bookingId },
    after: { amount, reference },
    when: sql`${ledgerIsSound(now)} and exists (select 1 from refunds where id = ${id} and sent_at is null and amount = ${amount})
      and ${isFreeReference(reference)}`,
    // Its cause is the entry, not the refund: one that came back is sent again.
    do: (recorded, entryId) => ({
      taken: takeReference(db, reference, recorded),
      sent: db
        .update(refunds)
        .set({ sentAt: now, sentBy: admin.id, reference })
        .where(sql`id = ${id} and ${recorded}`),
      transfer: transfer(context, { ...move, causeId: entryId }, recorded),
      notice: notify(context, {
        to: booking.client.id,
        cause: entryId,
        when: recorded,
        notice: escrowNotices.refundSent,
        facts,
      }),
      after: db
        .select(columnsOf(refunds, "sentAt", "reference", "amount"))
        .from(refunds)
        .where(eq(refunds.id, id)),
      used: selectReference(db, reference),
    }),
  });
  if (after[0]?.reference === reference) {
    emitChange(context, booking);
    return OK;
  }
  if (after[0]?.sentAt !== null) return refuse("refundSent");
  if (after[0].amount !== amount) return refuse("refundChanged");
  return refuse(used.length > 0 ? "referenceUsed" : "ledgerAtFault");
}

/** A refund that our office noted as sent came back from the bank, or was never sent (`unsent`: noted wrongly). */
export type RefundReturn = "returned" | "unsent";

/**
 * Takes back that a refund was sent, and why (M14): by a counter-entry it is due again from now on, and the client is told.
 * The reference of one noted wrongly can be used again. `reference` is the one shown: taken back twice, nothing changes.
 * Refuses with `refundNotSent`, also for what the provider gave back itself, and with `refundSent` when it went out again.
 */
export async function takeRefundBack(
  context: DomainContext,
  admin: SteppedUpUser,
  { id, amount, booking }: RefundForCommand,
  { what, reference, reason }: { what: RefundReturn; reference: string; reason: string },
) {
  const { db, now } = context;
  const wasSent = what === "returned";
  const move = { kind: "refund-returned", debit: "bank", credit: "refunds:due", amount } as const;
  const facts = { booking, amount, wasSent, dueBy: now + SENT_WITHIN };
  const due = { sentAt: null, sentBy: null, reference: null, returnReason: reason, createdAt: now };
  const { after } = await officeVerb(context, admin, "refundReturned", {
    subject: { kind: "booking", id: booking.id },
    after: { amount, reference, cameBack: wasSent },
    reason,
    when: sql`exists (select 1 from refunds where id = ${id} and sent_by is not null and reference = ${reference} and amount = ${amount})`,
    do: (recorded, entryId) => ({
      due: db
        .update(refunds)
        .set(due)
        .where(sql`id = ${id} and ${recorded}`),
      transfer: transfer(context, { ...move, causeId: entryId, bookingId: booking.id }, recorded),
      freed: wasSent ? null : freeReference(db, reference, recorded),
      notice: notify(context, {
        to: booking.client.id,
        cause: entryId,
        when: recorded,
        notice: escrowNotices.refundReturned,
        facts,
      }),
      after: db
        .select(columnsOf(refunds, "sentAt", "sentBy", "returnReason"))
        .from(refunds)
        .where(eq(refunds.id, id)),
    }),
  });
  const [found] = after;
  if (found?.sentAt === null && found.returnReason !== null) {
    emitChange(context, booking);
    return OK;
  }
  return refuse(found?.sentBy ? "refundSent" : "refundNotSent");
}
