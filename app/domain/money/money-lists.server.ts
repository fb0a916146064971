import { and, desc, eq, gte, sql, type SQL } from "drizzle-orm";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings, dailyTallies, payments } from "~/db/schema";
import { client, plumber } from "../bookings/queries/booking-columns.server";
import { isOf, isOpenBooking } from "../bookings/queries/booking-conditions.server";
import { addDays, dateAt, mondayOf, type Instant, type LocalDate } from "../time/harare";
import { defineList, viewsOf } from "../values/list-definition.server";
import { listPage } from "../values/key-cursor";
import { latestFirst } from "../values/key-order.server";
import { fullName, type SessionClaims } from "../values/user";
import { PAYMENT_STATUSES, type Payment } from "./booking-money";
import type { MoneyRow, PaymentRow } from "./money-rows";

const waiting = sql<number | null>`(${bookings.openPayment} ->> 'amount')`;
const receiptsOf = sql<string>`(select json_group_array(json_object('number', number, 'amount', amount)) from (
  select number, amount from receipts where receipts.booking_id = ${bookings.id} order by number))`;

async function listRows(
  db: Database,
  viewer: SessionClaims,
  which: SQL | undefined,
  limit: number,
): Promise<MoneyRow[]> {
  const other = viewer.role === "plumber" ? client : plumber;
  const rows = await db
    .select({
      id: bookings.id,
      reference: bookings.reference,
      status: bookings.status,
      startsAt: bookings.startsAt,
      serviceType: bookings.serviceType,
      finalAmount: bookings.finalAmount,
      paidAmount: bookings.paidAmount,
      due: sql<number>`${bookings.due}`.as("due"),
      waiting: waiting.as("waiting"),
      receipts: receiptsOf.as("receipts_issued"),
      other: { firstName: other.firstName, lastName: other.lastName },
    })
    .from(bookings)
    .innerJoin(other, eq(other.id, viewer.role === "plumber" ? bookings.clientId : bookings.plumberId))
    .where(which)
    .orderBy(desc(bookings.startsAt), desc(bookings.id))
    .limit(limit);
  return rows.map(({ other, receipts, ...row }) => ({
    ...row,
    due: Math.max(0, row.due - (row.waiting ?? 0)),
    other: fullName(other),
    receipts: JSON.parse(receipts) as MoneyRow["receipts"],
  }));
}

const AT_MOST = 50;
const PAGE_SIZE = 20;
const OFFICE_PAGE_SIZE = 50;

/** The condition of `listRows` for bookings of a subquery: only by id, or SQLite would read all of the viewer's. */
const isAmong = (ids: { getSQL: () => SQL }) => sql`${bookings.id} in ${ids}`;

/** A client's bookings of which something is due (M4), or was reported paid, the latest first, at most 50. */
export const listDue = (db: Database, viewer: SessionClaims): Promise<MoneyRow[]> =>
  listRows(
    db,
    viewer,
    isAmong(
      db
        .select({ id: bookings.id })
        .from(bookings)
        .where(and(eq(bookings.clientId, viewer.id), sql`${bookings.due} > 0`)),
    ),
    AT_MOST,
  );

/** The open bookings of a client for which a payment was made or waits for an answer already, at most 50. */
export const listPaidAhead = (db: Database, viewer: SessionClaims): Promise<MoneyRow[]> =>
  listRows(
    db,
    viewer,
    isAmong(
      db
        .select({ id: bookings.id })
        .from(bookings)
        .where(and(isOf(viewer), isOpenBooking, sql`(${bookings.paidAmount} > 0 or ${waiting} is not null)`)),
    ),
    AT_MOST,
  );

/**
 * A page of the completed bookings of a side with what was paid for each, the latest first, from the cursor `after`
 * (L4); a client's without those of which something is due (`listDue`), a plumber's with open ones that were paid ahead.
 */
export async function listCompleted(db: Database, viewer: SessionClaims, after: string | null) {
  const isListed =
    viewer.role === "client"
      ? sql`${bookings.status} = 'completed' and ${bookings.due} <= 0`
      : sql`(+${bookings.status} = 'completed'
          or ${isOneOf(sql`+${bookings.status}`, OPEN_STATUSES)} and (${bookings.paidAmount} > 0 or ${waiting} is not null))`;
  const byStart = latestFirst(bookings.startsAt, bookings.id);
  const { items, next } = await listPage(after, PAGE_SIZE, {
    select: (cursor, limit) => listRows(db, viewer, and(isOf(viewer), isListed, byStart.after(cursor)), limit),
    at: ({ startsAt }) => startsAt,
  });
  return { jobs: items, next };
}

/** How many of a client's bookings have something due (M4) that was not reported paid. */
export async function countDue(db: Database, client: SessionClaims): Promise<number> {
  const [row] = await db.all<{ n: number }>(
    sql`select count(*) n from bookings where client_id = ${client.id} and due > 0 and due > coalesce(open_payment ->> 'amount', 0)`,
  );
  return row?.n ?? 0;
}

/** What a plumber has earned since a day, in cents: confirmed payments by the day of their confirmation (M8). */
export async function findEarnedSince(db: Database, plumberId: string, day: LocalDate): Promise<number> {
  const [row] = await db
    .select({ earned: sql<number>`coalesce(sum(earned), 0)`.as("earned_since") })
    .from(dailyTallies)
    .where(and(eq(dailyTallies.plumberId, plumberId), gte(dailyTallies.day, day)));
  return row?.earned ?? 0;
}

const WEEKS_SHOWN = 8;

/**
 * What a plumber has earned in each of the last eight weeks in Harare, this one included, oldest first: confirmed
 * payments by the day of their confirmation, in cents, without what was voided (M8).
 */
export async function listEarnedByWeek(
  db: Database,
  plumberId: string,
  now: Instant,
): Promise<{ monday: LocalDate; earned: number }[]> {
  const first = addDays(mondayOf(dateAt(now)), -7 * (WEEKS_SHOWN - 1));
  const days = await db
    .select({ day: dailyTallies.day, earned: dailyTallies.earned })
    .from(dailyTallies)
    .where(and(eq(dailyTallies.plumberId, plumberId), gte(dailyTallies.day, first)));
  return Array.from({ length: WEEKS_SHOWN }, (_, week) => {
    const monday = addDays(first, 7 * week);
    const earned = days.filter(({ day }) => mondayOf(day) === monday).reduce((sum, { earned }) => sum + earned, 0);
    return { monday, earned };
  });
}

const nameOf = (user: typeof client | typeof plumber) => sql<string>`${user.firstName} || ' ' || ${user.lastName}`;

const selectPayments = (db: Database) =>
  db
    .select({
      id: payments.id,
      amount: payments.amount,
      method: payments.method,
      status: sql<Payment["status"]>`${payments.status}`.as("payment_status"),
      recordedBy: payments.recordedBy,
      recordedAt: payments.recordedAt,
      bookingId: payments.bookingId,
      reference: bookings.reference,
      client: nameOf(client).as("client_name"),
      plumber: nameOf(plumber).as("plumber_name"),
    })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .innerJoin(client, eq(client.id, bookings.clientId))
    .innerJoin(plumber, eq(plumber.id, bookings.plumberId));

/** All recorded payments, by how they stand (M8). */
export const paymentList = defineList({
  id: payments.id,
  views: viewsOf(PAYMENT_STATUSES, (status) => ({
    by: payments.recordedAt,
    where: eq(payments.status, status),
  })),
  select: selectPayments,
  show: (payment): PaymentRow => payment,
  at: ({ recordedAt }) => recordedAt,
});

/** Bookings that were paid in hand and then cancelled, as long as our office has not settled that (M5). */
const paidThenCancelled = sql`select disputes.booking_id from disputes join booking_events on booking_events.id = disputes.id
  where disputes.closed_at is null and booking_events.event in ('cancel', 'refuse', 'expire')`;

/** The confirmed payments in hand of those bookings, the latest first, at most 50. */
export const listPaidThenCancelled = (db: Database): Promise<PaymentRow[]> =>
  selectPayments(db)
    .where(
      // The plus keeps SQLite from reading all confirmed payments instead of the few bookings'.
      sql`${payments.bookingId} in (${paidThenCancelled}) and +${payments.status} = 'confirmed' and ${payments.method} <> 'online'`,
    )
    .orderBy(desc(payments.recordedAt), desc(payments.id))
    .limit(OFFICE_PAGE_SIZE);
