import { bookingEvents, disputes, payoutBatches, payouts as payoutsTable } from "~/db/schema";
import { newId } from "~/domain/values/id";
import type { seedPayouts } from "../payouts";
import { payFor } from "../town";
import { post, rowOf, rowsOf, setting, type Town } from "./audited-step";

const PAYOUTS = "/admin-dashboard/payouts";
const STOP = `${PAYOUTS}/stop`;
const BOOKS = "/admin-dashboard/books";

/** What an admin does with money: each is possible after those above it. */
export async function moneySteps(town: Town, payouts: Awaited<ReturnType<typeof seedPayouts>>) {
  const { context, plumber, reviewed } = town;
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

  const { batch, payout, refund, toReview, job, missed, missedAs } = payouts;
  const [another, reference] = [newId(), newId().toUpperCase()];
  const [unsent, part] = [newId(), newId()];
  await db
    .insert(payoutBatches)
    .values({ id: unsent, number: 900, method: "ecocash", createdBy: town.admin.id, createdAt: now });
  const place = { method: "ecocash", number: "+263772000999", holder: "O" } as const;
  await db.insert(payoutsTable).values({
    id: part,
    batchId: unsent,
    plumberId: town.otherPlumber.id,
    amount: 5_00,
    ...place,
    status: "prepared",
    createdAt: now,
  });
  const money = (id: string, verb: string) => `/admin-dashboard/bookings/${id}/money/${verb}`;
  return {
    disputeResolved: post(
      "/admin-dashboard/disputes",
      { intent: `resolve:${denied}`, booking: reviewed },
      rowOf("disputes", denied),
    ),
    receiptVoided: post(
      money(reviewed, "void-receipt"),
      { receipt: String(receipt), reason: "Wrong job" },
      rowOf("bookings", reviewed),
    ),
    moneyDecided: post(
      money(reviewed, "decide"),
      { amount: "20", reason: "We saw it", shown: "2500...0" },
      rowOf("bookings", reviewed),
    ),
    payoutSent: post(`${PAYOUTS}/${batch}`, { intent: "sent", reference: batch }, rowOf("payout_batches", batch)),
    payoutLeftOut: post(
      `${PAYOUTS}/${unsent}`,
      { intent: `leaveOut:${part}`, shown: "not taken", reason: "A wrong number" },
      rowOf("payouts", part),
    ),
    payoutReturned: post(
      `${PAYOUTS}/${batch}`,
      { intent: `returned:${payout}`, reason: "Wrong number" },
      rowOf("payouts", payout),
    ),
    payoutPrepared: post(PAYOUTS, { id: another, method: "ecocash" }, rowsOf("payouts", "batch_id", another)),
    payoutCancelled: post(`${PAYOUTS}/${another}`, { intent: "cancel" }, rowOf("payout_batches", another)),
    payoutsStopped: post(STOP, { form: "stop", reason: "Restored" }, setting("payoutsStopped")),
    payoutsResumed: post(STOP, { form: "resume" }, setting("payoutsStopped")),
    refundSent: post(
      `/admin-dashboard/refunds/${refund}`,
      { reference: refund, amount: "3000" },
      rowOf("refunds", refund),
    ),
    paymentReviewed: post(
      "/admin-dashboard/payments/online",
      { intent: `reviewed:${toReview}`, booking: job },
      rowOf("online_payments", toReview),
    ),
    moneyShared: post(
      money(missed, "decide"),
      { amount: "", held: "split", toPlumber: "5", reason: "He was late", shown: missedAs },
      rowOf("bookings", missed),
    ),
    arrivalNoted: post(BOOKS, { arrived: "10", fee: "1", reference }, rowsOf("ledger_transfers", "credit", "clearing")),
    arrivalVoided: post(
      BOOKS,
      { intent: `void:${reference}`, reason: "Another day's" },
      rowsOf("ledger_transfers", "debit", "clearing"),
    ),
  };
}
