import { inArray, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { TransferKind } from "~/db/money-words";
import { bookings, payments, quotes, receipts, refunds, settlements } from "~/db/schema";
import { isSound } from "./money-rows";
import { contextAt } from "./users";

/**
 * Asserts that every cent that the provider has got, and has not taken back, is in one place. `stands`: the amounts of a booking.
 */
export async function holdAgainst(lived: { id: string; stands: number }[]): Promise<void> {
  const { db } = contextAt();
  const ids = lived.map(({ id }) => id);
  const isTheirs = sql`booking_id in (select value from json_each(${JSON.stringify(ids)}))`;
  const [moved, lost, open, shared, back, recorded, issued, quotesOf, found] = await Promise.all([
    db.all<{ bookingId: string; kind: TransferKind; sum: number; atProvider: number }>(sql`
      select booking_id as bookingId, kind, sum(amount) as sum,
        sum(iif(debit = 'clearing', amount, iif(credit = 'clearing', -amount, 0))) as atProvider
      from ledger_transfers where ${isTheirs} group by booking_id, kind`),
    // The held and due amounts when something was lost to the provider: the transfers before it, in order.
    db.all<{ bookingId: string; left: number; toClient: number; amount: number }>(sql`
      select booking_id as bookingId, amount, iif(credit = 'refunds:due', amount, 0) as toClient,
        (select coalesce(sum(iif(credit = 'refunds:due'
        or credit like 'held:%', amount, 0) - iif(debit = 'refunds:due' or debit like 'held:%', amount, 0)), 0)
          from ledger_transfers as earlier where earlier.booking_id = lost.booking_id and earlier.rowid < lost.rowid) as left
      from ledger_transfers as lost where kind = 'loss' and ${isTheirs}`),
    db.all<{ bookingId: string }>(sql`
      select booking_id as bookingId from disputes where closed_at is null and event = 'dispute-final' and ${isTheirs}`),
    db.select().from(settlements).where(isTheirs),
    db.select().from(refunds).where(isTheirs),
    db.select().from(payments).where(isTheirs),
    db.select().from(receipts).where(isTheirs),
    db.select().from(quotes).where(isTheirs),
    db.select().from(bookings).where(inArray(bookings.id, ids)),
  ]);
  for (const { id, stands } of lived) {
    const booking = found.find((one) => one.id === id)!;
    const isMine = ({ bookingId }: { bookingId: string | null }) => bookingId === id;
    const mine = moved.filter(isMine);
    const isOf = (kinds: TransferKind[]) => mine.filter(({ kind }) => kinds.includes(kind));
    const of = (...kinds: TransferKind[]) => sumOf(isOf(kinds), "sum");
    const share = shared.filter(isMine);
    const returned = back.filter(isMine);
    expect(sumOf(mine, "atProvider"), "at the provider").toBe(stands);
    const passedOn = of("earned", "commission", "refund-due", "paid-not-counted", "taken-back");
    expect(booking.heldAmount + passedOn, "in one place").toBe(of("paid", "paid-not-counted"));
    expect(sumOf(share, "earned"), "earned").toBe(of("earned"));
    expect(sumOf(share, "commission"), "commission").toBe(of("commission"));
    const losses = lost.filter(isMine);
    const given = sumOf(losses, "toClient");
    expect(sumOf(returned, "amount"), "back").toBe(of("refund-due", "paid-not-counted") + given);
    const leftToProvider = losses.filter(({ toClient, left }) => toClient === 0 && left !== 0);
    expect(leftToProvider, "held or due while money is lost").toEqual([]);
    const sent = returned.filter(({ sentAt }) => sentAt !== null);
    expect(sumOf(sent, "amount"), "sent back").toBe(of("refund-sent") - of("refund-returned"));
    const inHand = of("cash") - of("cash-voided");
    expect(booking.paidAmount, "counted").toBe(of("paid") - of("refund-due", "taken-back") + inHand);
    const records = recorded.filter((one) => isMine(one) && one.method !== "online");
    const confirmed = records.filter(({ status }) => status === "confirmed");
    expect(sumOf(confirmed, "amount"), "in hand").toBe(inHand);
    expect(records.filter(({ status }) => status === "open").length, "open records").toBeLessThanOrEqual(1);
    expect(sumOf(issued.filter(isMine), "amount"), "receipts").toBe(of("paid") + inHand);
    const { finalAmount, finalAnswer, agreedPrice, fee, frozenAt, status, releasedAt } = booking;
    const inTheEnd = booking.paidAmount - booking.heldAmount - of("loss");
    if (finalAnswer === "decided")
      expect(inTheEnd, "paid in the end").toBeLessThanOrEqual(Math.max(finalAmount!, inHand));
    if (releasedAt !== null) expect(status, "released").toBe("completed");
    expect(open.filter(isMine).length, "disputes to decide").toBe(
      finalAnswer === "disputed" || finalAnswer === "objected" ? 1 : 0,
    );
    const isSettled = finalAnswer !== null && finalAnswer !== "disputed";
    const owed = frozenAt ? 0 : isSettled ? finalAmount! : Math.min(finalAmount ?? 0, (agreedPrice ?? fee)!);
    expect(booking.due, "due").toBe(Math.max(0, owed - booking.paidAmount));
    const quoted = quotesOf.filter((one) => isMine(one) && one.status === "accepted").map(({ total }) => total);
    expect(quoted, "agreed").toEqual(quoted.length === 0 ? [] : [agreedPrice]);
  }
  const numbers = issued.length === 0 ? [] : (await db.select().from(receipts)).map(({ number }) => number);
  numbers.sort((a, b) => a - b);
  expect(numbers, "receipts without a gap").toEqual(numbers.map((_, at) => numbers[0]! + at));
  await holdLedger();
}

const sumOf = <Name extends string>(rows: Record<Name, number>[], name: Name) =>
  rows.reduce((sum, row) => sum + row[name], 0);

/** The whole ledger adds up, and what was sent out is what the batches say. */
async function holdLedger(): Promise<void> {
  const { db } = contextAt();
  await isSound();
  const [row] = await db.all<{ sent: number; booked: number; owed: number; earned: number }>(sql`
    select (select coalesce(sum(amount), 0) from payouts where status = 'sent') as sent,
      (select coalesce(sum(iif(kind = 'payout', amount, -amount)), 0) from ledger_transfers
      where kind in ('payout', 'payout-returned')) as booked,
      (select coalesce(sum(amount), 0) from ledger_balances where kind = 'plumber') as owed,
      (select coalesce(sum(earned), 0) from settlements) as earned`);
  expect(row!.booked).toBe(row!.sent);
  expect(row!.owed + row!.sent).toBe(row!.earned);
}

/** Counts each kind of transfer, so that a run shows that it has been everywhere. */
export async function countTransfers(): Promise<Record<string, number>> {
  const { db } = contextAt();
  const rows = await db.all<{ kind: string; count: number }>(
    sql`select kind, count(*) as count from ledger_transfers group by kind`,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}
