import { sql } from "drizzle-orm";
import { bookingEvents, disputes, payoutBatches, payouts as payoutsTable, privatePhotos } from "~/db/schema";
import { newId } from "~/domain/values/id";
import { insertBooking } from "../money-rows";
import type { seedPayouts } from "../payouts";
import { startFields, book, payFor, quoteFor } from "../town";
import { createCaller, createUser } from "../users";
import { post, rowOf, rowsOf, setting, type Town } from "./accounts";

/** An admin's acts on bookings: each is possible after those above it. */
export async function bookingSteps({ context, starts, request, pending, confirmed, otherPlumber }: Town) {
  const { db, now } = context;
  const caller = await createCaller(context);
  const newCaller = await createCaller(context);
  const plumber = await createUser(context, "plumber");
  const quoted = await book(context, caller, plumber, starts.at(-1)!);
  await quoteFor(context, plumber, quoted, 60_00);
  const photo = newId();
  await db
    .insert(privatePhotos)
    .values({ id: photo, kind: "problem", bookingId: pending, uploadId: newId(), createdAt: now });

  const dispatch = `/admin-dashboard/dispatch/${request}`;
  const until = String(now);
  const called = (column: string) =>
    sql`select ${sql.raw(column)} from notices where booking_id = ${quoted} and channel = 'call'`;
  const page = (id: string, verb = "") => `/admin-dashboard/bookings/${id}${verb}`;
  const hidden = rowOf("private_photos", photo);
  const email = `${newCaller.id}@example.test`;
  const callerPage = `/admin-dashboard/people/${newCaller.id}`;
  return {
    clientNotReached: post("/admin-dashboard/calls", { intent: `no-answer:${quoted}`, until }, called("attempts")),
    clientTold: post("/admin-dashboard/calls", { intent: `told:${quoted}`, until }, called("status")),
    clientNotTold: post("/admin-dashboard/calls", { intent: `not-told:${quoted}` }, called("status")),
    spokeForClient: post(page(quoted, "/money/accept-quote"), { version: "1" }, rowOf("bookings", quoted)),
    bookingAssigned: post(dispatch, { plumber: otherPlumber.id, from: "" }, rowOf("bookings", request)),
    photoHidden: post(page(pending, "/photos"), { intent: `hide:${photo}` }, hidden),
    photoShown: post(page(pending, "/photos"), { intent: `show:${photo}` }, hidden),
    plumberReminded: post(
      page(pending),
      { intent: "remindPlumber" },
      sql`select count(*) from notices where booking_id = ${pending} and kind = 'requestUnanswered'`,
    ),
    bookingRescheduled: post(page(pending, "/reschedule"), startFields(starts.at(-7)!), rowOf("bookings", pending)),
    bookingCorrected: post(
      page(pending, "/correct"),
      {
        drawn: JSON.stringify({ street: "1 Secret Street", city: "Harare", notes: "A secret note" }),
        street: "2 Secret Street",
        city: "Harare",
        serviceType: "Leak Fixing",
      },
      rowOf("bookings", pending),
    ),
    bookingCancelled: post(page(pending, "/cancel"), { reason: "It was booked twice" }, rowOf("bookings", pending)),
    bookingRetitled: post(page(confirmed), { title: "New tap" }, rowOf("bookings", confirmed)),
    bookingStarted: post(page(confirmed, "/start"), {}, rowOf("bookings", confirmed)),
    bookingCompleted: { ...post(page(confirmed, "/complete"), {}, rowOf("bookings", confirmed)), at: starts.at(-2)! },
    bookingMade: post(
      page("new"),
      {
        client: newCaller.id,
        plumber: otherPlumber.id,
        city: "Harare",
        serviceType: "Leak Fixing",
        street: "1 King George Road",
        ...startFields(starts.at(-5)!),
      },
      rowsOf("bookings", "client_id", newCaller.id),
    ),
    consentRecorded: post(`${callerPage}/consent`, { words: "Yes" }, rowsOf("consents", "user_id", newCaller.id)),
    consentEnded: post(`${callerPage}/end-consent`, {}, rowsOf("phone_channels", "user_id", newCaller.id)),
    accountCorrected: post(
      `${callerPage}/correct`,
      { firstName: "Chipo", lastName: "Dube", phone: "0779998800" },
      rowOf("users", newCaller.id),
    ),
    accountOffered: post(`${callerPage}/offer-account`, { email }, rowsOf("claim_links", "user_id", newCaller.id)),
  };
}

const PAYOUTS = "/admin-dashboard/payouts";
const STOP = `${PAYOUTS}/stop`;
const BOOKS = "/admin-dashboard/books";

/** An admin's acts on money: each is possible after those above it. */
export async function moneySteps(town: Town, payouts: Awaited<ReturnType<typeof seedPayouts>>) {
  const { context, plumber, reviewed } = town;
  const { db, now } = context;
  const receipt = await payFor(context, town, reviewed, 10_00);
  const denied = newId();
  await db.insert(bookingEvents).values({
    id: denied,
    bookingId: reviewed,
    seq: 98,
    event: "deny-payment",
    actorRole: "plumber",
    actorId: plumber.id,
    toStatus: "completed",
    amount: 5_00,
    at: now,
  });
  await db.insert(disputes).values({ id: denied, bookingId: reviewed, event: "deny-payment", openedAt: now });

  const { batch, payout, refund, toReview, job, disputed: disputedJob, disputedAs } = payouts;
  const another = newId();
  const reference = newId().toUpperCase();
  const unsent = newId();
  const part = newId();
  await db
    .insert(payoutBatches)
    .values({ id: unsent, number: 900, method: "ecocash", createdBy: town.admin.id, createdAt: now });
  const refundPage = `/admin-dashboard/refunds/${refund}`;
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
  const booked = rowOf("bookings", reviewed);
  const claimed = await insertBooking(context, { clientId: town.client.id, plumberId: plumber.id, frozenAt: now });
  const claim = newId();
  await db.insert(bookingEvents).values({
    id: claim,
    bookingId: claimed,
    seq: 1,
    event: "plumber-did-not-come",
    actorRole: "client",
    actorId: town.client.id,
    toStatus: "confirmed",
    at: now,
  });
  await db.insert(disputes).values({ id: claim, bookingId: claimed, event: "plumber-did-not-come", openedAt: now });
  const money = (id: string, verb: string) => `/admin-dashboard/bookings/${id}/money/${verb}`;
  return {
    disputeResolved: post(
      money(reviewed, "resolve-dispute"),
      { dispute: denied, reason: "They paid another plumber", outcome: "none" },
      rowOf("disputes", denied),
    ),
    receiptVoided: post(money(reviewed, "void-receipt"), { receipt: String(receipt), reason: "Wrong job" }, booked),
    moneyDecided: post(money(reviewed, "decide"), { amount: "20", reason: "We saw it", shown: "2500...0" }, booked),
    payoutSent: post(`${PAYOUTS}/${batch}`, { intent: "sent", reference: batch }, rowOf("payout_batches", batch)),
    payoutLeftOut: post(
      `${PAYOUTS}/${unsent}`,
      { intent: `leaveOut:${part}`, shown: "not taken", reason: "A wrong number" },
      rowOf("payouts", part),
    ),
    payoutReturned: post(
      `${PAYOUTS}/${batch}`,
      { intent: `returned:${payout}`, reason: "R" },
      rowOf("payouts", payout),
    ),
    payoutPrepared: post(PAYOUTS, { id: another, method: "ecocash" }, rowsOf("payouts", "batch_id", another)),
    payoutCancelled: post(`${PAYOUTS}/${another}`, { intent: "cancel" }, rowOf("payout_batches", another)),
    payoutsStopped: post(STOP, { form: "stop", reason: "Restored" }, setting("payoutsStopped")),
    payoutsResumed: post(STOP, { form: "resume" }, setting("payoutsStopped")),
    refundSent: post(refundPage, { reference: refund, amount: "3000" }, rowOf("refunds", refund)),
    refundReturned: post(
      refundPage,
      { intent: "returned", shown: refund.toUpperCase(), reason: "R" },
      rowOf("refunds", refund),
    ),
    paymentReviewed: post(
      "/admin-dashboard/payments/online",
      { intent: `reviewed:${toReview}`, booking: job },
      rowOf("online_payments", toReview),
    ),
    visitDecided: post(
      money(claimed, "decide"),
      { amount: "", outcome: "plumber-did-not-come", reason: "We called both", shown: `..${now}.0` },
      rowOf("bookings", claimed),
    ),
    moneyShared: post(
      money(disputedJob, "decide"),
      { amount: "", held: "split", toPlumber: "5", reason: "He was late", shown: disputedAs },
      rowOf("bookings", disputedJob),
    ),
    arrivalNoted: post(BOOKS, { arrived: "10", fee: "1", reference }, rowsOf("ledger_transfers", "credit", "clearing")),
    arrivalVoided: post(
      BOOKS,
      { intent: `void:${reference}`, reason: "Another day's" },
      rowsOf("ledger_transfers", "debit", "clearing"),
    ),
  };
}
