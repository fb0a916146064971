import type { HeldMoney, MoneyPaidOn } from "./settlement";
import { and, asc, desc, eq, sql, type SQL } from "drizzle-orm";
import { OPEN_ONLINE_STATUSES } from "~/db/money-words";
import { owedTo } from "../ledger/ledger.server";
import { type Database, columnsOf, isOneOf } from "~/db/client.server";
import { bookings, refunds, settlements } from "~/db/schema";
import { amountBack, SENT_WITHIN } from "../bookings/final-amount";
import { plumber } from "../bookings/queries/booking-views.server";
import { findBookingFor } from "../bookings/queries/booking-details.server";
import { isCalledOffBooking, isOf } from "../bookings/queries/booking-conditions.server";
import { paidInHand } from "../bookings/queries/step-columns.server";
import { fullName, type SessionClaims } from "../values/user";
import type { Instant } from "../time/harare";
import type { Booking } from "../bookings/booking-views";
import type { Receipt } from "../money/receipt";
import { findReceipt } from "../money/receipts.server";
import type { DomainContext } from "../domain-context.server";

const bookingsOf = (userId: string): SQL =>
  sql`(select id from bookings where client_id = ${userId} union all select id from bookings where plumber_id = ${userId})`;

/** The condition that a user has open money on either side (M8): due, held, frozen, unanswered, disputed, or to be sent. */
export const hasOpenMoney = (userId: string): SQL => sql`(
  exists (select 1 from bookings where client_id = ${userId} and due > 0)
  or exists (select 1 from bookings where plumber_id = ${userId} and status = 'completed' and due > 0)
  or exists (select 1 from bookings indexed by bookings_frozen where frozen_at is not null
  and (client_id = ${userId} or plumber_id = ${userId}))
  or exists (select 1 from payments where status = 'open' and booking_id in ${bookingsOf(userId)})
  or exists (select 1 from disputes where closed_at is null and booking_id in ${bookingsOf(userId)})
  or exists (select 1 from bookings where client_id = ${userId} and held_amount > 0)
  or ${moneyIsOnTheWay(userId)}
  or exists (select 1 from online_payments where client_id = ${userId} and ${isOneOf(sql`status`, OPEN_ONLINE_STATUSES)})
  or exists (select 1 from refunds where client_id = ${userId} and sent_at is null))`;

/** The condition that money is held for a plumber's jobs, or owed to the plumber. */
export const moneyIsOnTheWay = (plumberId: string): SQL => sql`(
  exists (select 1 from bookings where plumber_id = ${plumberId} and held_amount > 0)
  or exists (select 1 from ledger_balances where account = ${owedTo(plumberId)} and amount > 0))`;

const PARTS_SHOWN = 50;

/** The cash paid for a booking, and Pombi's releases and refunds of it (M12), for its two sides or an admin; else null. */
export async function findHeldMoney(
  db: Database,
  viewer: SessionClaims,
  bookingId: string | SQL,
): Promise<MoneyPaidOn | null> {
  const ofBooking = { paidInHand: paidInHand.as("paid_in_hand") };
  const isIt = and(eq(bookings.id, bookingId), isOf(viewer));
  const [[row], shared, back] = await Promise.all([
    db.select(ofBooking).from(bookings).where(isIt),
    db
      .select(columnsOf(settlements, "earned", "commission", "at"))
      .from(settlements)
      .innerJoin(bookings, eq(bookings.id, settlements.bookingId))
      .where(and(eq(settlements.bookingId, bookingId), isOf(viewer)))
      .orderBy(asc(settlements.at), sql`settlements.rowid`)
      .limit(PARTS_SHOWN),
    db
      .select(columnsOf(refunds, "id", "amount", "reason", "createdAt", "sentAt", "reference"))
      .from(refunds)
      .innerJoin(bookings, eq(bookings.id, refunds.bookingId))
      .where(and(eq(refunds.bookingId, bookingId), isOf(viewer)))
      .orderBy(asc(refunds.createdAt))
      .limit(PARTS_SHOWN),
  ]);
  if (!row) return null;
  const isClient = viewer.role === "client";
  return {
    ...row,
    refunds: back,
    released: shared
      .filter(({ earned, commission }) => earned + commission > 0)
      .map(({ earned, commission, at }) =>
        isClient ? { amount: earned + commission, commission: null, at } : { amount: earned, commission, at },
      ),
  };
}

/**
 * Finds a receipt, and the money of its booking as it is now (`held`); null: it was paid in hand, or the receipt is a
 * counter-entry. In one call.
 */
export async function findReceiptWithMoney(
  { db, now }: Pick<DomainContext, "db" | "now">,
  viewer: SessionClaims,
  number: number,
): Promise<{ receipt: Receipt; held: HeldMoney | null } | null> {
  const bookingId = sql`(select booking_id from receipts where number = ${number})`;
  const [receipt, booking, paid] = await Promise.all([
    findReceipt({ db, now }, viewer, number),
    findBookingFor(db, viewer, bookingId),
    findHeldMoney(db, viewer, bookingId),
  ]);
  if (!receipt) return null;
  const isOnline = receipt.onlineMethod !== null && receipt.voids === null;
  return { receipt, held: isOnline && booking && paid ? { ...booking, ...paid } : null };
}

export interface RefundedBooking extends Pick<Booking, "reference" | "serviceType"> {
  id: string;
  bookingId: string;
  plumber: string | null;
  amount: number;
  dueBy: Instant;
  sentAt: Instant | null;
  sentReference: string | null;
}

const REFUNDS_SHOWN = 20;
const CALLED_OFF_READ = 50;

/** The money that a client has paid online and gets back (M12), or has got back, the latest first, at most 20. */
export async function listMoneyBack(db: Database, viewer: SessionClaims, now: Instant): Promise<RefundedBooking[]> {
  const inHand = paidInHand.as("paid_in_hand");
  const about = {
    bookingId: bookings.id,
    ...columnsOf(bookings, "reference", "serviceType"),
    plumber: columnsOf(plumber, "firstName", "lastName"),
  };
  const [held, refunded] = await Promise.all([
    db
      .select({
        ...about,
        ...columnsOf(bookings, "status", "fee", "heldAmount", "cancelledLateBy"),
        paidInHand: inHand,
      })
      .from(bookings)
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(
        sql`${bookings.id} in (select id from bookings where client_id = ${viewer.id} and ${isCalledOffBooking}
            order by starts_at desc, id desc limit ${CALLED_OFF_READ})
          and +${bookings.heldAmount} > 0 and ${bookings.frozenAt} is null`,
      ),
    db
      .select({
        ...about,
        ...columnsOf(refunds, "id", "amount", "createdAt", "sentAt"),
        sentReference: sql<string | null>`${refunds.reference}`.as("sent_reference"),
      })
      .from(refunds)
      .innerJoin(bookings, eq(bookings.id, refunds.bookingId))
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(eq(refunds.clientId, viewer.id))
      .orderBy(desc(refunds.createdAt), desc(refunds.id))
      .limit(REFUNDS_SHOWN),
  ]);
  // The next scheduled run makes these refunds; the page shows them at once.
  const due = held.map(({ status, fee, heldAmount, cancelledLateBy, paidInHand, ...row }) => ({
    ...row,
    id: row.bookingId,
    amount: amountBack({ status, fee, heldAmount, cancelledLateBy, paidInHand, plumber: row.plumber }),
    createdAt: now,
    sentAt: null,
    sentReference: null,
  }));
  return [...due.filter(({ amount }) => amount > 0), ...refunded].map(({ plumber, createdAt, ...row }) => ({
    ...row,
    plumber: plumber && fullName(plumber),
    dueBy: createdAt + SENT_WITHIN,
  }));
}
