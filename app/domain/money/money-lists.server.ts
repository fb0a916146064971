import type { MoneyRow, BookingMoney, Payment } from "./booking-money";
import { and, desc, eq, gte, sql, type SQL } from "drizzle-orm";
import { PAYMENT_STATUSES } from "~/db/money-words";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import { type Database, columnsOf, isOneOf } from "~/db/client.server";
import { nameIn } from "~/db/user-names.server";
import { bookings, dailyTallies, payments, receipts } from "~/db/schema";
import { formatReceipt, formatSum } from "../values/money";
import { client, plumber, isByPhone, isMissed } from "../bookings/queries/booking-views.server";
import { isDisputed, sayDue, unsettledPart } from "../bookings/final-amount";
import type { PaymentMethod } from "../bookings/payment-method";
import { isOf, isOpenBooking } from "../bookings/queries/booking-conditions.server";
import { type LocalDate, formatSortable } from "../time/harare";
import { defineList, viewsOf, latestFirst, EXPORT_BATCH_SIZE, streamCsv } from "../values/lists.server";
import { listPage } from "../values/lists";
import { fullName, type SessionClaims } from "../values/user";
import { alias } from "drizzle-orm/sqlite-core";
import { due as dueColumn, moneyColumns, passedOn, stepDetails } from "../bookings/queries/step-columns.server";
import { isToAnswerPayment, type StepFacts } from "../bookings/next-step/step-facts";
import { agreeLabel, askPayment, SEE_PAYMENT, seesPayment, shortPayLabel } from "../bookings/next-step/step-links";
import { listQuotes } from "./quotes.server";

const waiting = sql<number | null>`(${bookings.openPayment} ->> 'amount')`;
const isPaidAhead = sql`(${bookings.paidAmount} > 0 or ${waiting} is not null)`;
const receiptsOf = sql<string>`(select json_group_array(json_object('number', number, 'amount', amount, 'method', method)) from (
  select number, receipts.amount, method from receipts left join payments on payments.id = payment_id
  where receipts.booking_id = ${bookings.id} order by number))`;

async function listRows(
  db: Database,
  viewer: SessionClaims,
  which: SQL | undefined,
  limit: number,
): Promise<MoneyRow[]> {
  const other = viewer.role === "plumber" ? client : plumber;
  const rows = await db
    .select({
      ...columnsOf(bookings, "id", "reference", "status", "startsAt", "serviceType", "paidAmount"),
      ...columnsOf(bookings, "finalAmount", "finalAnswer", "fee", "agreedPrice", "uncheckedPayment"),
      underWay: viewer.role === "client" ? bookings.underWay : sql<number | null>`null`.as("under_way"),
      due: dueColumn,
      openPayment: stepDetails.openPayment,
      deniedBy: stepDetails.deniedBy,
      receipts: receiptsOf.as("receipts_issued"),
      other: columnsOf(other, "firstName", "lastName"),
    })
    .from(bookings)
    .innerJoin(other, eq(other.id, viewer.role === "plumber" ? bookings.clientId : bookings.plumberId))
    .where(which)
    .orderBy(desc(bookings.startsAt), desc(bookings.id))
    .limit(limit);
  const side = viewer.role === "plumber" ? "plumber" : "client";
  return rows.map(
    ({ other, receipts, finalAnswer, fee, agreedPrice, deniedBy, underWay, uncheckedPayment, openPayment, ...row }) => {
      const waiting = openPayment?.amount ?? null;
      const due = Math.max(0, row.due - (waiting ?? 0));
      return {
        ...row,
        waiting,
        isWithOffice: deniedBy !== null || isDisputed({ finalAnswer }),
        ask: {
          ...nextPayment({ ...row, finalAnswer, fee, agreedPrice, deniedBy, underWay, uncheckedPayment }),
          recorded: isToAnswerPayment({ ...row, openPayment }, side) ? askPayment(openPayment, side) : null,
        },
        due,
        amounts: sayDue(due, unsettledPart({ ...row, finalAnswer, fee, agreedPrice }), formatSum),
        // The office or the client decides first about what is not agreed (B30).
        isToRecord:
          row.due > 0 &&
          waiting === null &&
          !isDisputed({ finalAnswer }) &&
          row.due + row.paidAmount === row.finalAmount,
        other: fullName(other),
        receipts: JSON.parse(receipts) as { number: number; amount: number; method: PaymentMethod | null }[],
      };
    },
  );
}

type ToPay = Pick<StepFacts, "due" | "deniedBy" | "finalAmount" | "finalAnswer" | "fee" | "agreedPrice"> &
  Parameters<typeof seesPayment>[0];

/** Asks first what the booking's card asks (B30): to agree to a raised amount, beside which the agreed part can be paid. */
function nextPayment(row: ToPay): Omit<MoneyRow["ask"], "recorded"> {
  const pay = seesPayment(row) ? SEE_PAYMENT : shortPayLabel(row.due, row.deniedBy);
  return { asked: !isDisputed(row) && unsettledPart(row) > 0 ? agreeLabel(row) : null, pay };
}

const DUE_SHOWN = 50;
const PAGE_SIZE = 20;
const OFFICE_PAGE_SIZE = 50;

/** At most 50 rows, found in a subquery: only by id, or SQLite would read all of the viewer's. */
const listAmong = (db: Database, viewer: SessionClaims, condition: SQL | undefined) => {
  const ids = db.select({ id: bookings.id }).from(bookings).where(condition);
  return listRows(db, viewer, sql`${bookings.id} in ${ids}`, DUE_SHOWN);
};

/** A client's bookings with something due (M4) or reported as paid, the latest first, at most 50. */
export const listDue = (db: Database, viewer: SessionClaims) =>
  listAmong(db, viewer, and(eq(bookings.clientId, viewer.id), sql`${bookings.due} > 0`));

/** The open bookings of a client for which a payment was made or waits for an answer already, at most 50. */
export const listPaidAhead = (db: Database, viewer: SessionClaims) =>
  listAmong(db, viewer, and(isOf(viewer), isOpenBooking, isPaidAhead));

/**
 * A page of the completed bookings of a side with what was paid for each, the latest first, from a cursor
 * (L4); a client's without those with something due (`listDue`), a plumber's with open ones that were paid ahead.
 */
export async function listCompleted(db: Database, viewer: SessionClaims, from: string | null) {
  const isListed =
    viewer.role === "client"
      ? sql`${bookings.status} = 'completed' and ${bookings.due} <= 0`
      : sql`(+${bookings.status} = 'completed'
          or ${isOneOf(sql`+${bookings.status}`, OPEN_STATUSES)} and ${isPaidAhead})`;
  const byStart = latestFirst(bookings.startsAt, bookings.id);
  const { items, next } = await listPage(from, PAGE_SIZE, {
    select: (cursor, limit) => listRows(db, viewer, and(isOf(viewer), isListed, byStart.after(cursor)), limit),
    at: ({ startsAt }) => startsAt,
  });
  return { jobs: items, next };
}

/** Counts a client's bookings with something due (M4) that was not reported paid. */
export async function countDue(db: Database, client: SessionClaims): Promise<number> {
  const [row] = await db.all<{ n: number }>(
    sql`select count(*) n from bookings where client_id = ${client.id} and due > 0 and due > coalesce(open_payment ->> 'amount', 0)`,
  );
  return row?.n ?? 0;
}

/** Sums a plumber's earnings since a day, in cents: confirmed payments by the day of their confirmation (M8). */
export async function findEarnedSince(db: Database, plumberId: string, day: LocalDate): Promise<number> {
  const [row] = await db
    .select({ earned: sql<number>`coalesce(sum(earned), 0)`.as("earned_since") })
    .from(dailyTallies)
    .where(and(eq(dailyTallies.plumberId, plumberId), gte(dailyTallies.day, day)));
  return row?.earned ?? 0;
}

type StoredPayment = Pick<
  typeof payments.$inferSelect,
  "id" | "amount" | "method" | "recordedBy" | "recordedAt" | "bookingId"
>;

export interface PaymentRow extends StoredPayment {
  status: (typeof PAYMENT_STATUSES)[number];
  reference: string;
  client: string;
  plumber: string;
}

const selectPayments = (db: Database) =>
  db
    .select({
      ...columnsOf(payments, "id", "amount", "method", "recordedBy", "recordedAt", "bookingId"),
      status: sql<(typeof PAYMENT_STATUSES)[number]>`${payments.status}`.as("payment_status"),
      reference: bookings.reference,
      client: nameIn(client).as("client_name"),
      plumber: nameIn(plumber).as("plumber_name"),
    })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .innerJoin(client, eq(client.id, bookings.clientId))
    .innerJoin(plumber, eq(plumber.id, bookings.plumberId));

export const paymentList = defineList({
  id: payments.id,
  views: viewsOf(PAYMENT_STATUSES, (status) => ({ by: payments.recordedAt, where: eq(payments.status, status) })),
  select: selectPayments,
  show: (payment) => payment,
  at: ({ recordedAt }) => recordedAt,
});

/** Bookings that were paid in hand and then cancelled, as long as our office has not settled that (M5). */
const paidThenCancelled = sql`select booking_id from disputes where closed_at is null and event = 'cancel'`;

/** The confirmed payments in hand of those bookings, the latest first, at most 50. */
export const listPaidThenCancelled = (db: Database) =>
  selectPayments(db)
    .where(
      // The plus keeps SQLite from reading all confirmed payments instead of the few bookings'.
      sql`${payments.bookingId} in (${paidThenCancelled}) and +${payments.status} = 'confirmed' and ${payments.method} <> 'online'`,
    )
    .orderBy(desc(payments.recordedAt), desc(payments.id))
    .limit(OFFICE_PAGE_SIZE);

/** Finds everything that a booking's money section shows, for its client, its plumber or an admin; else null. */
export const findMoney = (db: Database, viewer: SessionClaims, bookingId: string) =>
  readMoney(db, viewer, bookingId, isMissed);

/** The same for a page that reads the booking too, and takes `isMissed` from there (law 23). */
export const findMoneyOfView = (
  db: Database,
  viewer: SessionClaims,
  bookingId: string,
): Promise<Omit<BookingMoney, "isMissed"> | null> => readMoney(db, viewer, bookingId, NOT_READ);

const NOT_READ: typeof isMissed = sql<boolean>`0`.mapWith(Boolean).as("is_missed");

async function readMoney(
  db: Database,
  viewer: SessionClaims,
  bookingId: string,
  missed: typeof isMissed,
): Promise<BookingMoney | null> {
  const [[row], quotes, paid] = await Promise.all([
    db
      .select({
        status: bookings.status,
        startsAt: bookings.startsAt,
        ...moneyColumns,
        // Only the office's decision asks for it.
        passedOn: (viewer.role === "admin" ? passedOn : sql<number>`0`).as("passed_on"),
        isByPhone,
        isMissed: missed,
        client: columnsOf(client, "firstName", "lastName"),
        plumber: columnsOf(plumber, "firstName", "lastName"),
      })
      .from(bookings)
      .innerJoin(client, eq(client.id, bookings.clientId))
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(and(eq(bookings.id, bookingId), isOf(viewer))),
    listQuotes(db, viewer, bookingId),
    listPayments(db, viewer, bookingId),
  ]);
  if (!row) return null;
  const names = { client: fullName(row.client), plumber: row.plumber && fullName(row.plumber) };
  return { ...row, ...names, bookingId, quotes, payments: paid };
}

const counterEntry = alias(receipts, "counter_entry");
const PAYMENTS_SHOWN = 50;

/** A booking's payments, the latest first; empty when the viewer is not its client, its plumber or an admin. */
async function listPayments(db: Database, viewer: SessionClaims, bookingId: string): Promise<Payment[]> {
  return db
    .select({
      ...columnsOf(payments, "id", "amount", "method", "recordedBy", "recordedAt"),
      status: sql<(typeof PAYMENT_STATUSES)[number]>`${payments.status}`.as("payment_status"),
      receipt: receipts.number,
      voidedBy: sql<number | null>`${counterEntry.number}`.as("voided_by"),
    })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .leftJoin(receipts, and(eq(receipts.paymentId, payments.id), sql`${receipts.voids} is null`))
    .leftJoin(counterEntry, eq(counterEntry.voids, receipts.number))
    .where(and(eq(payments.bookingId, bookingId), isOf(viewer)))
    .orderBy(desc(payments.recordedAt), desc(payments.id))
    .limit(PAYMENTS_SHOWN);
}

interface Row {
  booking_id: string;
  starts_at: number;
  reference: string;
  service_type: string | null;
  client: string;
  /** The receipt's number; of what went back a higher one, for the order alone. */
  number: number;
  issued_at: number;
  amount: number;
  method: string | null;
  voids: number | null;
}

const NO_RECEIPT = 1e12;
/** The amounts that went back to the client, and so were not paid in the end (M12). */
const wentBack = sql`moved.debit = 'held:' || job.id and moved.kind in ('refund-due', 'taken-back')`;

/**
 * A plumber's earnings as CSV (M8): a line for each receipt and counter-entry, and for what went back to the client, by
 * visit, with times in Harare.
 */
export const exportEarnings = (db: Database, plumberId: string): ReadableStream<Uint8Array> =>
  streamCsv<Row>(db, {
    columns: {
      receipt: ({ number }) => (number < NO_RECEIPT ? formatReceipt(number) : null),
      date: ({ issued_at }) => formatSortable(issued_at),
      booking: ({ reference }) => reference,
      visit: ({ starts_at }) => formatSortable(starts_at),
      client: ({ client }) => client,
      service: ({ service_type }) => service_type,
      dollars: ({ amount }) => ({ cents: amount }),
      method: ({ method }) => method ?? "refund",
      voids: ({ voids }) => (voids === null ? null : formatReceipt(voids)),
    },
    query: (last) => {
      const lines = (number: SQL, line: SQL, from: SQL) => sql`select * from (
        select job.id as booking_id, job.starts_at, job.reference, job.service_type, first_name || ' ' || last_name as client,
          ${number} as number, ${line}
        from bookings job join users on users.id = job.client_id join ${from}
        where job.plumber_id = ${plumberId} and job.starts_at >= ${last?.starts_at ?? 0}
          and (job.starts_at, job.id, ${number}) > (${last?.starts_at ?? 0}, ${last?.booking_id ?? ""}, ${last?.number ?? 0})
        order by job.starts_at, job.id, ${number} limit ${EXPORT_BATCH_SIZE})`;
      const paid = lines(
        sql`receipts.number`,
        sql`issued_at, receipts.amount, method, voids`,
        sql`receipts on receipts.booking_id = job.id left join payments on payments.id = receipts.payment_id`,
      );
      const back = lines(
        sql`(moved.rowid + ${NO_RECEIPT})`,
        sql`moved.at as issued_at, -moved.amount as amount, null as method, null as voids`,
        sql`ledger_transfers moved on ${wentBack}`,
      );
      return sql`${paid} union all ${back} order by starts_at, booking_id, number limit ${EXPORT_BATCH_SIZE}`;
    },
  });
