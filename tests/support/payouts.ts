import { eq, sql } from "drizzle-orm";
import { payoutDetails, payouts, refunds } from "~/db/schema";
import { heldFor, transfer, checkLedgerNow } from "~/domain/ledger/ledger.server";
import { recordPaidOnline } from "~/domain/money/receipts.server";
import { settleDueBookings } from "~/domain/escrow/settlements.server";
import { preparePayouts, takePayoutFile } from "~/domain/escrow/payout-batches.server";
import { stateOfDispute } from "~/domain/money/booking-money";
import { DAY, HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { type BookingColumns, insertBooking, insertOnlinePayment } from "./money-rows";
import type { Town } from "./town";

/**
 * Makes a completed job whose $50 are held, a job whose payer disputes the $20 held, a batch of $45 whose file was taken, a refund of
 * $30, and a payment for the office to check.
 */
export async function seedPayouts({ context, client, plumber, admin }: Town) {
  const { db, now } = context;
  const since = { createdAt: now - DAY, validFrom: now - DAY };
  const ecocash = { method: "ecocash", number: "+263772000567", holder: "T Ncube" } as const;
  await db.insert(payoutDetails).values({ id: newId(), plumberId: plumber.id, ...ecocash, ...since });
  let number = 0;
  const createJob = async (amount: number, more: BookingColumns) => {
    const startsAt = now - 40 * DAY - HOUR * ++number;
    const job = { clientId: client.id, plumberId: plumber.id, status: "completed", startsAt, fee: 20_00 } as const;
    const id = await insertBooking(context, { ...job, agreedPrice: amount, paidAmount: amount, ...more });
    const paid = { status: "paid", paidAt: now, received: amount, counts: true } as const;
    const payment = await insertOnlinePayment(context, { ...paid, bookingId: id, clientId: client.id, amount });
    await recordPaidOnline(context, { id: payment, bookingId: id, amount }, sql`true`);
    const move = { kind: "paid", debit: "clearing", credit: heldFor(id), causeId: payment, bookingId: id } as const;
    await transfer(context, { ...move, amount }, sql`true`);
    return id;
  };
  await createJob(50_00, { completedAt: now - 2 * DAY, finalAmount: 50_00 });
  const cancelled = await createJob(30_00, { status: "cancelled" });
  await settleDueBookings(context);
  const job = await createJob(50_00, { completedAt: now, finalAmount: 50_00 });
  const disputed = await createJob(20_00, { status: "confirmed", startsAt: now - HOUR, frozenAt: now });
  await checkLedgerNow(context);
  const batch = await preparePayouts(context, admin, { id: newId(), method: "ecocash" });
  if (!batch.ok) throw new Error(batch.reason);
  await takePayoutFile(context, admin, batch.id);
  const toReview = await insertOnlinePayment(context, {
    bookingId: job,
    clientId: client.id,
    amount: 50_00,
    method: "card",
    phone: null,
    status: "expired",
    review: "unanswered",
  });
  const [payout] = await db.select({ id: payouts.id }).from(payouts).where(eq(payouts.batchId, batch.id));
  const [refund] = await db.select({ id: refunds.id }).from(refunds).where(eq(refunds.bookingId, cancelled));
  return {
    job,
    disputed,
    /** The office's page about the disputed money. */
    disputedAs: stateOfDispute({ finalAmount: null, finalAnswer: null, frozenAt: now, heldAmount: 20_00 }),
    batch: batch.id,
    payout: payout!.id,
    refund: refund!.id,
    toReview,
  };
}
