import { desc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { ledgerBalances, payoutBatches, payoutDetails, payouts, refunds, bookings, users } from "~/db/schema";
import type { Instant } from "../time/harare";
import { countUpTo } from "../values/bounded-count.server";
import { listPage, type KeyCursor } from "../values/key-cursor";
import { inOrder, latestFirst } from "../values/key-order.server";
import { maskNumber, placeOf, type OwedRow, type PayoutBatch, type PayoutRow, type RefundRow } from "./payout";
import { validDetailsOf } from "./payout-details.server";

const PAGE_SIZE = 50;
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

/** A page of the plumbers who are owed something, the most first, from the cursor `after` (L4). */
export async function listOwed(db: Database, now: Instant, after: string | null) {
  const byAmount = latestFirst(ledgerBalances.amount, ledgerBalances.owner);
  const { items, next } = await listPage(after, PAGE_SIZE, {
    select: async (cursor: KeyCursor | null, limit: number): Promise<OwedRow[]> => {
      const rows = await db
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
        .leftJoin(payoutDetails, sql`${payoutDetails.id} = ${validDetailsOf(sql`${ledgerBalances.owner}`, now)}`)
        .where(
          sql`${ledgerBalances.kind} = 'plumber' and ${ledgerBalances.amount} <> 0
          and ${byAmount.after(cursor) ?? sql`true`}`,
        )
        .orderBy(...byAmount.order)
        .limit(limit);
      return rows.map(({ bank, ending, suspendedAt, ...row }) => ({
        ...row,
        isSuspended: suspendedAt !== null,
        place: ending === null ? null : placeOf({ bank, masked: maskNumber(ending) }),
      }));
    },
    at: ({ amount }) => amount,
  });
  return { owed: items, next };
}

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

/** A page of the batches, the latest first, from the cursor `after` (L4). */
export async function listBatches(
  db: Database,
  after: string | null,
): Promise<{ batches: PayoutBatch[]; next: string | null }> {
  const byAge = latestFirst(payoutBatches.createdAt, payoutBatches.id);
  const { items, next } = await listPage(after, PAGE_SIZE, {
    select: (cursor, limit) =>
      selectBatches(db)
        .where(byAge.after(cursor))
        .orderBy(...byAge.order)
        .limit(limit) as Promise<PayoutBatch[]>,
    at: ({ createdAt }) => createdAt,
  });
  return { batches: items, next };
}

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

/** What clients are to get back, oldest first unless not `ascending`, from the cursor `after` (L4). */
export async function listRefundsDue(db: Database, after: string | null, ascending = true) {
  const byAge = inOrder(refunds.createdAt, refunds.id, ascending);
  const { items, next } = await listPage(after, PAGE_SIZE, {
    select: (cursor, limit): Promise<RefundRow[]> =>
      selectRefunds(db)
        .where(sql`${refunds.sentAt} is null and ${byAge.after(cursor) ?? sql`true`}`)
        .orderBy(...byAge.order)
        .limit(limit),
    at: ({ createdAt }) => createdAt,
  });
  return { due: items, next };
}

/** What clients have got back, the latest first unless `ascending`, from the cursor `after` (L4). */
export async function listRefundsSent(db: Database, after: string | null, ascending = false) {
  const bySending = inOrder(refunds.sentAt, refunds.id, ascending);
  const { items, next } = await listPage(after, PAGE_SIZE, {
    select: (cursor, limit): Promise<RefundRow[]> =>
      selectRefunds(db)
        .where(sql`${refunds.sentAt} is not null and ${bySending.after(cursor) ?? sql`true`}`)
        .orderBy(...bySending.order)
        .limit(limit),
    at: ({ sentAt }) => sentAt ?? 0,
  });
  return { sent: items, next };
}

/** How many refunds are due and sent, counted up to 500 (O25). */
export const countRefunds = (db: Database) =>
  countUpTo(db, { due: sql`refunds where sent_at is null`, sent: sql`refunds where sent_at is not null` });
