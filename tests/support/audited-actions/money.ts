import { sql } from "drizzle-orm";
import { bookingEvents, disputes } from "~/db/schema";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { newId } from "~/domain/values/id";
import type { seedPayouts } from "../payouts";
import { payFor } from "../town";
import { bookingColumn, post, settingValue, type Town } from "./audited-step";

const PAYOUTS = "/admin-dashboard/payouts";
const STOP = `${PAYOUTS}/stop`;
const BOOKS = "/admin-dashboard/books";

/** What an admin does with money: each is possible after those above it. */
export async function moneySteps(town: Town, payouts: Awaited<ReturnType<typeof seedPayouts>>) {
  const { context, plumber, pending, reviewed } = town;
  const { db, now } = context;
  const receipt = await payFor(context, town, reviewed, 10_00);
  const denied = newId();
  await db.insert(bookingEvents).values({
    id: denied,
    bookingId: reviewed,
    event: "deny-payment",
    actorRole: "plumber",
    actorId: plumber.id,
    toStatus: "completed",
    amount: 5_00,
    at: now,
  });
  await db.insert(disputes).values({ id: denied, bookingId: reviewed, openedAt: now });
  const { reference: booking } = (await findBookingFor(db, plumber, pending))!;

  const { batch, payout, refund, toReview, job, missed, missedAs } = payouts;
  const [another, lost, reference] = [newId(), newId(), newId().toUpperCase()];
  const money = (id: string, verb: string) => `/admin-dashboard/bookings/${id}/money/${verb}`;
  return {
    disputeResolved: post(
      "/admin-dashboard/disputes",
      { intent: `resolve:${denied}`, booking: reviewed },
      sql`select closed_at from disputes where id = ${denied}`,
    ),
    receiptVoided: post(
      money(reviewed, "void-receipt"),
      { receipt: String(receipt), reason: "Wrong job" },
      bookingColumn("paid_amount", reviewed),
    ),
    moneyDecided: post(
      money(reviewed, "decide"),
      { amount: "20", reason: "We saw it", shown: "2500...0" },
      bookingColumn("final_amount", reviewed),
    ),
    payoutSent: post(
      `${PAYOUTS}/${batch}`,
      { intent: "sent", reference: batch },
      sql`select reference from payout_batches where id = ${batch}`,
    ),
    payoutReturned: post(
      `${PAYOUTS}/${batch}`,
      { intent: `returned:${payout}`, reason: "Wrong number" },
      sql`select status from payouts where id = ${payout}`,
    ),
    payoutPrepared: post(
      PAYOUTS,
      { id: another, method: "ecocash" },
      sql`select count(*) from payouts where batch_id = ${another}`,
    ),
    payoutCancelled: post(
      `${PAYOUTS}/${another}`,
      { intent: "cancel" },
      sql`select cancelled_at from payout_batches where id = ${another}`,
    ),
    payoutsStopped: post(STOP, { form: "stop", reason: "Restored" }, settingValue("payoutsStopped")),
    pastPayoutNoted: post(
      STOP,
      { plumber: plumber.id, amount: "5", method: "ecocash", reference: lost },
      sql`select count(*) from payouts where plumber_id = ${plumber.id} and amount = 500`,
    ),
    paymentTakenUp: post(
      STOP,
      { form: "payment", payment: lost, booking, amount: "5", method: "card" },
      sql`select status from online_payments where id = ${lost}`,
    ),
    payoutsResumed: post(STOP, { form: "resume" }, settingValue("payoutsStopped")),
    refundSent: post(
      `/admin-dashboard/refunds/${refund}`,
      { reference: refund },
      sql`select reference from refunds where id = ${refund}`,
    ),
    paymentReviewed: post(
      "/admin-dashboard/payments/online",
      { intent: `reviewed:${toReview}`, booking: job },
      sql`select reviewed_by from online_payments where id = ${toReview}`,
    ),
    moneyShared: post(
      money(missed, "decide"),
      { amount: "", held: "split", toPlumber: "5", reason: "He was late", shown: missedAs },
      bookingColumn("held_amount", missed),
    ),
    arrivalNoted: post(
      BOOKS,
      { arrived: "10", fee: "1", reference },
      sql`select count(*) from ledger_transfers where credit = 'clearing'`,
    ),
    arrivalVoided: post(
      BOOKS,
      { intent: `void:${reference}`, reason: "Another day's" },
      sql`select count(*) from ledger_transfers where debit = 'clearing'`,
    ),
  };
}
