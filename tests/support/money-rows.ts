import { asc, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { columnsOf } from "~/db/client.server";
import { bookingEvents, bookings, disputes, onlinePayments, payments, receipts, refunds } from "~/db/schema";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { type Account, balanceOf, checkLedger } from "~/domain/ledger/ledger.server";
import { findReceipt } from "~/domain/money/receipts.server";
import { findQuote } from "~/domain/money/quotes.server";
import { newId } from "~/domain/values/id";
import type { SteppedUpUser } from "~/domain/values/user";
import { noticesInWords } from "./notice-words";
import { context, db } from "./users";
import { admin } from "./payers";

type Stage = Pick<DomainContext, "db" | "now">;
export type BookingColumns = Partial<typeof bookings.$inferInsert>;

/** Makes a booking with a fee of $25 unless `more` says otherwise; gives its id. */
export async function insertBooking({ db, now }: Stage, more: BookingColumns & { clientId: string }): Promise<string> {
  const { id = newId() } = more;
  const stands = { status: "confirmed", startsAt: now, fee: 25_00, createdAt: now, updatedAt: now } as const;
  await db.insert(bookings).values({ id, reference: `PB-${id.slice(0, 12)}`, ...stands, ...more });
  return id;
}

type PaymentColumns = Partial<typeof onlinePayments.$inferInsert>;

/** An online payment by EcoCash that is open unless `more` says otherwise; gives its id. */
export async function insertOnlinePayment(
  { db, now }: Stage,
  more: PaymentColumns & { bookingId: string; clientId: string; amount: number },
): Promise<string> {
  const { id = newId() } = more;
  const asked = { purpose: "price", method: "ecocash", phone: "+263771111111", status: "open" } as const;
  await db.insert(onlinePayments).values({ id, ...asked, createdAt: now, updatedAt: now, ...more });
  return id;
}

/** The provider's word about a payment. */
export const saidOf = (id: string, amount: number, status: "paid" | "disputed" | "refunded") => ({
  id,
  status,
  amount,
  providerReference: null as string | null,
  pollUrl: null,
});

export const booking = async (id: string, viewer: SteppedUpUser = admin) => (await findBookingFor(db, viewer, id))!;
export const row = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
export const dueOf = async (id: string) => (await booking(id)).due;
export const eventsOf = (id: string) =>
  db
    .select(columnsOf(bookingEvents, "event", "amount", "reason", "actorRole"))
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, id))
    .orderBy(asc(bookingEvents.seq));
/** The disputes of a booking, the oldest first: the events, and whether each is closed. */
export const disputesOf = async (id: string) =>
  (
    await db
      .select({ event: bookingEvents.event, reason: bookingEvents.reason, closedAt: disputes.closedAt })
      .from(disputes)
      .innerJoin(bookingEvents, eq(bookingEvents.id, disputes.id))
      .where(eq(disputes.bookingId, id))
      .orderBy(disputes.openedAt)
  ).map(({ closedAt, ...dispute }) => ({ ...dispute, isClosed: closedAt !== null }));
export const emailsAbout = async (id: string) =>
  (await noticesInWords(db, sql`cause_id in (select id from booking_events where booking_id = ${id})`)).map(
    ({ recipient, subject }) => ({ recipient, subject }),
  );

export const quote = async (id: string, version: number) => (await findQuote(db, admin, id, version))!;
export const openOf = async (id: string) => {
  const isOpen = sql`booking_id = ${id} and status = 'open'`;
  const [open] = await db.select().from(payments).where(isOpen);
  return open!;
};
/** The only receipt of a booking, as the office sees it. */
export const receiptOf = async (id: string) => {
  const [issued] = await db.select().from(receipts).where(eq(receipts.bookingId, id));
  return (await findReceipt(context, admin, issued!.number))!;
};
export const payment = async (id: string) =>
  (await db.select().from(onlinePayments).where(eq(onlinePayments.id, id)))[0]!;
export const nextPoll = async (id: string) => (await payment(id)).nextPollAt;
export const transfersOf = (bookingId: string) =>
  db.all<{ kind: string; debit: string; credit: string; amount: number }>(
    sql`select kind, debit, credit, amount from ledger_transfers where booking_id = ${bookingId} order by rowid`,
  );
export const refundsOf = (bookingId: string) => db.select().from(refunds).where(eq(refunds.bookingId, bookingId));

/** The balance of an account of the ledger, in cents. */
export const balance = async (account: Account): Promise<number> =>
  (await db.all<{ amount: number }>(sql`select ${balanceOf(account)} as amount`))[0]!.amount;

const COUNTED = sql`
  select 'balances of ' || kind as what, sum(amount) as amount from ledger_balances group by kind
  union all select kind || ' on ' || date(at / 1000 + 7200, 'unixepoch'), sum(amount) from ledger_transfers group by 1
  union all select 'payouts of ' || payout_batches.id, count(payouts.id) from payout_batches
  left join payouts on batch_id = payout_batches.id
    and (status <> 'cancelled' or cancelled_at is not null) group by payout_batches.id
  union all select 'sum of ' || payout_batches.id, coalesce(sum(amount), 0) from payout_batches
  left join payouts on batch_id = payout_batches.id
    and (status <> 'cancelled' or cancelled_at is not null) group by payout_batches.id
  union all select 'in a batch: plumber:' || plumber_id, 1 from payouts where status = 'prepared'`;
const STORED = sql`
  select 'balances of ' || kind as what, amount from ledger_sums
  union all select kind || ' on ' || day, amount from ledger_days
  union all select 'payouts of ' || id, payout_count from payout_batches
  union all select 'sum of ' || id, total from payout_batches
  union all select 'in a batch: ' || account, 1 from ledger_balances where is_in_batch`;

/** Holds that the ledger adds up, that every balance is that of its transfers, and every stored sum that of its rows. */
export async function isSound(): Promise<void> {
  expect(await checkLedger(db)).toMatchObject({ sum: 0, faults: [] });
  const differences =
    await db.all(sql`select 'counted' as side, * from (${COUNTED}) where (what, amount) not in (${STORED})
    union all select 'stored', * from (${STORED}) where (what, amount) not in (${COUNTED})`);
  expect(differences).toEqual([]);
}

/** The change of each of these accounts since before, in cents. */
export const watch = async <const Accounts extends readonly Account[]>(...accounts: Accounts) => {
  const before = await Promise.all(accounts.map(balance));
  return async () => (await Promise.all(accounts.map(balance))).map((amount, at) => amount - before[at]!);
};
