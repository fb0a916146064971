import { and, eq, sql, type SQL } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { batch, type Database, columnsOf, insertWhere } from "~/db/client.server";
import { bookingEvents, bookings, onlinePayments, payments, receipts } from "~/db/schema";
import type { QuoteLine } from "./quote";
import { isStillAdmin } from "../audit-log/audit-log.server";
import { transitionRecorded } from "../bookings/commands/booking-events.server";
import { countInTallies } from "../bookings/commands/tallies.server";
import { client, locationSeenBy, participantAsSeenBy, plumber } from "../bookings/queries/booking-views.server";
import type { BookingForCommand } from "../bookings/booking-views";
import { isOf } from "../bookings/queries/booking-conditions.server";
import type { DomainContext } from "../domain-context.server";
import { cashOf, transfer, transferEach } from "../ledger/ledger.server";
import { dateAt } from "../time/harare";
import { newId } from "../values/id";
import { OK, refuse } from "../values/refusal";
import type { Named, SessionClaims, SteppedUpUser } from "../values/user";
import { emitChange, type MoneyChange, recordDecision } from "./money-events.server";
import type { Receipt, IssuedReceipt } from "./receipt";

type Context = Pick<DomainContext, "db" | "now">;

/** The numbers begin behind 1000; taken inside the statement that uses them, they have no gap and no double (M7). */
const nextNumber = sql`(select coalesce(max(number), 1000) + 1 from receipts)`;

/** A side's names as they are now, as JSON: of the booking of a payment. */
const namesNow = (side: "client_id" | "plumber_id") =>
  sql`(select json_object('firstName', first_name, 'lastName', last_name) from users
    where id = (select ${sql.identifier(side)} from bookings where bookings.id = booking_id))`;

/** The statement that gives a booking's confirmed payment its receipt (M7), behind the confirmation in its batch. */
export function issueReceipt({ db, now }: DomainContext, booking: BookingForCommand) {
  const receipt = {
    number: nextNumber,
    bookingId: sql`booking_id`,
    paymentId: sql`id`,
    amount: sql`amount`,
    issuedAt: now,
    clientNames: namesNow("client_id"),
    plumberNames: namesNow("plumber_id"),
  };
  const isNew = sql`booking_id = ${booking.id} and status = 'confirmed' and not exists (select 1 from receipts
    where payment_id = payments.id)`;
  return insertWhere(db, receipts, receipt, isNew, { from: sql`payments` });
}

/** The statement that notes in the ledger what a plumber was paid in hand (M12, M13), behind the confirmation in its batch. */
export function noteCash(context: DomainContext, { id, plumber }: BookingForCommand) {
  const isInHand = sql`booking_id = ${id} and status = 'confirmed' and method <> 'online'`;
  const move = { kind: "cash", debit: "cash-noted", bookingId: sql`booking_id` } as const;
  return transferEach(context, sql`payments`, { ...move, credit: cashOf(plumber?.id ?? "") }, isInHand);
}

/** The statement that records a payment that the provider has confirmed (M9), under its id, where `condition` holds. */
export const recordPaidOnline = (
  { db, now }: DomainContext,
  paid: { id: string; bookingId: string; amount: number },
  condition: SQL,
) => {
  const row = { ...paid, method: "online", status: "confirmed", recordedBy: "client" } as const;
  return insertWhere(db, payments, { ...row, recordedAt: now, answeredAt: now }, condition, { onConflict: "nothing" });
};

/** The statements that add cents to what was paid for a booking, and to its plumber's earnings of that day; back is negative. */
export const countPaid = (
  db: Database,
  { id, plumber }: Pick<BookingForCommand, "id" | "plumber">,
  amount: number | SQL,
  day: string,
  condition: SQL,
) => ({
  paid: db
    .update(bookings)
    .set({ paidAmount: sql`paid_amount + ${amount}` })
    .where(sql`id = ${id} and ${condition}`),
  earned: countInTallies(db, "earned", plumber?.id ?? null, day, condition, { by: amount }),
});

// A receipt prints the booking from its history, as it was then: later events change no receipt.

/** The lines of the quote that was agreed on then, as JSON; null: none was. */
const linesThen = sql<string | null>`(
  select lines from quotes where quotes.booking_id = ${receipts.bookingId} and quotes.answered_at = (
    select max(at) from booking_events where booking_events.booking_id = ${receipts.bookingId}
      and event = 'accept-quote' and at <= ${receipts.issuedAt}) limit 1)`;

/** The event with the final amount of that time, and why; its amount is null, or it is missing, while there was none. */
const finalEvent = alias(bookingEvents, "final_event");
const isFinalThen = sql`final_event.booking_id = ${receipts.bookingId} and final_event.seq = (
  select seq from booking_events where booking_events.booking_id = ${receipts.bookingId}
    and event in ('complete', 'decide', 'reopen') and at <= ${receipts.issuedAt} order by seq desc limit 1)`;

/** The client had agreed to that amount by then, or the office had decided on it. */
const isSettledThen = sql<boolean>`exists (
  select 1 from booking_events where booking_events.booking_id = ${receipts.bookingId}
    and event in ('agree-final', 'decide') and at <= ${receipts.issuedAt} and booking_events.seq >= final_event.seq)`.mapWith(
  Boolean,
);

/** The sum paid before that receipt, without what was void by then, in cents. */
const paidBefore = sql<number>`(
  select coalesce(sum(amount), 0) from receipts as earlier
  where earlier.booking_id = ${receipts.bookingId} and earlier.number < ${receipts.number})`;

const namesThen = (kept: SQLiteColumn, side: typeof client | typeof plumber) =>
  sql`coalesce(${kept}, json_object('firstName', ${side.firstName}, 'lastName', ${side.lastName}))`.mapWith(
    (names: string) => JSON.parse(names) as Named,
  );

const counterEntry = alias(receipts, "counter_entry");

/** The receipt with this number, in cents, as its client, its plumber or an admin may see it (M7, B18); else null. */
export async function findReceipt(
  { db, now }: Context,
  viewer: SessionClaims,
  number: number,
): Promise<Receipt | null> {
  const [row] = await db
    .select({
      ...columnsOf(receipts, "number", "amount", "issuedAt", "voids", "reason", "paymentId", "bookingId"),
      voidedBy: sql<number | null>`${counterEntry.number}`.as("voided_by"),
      method: payments.method,
      onlineMethod: onlinePayments.method,
      takenBackAt: onlinePayments.takenBackAt,
      ...columnsOf(bookings, "status", "reference", "startsAt", "serviceType"),
      location: locationSeenBy(viewer.role).as("location"),
      clientPhone: participantAsSeenBy(viewer, client, now).phone.as("client_phone"),
      plumberPhone: participantAsSeenBy(viewer, plumber, now).phone.as("plumber_phone"),
      lines: linesThen.as("lines_then"),
      finalAmount: finalEvent.amount,
      finalReason: finalEvent.reason,
      isSettled: isSettledThen.as("is_settled"),
      paidBefore: paidBefore.as("paid_before"),
      client: namesThen(receipts.clientNames, client),
      plumber: namesThen(receipts.plumberNames, plumber),
    })
    .from(receipts)
    .innerJoin(bookings, eq(bookings.id, receipts.bookingId))
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .leftJoin(onlinePayments, eq(onlinePayments.id, payments.id))
    .innerJoin(client, eq(client.id, bookings.clientId))
    .innerJoin(plumber, eq(plumber.id, bookings.plumberId))
    .leftJoin(counterEntry, eq(counterEntry.voids, receipts.number))
    .leftJoin(finalEvent, isFinalThen)
    .where(and(eq(receipts.number, number), isOf(viewer)));
  return row ? { ...row, lines: row.lines === null ? null : (JSON.parse(row.lines) as QuoteLine[]) } : null;
}

const RECEIPTS_SHOWN = 100;

/** A booking's receipts by number, at most 100; empty when the viewer is not its client, its plumber or an admin. */
export const listReceipts = (db: Database, viewer: SessionClaims, bookingId: string): Promise<IssuedReceipt[]> =>
  db
    .select(columnsOf(receipts, "number", "paymentId", "amount", "issuedAt", "voids", "reason"))
    .from(receipts)
    .innerJoin(bookings, eq(bookings.id, receipts.bookingId))
    .where(and(eq(receipts.bookingId, bookingId), isOf(viewer)))
    .orderBy(receipts.number)
    .limit(RECEIPTS_SHOWN);

/**
 * Voids a receipt of the booking for the office, and tells both sides why (M7): a counter-entry gets the next number, and the
 * payment counts no longer. Logged. Twice changes nothing. Refuses with `receiptNotFound` for another booking's or a
 * counter-entry, and with `paidOnline`: that money is paid back instead (M10).
 */
export async function voidReceipt(
  context: DomainContext,
  admin: SteppedUpUser,
  booking: BookingForCommand,
  receipt: Receipt,
  reason: string,
) {
  const { db, now } = context;
  const { number, amount, paymentId, issuedAt } = receipt;
  if (receipt.bookingId !== booking.id || receipt.voids !== null) return refuse("receiptNotFound");
  if (receipt.method === "online") return refuse("paidOnline");
  const change: MoneyChange = { id: newId(), actor: admin, booking, event: "void-receipt", amount, reason };
  const recorded = transitionRecorded(booking, change.id);
  const copied = { bookingId: sql`booking_id`, clientNames: sql`client_names`, plumberNames: sql`plumber_names` };
  const negated = { paymentId: sql`payment_id`, amount: sql`-amount`, voids: sql`number` };
  const counter = { number: nextNumber, ...copied, ...negated, issuedAt: now, reason };
  const isVoidable = sql`number = ${number} and not exists (select 1 from receipts where voids = ${number}) and ${isStillAdmin(admin.id)}`;
  const after = { amount: 0 };
  const wasCash = sql`${recorded} and exists (select 1 from ledger_transfers where cause_id = ${paymentId} and kind = 'cash')`;
  const cash = { kind: "cash-voided", credit: "cash-noted", causeId: paymentId, bookingId: booking.id } as const;
  const { voided } = await batch(db, {
    voided: insertWhere(db, receipts, counter, isVoidable, { from: sql`receipts` }),
    ...recordDecision(context, change, { action: "receiptVoided", before: { receipt: number, amount }, after }),
    payment: db
      .update(payments)
      .set({ status: "voided" })
      .where(sql`id = ${paymentId} and ${recorded}`),
    ...countPaid(db, booking, -amount, dateAt(issuedAt), recorded),
    cashVoided: transfer(context, { ...cash, debit: cashOf(booking.plumber?.id ?? ""), amount }, wasCash),
  });
  if (voided.meta.changes === 1) emitChange(context, booking);
  return OK;
}
