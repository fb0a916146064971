import { desc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { ledgerBalances, payoutBatches, payoutDetails, payouts, refunds, bookings, users } from "~/db/schema";
import type { Instant } from "../time/harare";
import { defineList } from "../values/list-definition.server";
import { maskNumber, placeOf, type OwedRow, type PayoutBatch, type PayoutRow, type RefundRow } from "./payout";
import { validDetailsOf } from "./payout-details.server";

const nameOf = (id: SQL | typeof payouts.plumberId) =>
  sql<string>`(select first_name || ' ' || last_name from users where users.id = ${id})`;

/** What is owed to all plumbers together, and what goes back to clients, in cents. */
export async function sumOwed(db: Database): Promise<{ plumbers: number; clients: number }> {
  const [row] = await db
    .select({
      plumbers:
        sql<number>`(select cast(coalesce(sum(amount), 0) as integer) from ledger_balances where kind = 'plumber' and amount <> 0)`.as(
          "plumbers",
        ),
      clients:
        sql<number>`(select cast(coalesce(sum(amount), 0) as integer) from ledger_balances where kind = 'refunds' and amount <> 0)`.as(
          "clients",
        ),
    })
    .from(sql`(select 1)`);
  return row ?? { plumbers: 0, clients: 0 };
}

/** The plumbers who are owed something, by how much (M14), with where it goes at `now`. */
export const owedList = (now: Instant) =>
  defineList({
    id: ledgerBalances.owner,
    views: {
      all: {
        by: ledgerBalances.amount,
        where: sql`${ledgerBalances.kind} = 'plumber' and ${ledgerBalances.amount} <> 0`,
      },
    },
    select: (db) =>
      db
        .select({
          id: sql<string>`${ledgerBalances.owner}`.as("plumber_id"),
          amount: ledgerBalances.amount,
          plumber: nameOf(sql`${ledgerBalances.owner}`).as("plumber_name"),
          suspendedAt: users.suspendedAt,
          method: payoutDetails.method,
          bank: payoutDetails.bank,
          ending: sql<string | null>`substr(${payoutDetails.number}, -3)`.as("ending"),
          batch: sql<number | null>`(select payout_batches.number from payouts
            join payout_batches on payout_batches.id = payouts.batch_id
            where payouts.plumber_id = ${ledgerBalances.owner} and payouts.status = 'prepared')`.as("batch_number"),
        })
        .from(ledgerBalances)
        .innerJoin(users, sql`${users.id} = ${ledgerBalances.owner}`)
        .leftJoin(payoutDetails, sql`${payoutDetails.id} = ${validDetailsOf(sql`${ledgerBalances.owner}`, now)}`),
    show: ({ bank, ending, suspendedAt, ...row }): OwedRow => ({
      ...row,
      isSuspended: suspendedAt !== null,
      place: ending === null ? null : placeOf({ bank, masked: maskNumber(ending) }),
    }),
    at: ({ amount }) => amount,
  });

const countsInBatch = sql`payouts.batch_id = payout_batches.id
  and (payouts.status <> 'cancelled' or payout_batches.cancelled_at is not null)`;

const selectBatches = (db: Database) =>
  db
    .select({
      id: payoutBatches.id,
      number: payoutBatches.number,
      method: payoutBatches.method,
      createdAt: payoutBatches.createdAt,
      createdBy: nameOf(sql`${payoutBatches.createdBy}`).as("created_by_name"),
      takenAt: payoutBatches.takenAt,
      sentAt: payoutBatches.sentAt,
      cancelledAt: payoutBatches.cancelledAt,
      reference: payoutBatches.reference,
      count: sql<number>`(select count(*) from payouts where ${countsInBatch})`.as("payout_count"),
      total: sql<number>`(select coalesce(sum(amount), 0) from payouts where ${countsInBatch})`.as("total"),
    })
    .from(payoutBatches);

/** The batches, by when they were prepared. */
export const batchList = defineList({
  id: payoutBatches.id,
  views: { all: { by: payoutBatches.createdAt } },
  select: selectBatches,
  show: (batch): PayoutBatch => batch,
  at: ({ createdAt }) => createdAt,
});

/** A batch with its payouts, the most first; null: there is none. Numbers are masked (M15). */
export async function findBatch(db: Database, id: string): Promise<(PayoutBatch & { payouts: PayoutRow[] }) | null> {
  const [[found], rows] = await Promise.all([
    selectBatches(db).where(eq(payoutBatches.id, id)),
    db
      .select({
        id: payouts.id,
        plumberId: payouts.plumberId,
        plumber: nameOf(payouts.plumberId).as("plumber_name"),
        amount: payouts.amount,
        status: payouts.status,
        bank: payouts.bank,
        ending: sql<string>`substr(${payouts.number}, -3)`.as("ending"),
      })
      .from(payouts)
      .where(eq(payouts.batchId, id))
      .orderBy(desc(payouts.amount), payouts.id),
  ]);
  if (!found) return null;
  return {
    ...found,
    payouts: rows.map(({ bank, ending, ...row }) => ({ ...row, place: placeOf({ bank, masked: maskNumber(ending) }) })),
  };
}

/**
 * A column of the payment that goes back, null where there is none: the one that doesn't count and caused the refund, else
 * the last one that counts and that the provider has not given back.
 */
const ofRefundedPayment = (column: "phone" | "provider_reference") => sql<string | null>`(
  select ${sql.raw(column)} from online_payments
  where online_payments.booking_id = ${refunds.bookingId} and online_payments.paid_at is not null
    and (online_payments.id = ${refunds.causeId} or online_payments.counts)
  order by online_payments.id = ${refunds.causeId} desc, taken_back_at is not null, online_payments.created_at desc limit 1)`;

const selectRefunds = (db: Database) =>
  db
    .select({
      id: refunds.id,
      bookingId: refunds.bookingId,
      reference: bookings.reference,
      client: nameOf(sql`${refunds.clientId}`).as("client_name"),
      amount: refunds.amount,
      reason: refunds.reason,
      createdAt: refunds.createdAt,
      phone: ofRefundedPayment("phone").as("paid_by_phone"),
      providerReference: ofRefundedPayment("provider_reference").as("paid_as"),
      sentAt: refunds.sentAt,
      sentReference: sql<string | null>`${refunds.reference}`.as("sent_reference"),
    })
    .from(refunds)
    .innerJoin(bookings, eq(bookings.id, refunds.bookingId));

/** A refund as the office sees it; null: there is none. */
export async function findRefundRow(db: Database, id: string): Promise<RefundRow | null> {
  const [row] = await selectRefunds(db).where(eq(refunds.id, id));
  return row ?? null;
}

/** What clients are to get back, and what they have got (M14). */
export const refundList = defineList({
  id: refunds.id,
  views: {
    due: { by: refunds.createdAt, where: sql`${refunds.sentAt} is null` },
    sent: { by: refunds.sentAt, where: sql`${refunds.sentAt} is not null` },
  },
  select: selectRefunds,
  show: (refund): RefundRow => refund,
  at: ({ createdAt, sentAt }) => sentAt ?? createdAt,
});
