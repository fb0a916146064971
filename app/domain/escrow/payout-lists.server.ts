import { eq, sql } from "drizzle-orm";
import { type Database, columnsOf, firstRow } from "~/db/client.server";
import { nameById, nameIn } from "~/db/user-names.server";
import {
  bookings,
  dailyTallies,
  ledgerBalances,
  payoutBatches,
  payoutDetails,
  payouts,
  refunds,
  settlements,
  users,
} from "~/db/schema";
import { addDays, dateAt, type Instant, instantOf, mondayOf } from "../time/harare";
import { findNumbers, defineList, latestFirst } from "../values/lists.server";
import { placeOf, type PayoutMethod } from "./payout";
import { validDetailsOf } from "./payout-details.server";
import { client } from "../bookings/queries/booking-views.server";
import { owedTo, balanceOf, sumOfBalances } from "../ledger/ledger.server";
import { lastClosing } from "../bookings/queries/step-columns.server";
import type { BookingActor } from "../bookings/booking-machine";
import { listPage } from "../values/lists";

/** Sums what is owed to plumbers, and what goes back to clients, in cents. */
export const sumOwed = (db: Database) =>
  findNumbers(db, { plumbers: sumOfBalances("plumber"), clients: sumOfBalances("refunds") });

const selectOwed = (now: Instant) => (db: Database) =>
  db
    .select({
      id: sql<string>`${ledgerBalances.owner}`.as("plumber_id"),
      amount: ledgerBalances.amount,
      plumber: nameById<string>(ledgerBalances.owner).as("plumber_name"),
      suspendedAt: users.suspendedAt,
      ...columnsOf(payoutDetails, "method", "bank"),
      waitsUntil: sql<Instant | null>`(select min(waiting.valid_from) from payout_details waiting
        where waiting.plumber_id = ${ledgerBalances.owner} and waiting.valid_from > ${now})`.as("waits_until"),
      ending: sql<string | null>`substr(${payoutDetails.number}, -3)`.as("ending"),
      batch: sql<number | null>`(select payout_batches.number from payouts
        join payout_batches on payout_batches.id = payouts.batch_id
        where payouts.plumber_id = ${ledgerBalances.owner} and payouts.status = 'prepared')`.as("batch_number"),
    })
    .from(ledgerBalances)
    .innerJoin(users, sql`${users.id} = ${ledgerBalances.owner}`)
    .leftJoin(payoutDetails, sql`${payoutDetails.id} = ${validDetailsOf(sql`${ledgerBalances.owner}`, now)}`);

/** `waitsUntil`: when other details hold; `batch`: the open batch that it is already in. */
interface Owed {
  id: string;
  amount: number;
  plumber: string;
  suspendedAt: Instant | null;
  method: PayoutMethod | null;
  bank: string | null;
  waitsUntil: Instant | null;
  ending: string | null;
  batch: number | null;
}

const showOwed = ({ bank, ending, suspendedAt, ...row }: Owed): OwedRow => ({
  ...row,
  isSuspended: suspendedAt !== null,
  place: ending === null ? null : placeOf({ bank, number: ending }),
});

/** A plumber who is owed something. */
export interface OwedRow extends Omit<Owed, "bank" | "ending" | "suspendedAt"> {
  isSuspended: boolean;
  /** The masked destination; null: none is known yet. */
  place: string | null;
}

const isOwed = sql`${ledgerBalances.kind} = 'plumber' and ${ledgerBalances.amount} <> 0`;

/** The plumbers who are owed something, by how much (M14), with where it goes at `now`. */
export const owedList = (now: Instant) =>
  defineList({
    id: ledgerBalances.owner,
    views: { all: { by: ledgerBalances.amount, where: isOwed } },
    select: selectOwed(now),
    show: showOwed,
    at: ({ amount }) => amount,
  });

/** Counts a batch's payouts that ended by themselves, each with a reason. */
const withStatus = (status: "cancelled" | "failed") =>
  sql<number>`(select count(*) from payouts where payouts.batch_id = payout_batches.id and payouts.reason is not null
    and payouts.status = ${status})`;

const selectBatches = (db: Database) =>
  db
    .select({
      ...columnsOf(payoutBatches, "id", "number", "method", "createdAt", "takenAt", "sentAt"),
      ...columnsOf(payoutBatches, "cancelledAt", "reference", "total"),
      count: payoutBatches.payoutCount,
      createdBy: nameById<string>(payoutBatches.createdBy).as("created_by_name"),
      notSent: withStatus("cancelled").as("not_sent"),
      cameBack: withStatus("failed").as("came_back"),
    })
    .from(payoutBatches);

export const batchList = defineList({
  id: payoutBatches.id,
  views: { all: { by: payoutBatches.createdAt } },
  select: selectBatches,
  show: (batch) => batch,
  at: ({ createdAt }) => createdAt,
});

/** A batch; null: none. */
export const findBatch = (db: Database, id: string) => firstRow(selectBatches(db).where(eq(payoutBatches.id, id)));

interface StoredPayout extends Pick<
  typeof payouts.$inferSelect,
  "id" | "plumberId" | "amount" | "status" | "bank" | "reason"
> {
  plumber: string;
  ending: string;
}

const withPlace = <Row extends { bank: string | null; ending: string }>({ bank, ending, ...row }: Row) => ({
  ...row,
  place: placeOf({ bank, number: ending }),
});

const selectPayouts = (db: Database) =>
  db
    .select({
      ...columnsOf(payouts, "id", "plumberId", "amount", "status", "bank", "reason"),
      plumber: nameById<string>(payouts.plumberId).as("plumber_name"),
      ending: sql<string>`substr(${payouts.number}, -3)`.as("ending"),
    })
    .from(payouts);

/** The payouts of a batch as the office sees them, the most first (M14); `place`: where it goes, masked (M15). */
export const payoutsIn = (batchId: string) =>
  defineList({
    id: payouts.id,
    views: { all: { by: payouts.amount, where: eq(payouts.batchId, batchId) } },
    select: selectPayouts,
    show: (row: StoredPayout) => withPlace(row),
    at: ({ amount }) => amount,
    // Each has its forms.
    size: 25,
  });

/** A column of the payment that caused a refund without counting, else of the last one that the provider has not given back. */
const refundedPaymentColumn = (column: "phone" | "provider_reference") => sql<string | null>`(
  select ${sql.raw(column)} from online_payments
  where online_payments.booking_id = ${refunds.bookingId} and online_payments.paid_at is not null
    and (online_payments.id = ${refunds.causeId} or online_payments.counts)
  order by online_payments.id = ${refunds.causeId} desc, taken_back_at is not null, online_payments.created_at desc limit 1)`;

const selectRefunds = (db: Database) =>
  db
    .select({
      ...columnsOf(refunds, "id", "bookingId", "amount", "reason", "createdAt", "sentAt", "sentBy", "returnReason"),
      ...columnsOf(bookings, "reference", "missedBy"),
      client: nameById<string>(refunds.clientId).as("client_name"),
      plumber: nameById<string | null>(bookings.plumberId).as("plumber_name"),
      closedBy: sql<BookingActor | null>`${lastClosing(sql`actor_role`)}`.as("closed_by"),
      phone: refundedPaymentColumn("phone").as("paid_by_phone"),
      providerReference: refundedPaymentColumn("provider_reference").as("paid_as"),
      sentReference: sql<string | null>`${refunds.reference}`.as("sent_reference"),
    })
    .from(refunds)
    .innerJoin(bookings, eq(bookings.id, refunds.bookingId));

/** A refund as the office sees it; null: none. */
export const findRefundRow = (db: Database, id: string) => firstRow(selectRefunds(db).where(eq(refunds.id, id)));

export const refundList = defineList({
  id: refunds.id,
  views: {
    due: { by: refunds.createdAt, where: sql`${refunds.sentAt} is null` },
    sent: { by: refunds.sentAt, where: sql`${refunds.sentAt} is not null` },
  },
  select: selectRefunds,
  show: (refund) => refund,
  at: ({ createdAt, sentAt }) => sentAt ?? createdAt,
});

/** Sums what Pombi holds for a plumber's jobs, owes them, and has paid out, in cents (M8). */
export const findPlumberMoney = (db: Database, plumberId: string) =>
  findNumbers(db, {
    held: sql`(select coalesce(sum(held_amount), 0) from bookings where plumber_id = ${plumberId} and held_amount > 0)`,
    owed: balanceOf(owedTo(plumberId)),
    paidOut: sql`(select coalesce(sum(amount), 0) from payouts where plumber_id = ${plumberId} and status = 'sent')`,
  });

const WEEKS_SHOWN = 8;
const PAGE_SIZE = 20;

/** A plumber's last eight weeks in Harare, oldest first, in cents (M8): confirmed payments, and releases. */
export async function listWeeks(db: Database, plumberId: string, now: Instant) {
  const first = addDays(mondayOf(dateAt(now)), -7 * (WEEKS_SHOWN - 1));
  const since = instantOf(first, 0);
  const [days, shares] = await Promise.all([
    db
      .select({ day: dailyTallies.day, earned: dailyTallies.earned })
      .from(dailyTallies)
      .where(sql`plumber_id = ${plumberId} and day >= ${first}`),
    db
      .select(columnsOf(settlements, "at", "earned", "commission"))
      .from(settlements)
      .where(sql`plumber_id = ${plumberId} and at >= ${since}`),
  ]);
  return Array.from({ length: WEEKS_SHOWN }, (_, week) => {
    const monday = addDays(first, 7 * week);
    const paid = days.filter(({ day }) => mondayOf(day) === monday);
    const weekShares = shares.filter(({ at }) => mondayOf(dateAt(at)) === monday);
    const commission = weekShares.reduce((sum, share) => sum + share.commission, 0);
    return {
      monday,
      earned: paid.reduce((sum, { earned }) => sum + earned, 0),
      released: weekShares.reduce((sum, { earned }) => sum + earned, commission),
      commission,
    };
  });
}

/** A page of what jobs' held money has brought a plumber, the latest first, from a cursor (L4). */
export async function listReleased(db: Database, plumberId: string, from: string | null) {
  const byAge = latestFirst(settlements.at, settlements.id);
  const { items, next } = await listPage(from, PAGE_SIZE, {
    select: (cursor, limit) =>
      db
        .select({
          ...columnsOf(settlements, "id", "bookingId", "reason", "earned", "commission", "at"),
          ...columnsOf(bookings, "reference", "missedBy"),
          client: nameIn(client).as("client_name"),
        })
        .from(settlements)
        .innerJoin(bookings, eq(bookings.id, settlements.bookingId))
        .innerJoin(client, eq(client.id, bookings.clientId))
        .where(sql`${settlements.plumberId} = ${plumberId} and ${byAge.after(cursor) ?? sql`true`}`)
        .orderBy(...byAge.order)
        .limit(limit),
    at: ({ at }) => at,
  });
  return { released: items, next };
}

const PAYOUTS_SHOWN = 20;

/** A plumber's latest payouts, at most 20; cancelled ones are left out. */
export async function listOwnPayouts(db: Database, plumberId: string) {
  const byAge = latestFirst(payouts.createdAt, payouts.id);
  const rows = await db
    .select({
      ...columnsOf(payouts, "id", "amount", "bank", "status", "createdAt"),
      ending: sql<string>`substr(${payouts.number}, -3)`.as("ending"),
      ...columnsOf(payoutBatches, "sentAt", "reference"),
    })
    .from(payouts)
    .innerJoin(payoutBatches, eq(payoutBatches.id, payouts.batchId))
    .where(sql`${payouts.plumberId} = ${plumberId} and ${payouts.status} <> 'cancelled'`)
    .orderBy(...byAge.order)
    .limit(PAYOUTS_SHOWN);
  return rows.map(withPlace);
}
