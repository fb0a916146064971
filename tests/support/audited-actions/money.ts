import { sql } from "drizzle-orm";
import { bookingEvents, disputes } from "~/db/schema";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { newId } from "~/domain/values/id";
import { seedPayouts } from "../payouts";
import { payFor } from "../town";
import { bookingColumn, settingValue, walk } from "./audited-walk";

export const MONEY_WALKS = [
  walk(["disputeResolved", "receiptVoided", "moneyDecided"], async (town) => {
    const { context, plumber, reviewed } = town;
    const receipt = await payFor(context, town, reviewed, 10_00);
    const denied = newId();
    await context.db.insert(bookingEvents).values({
      id: denied,
      bookingId: reviewed,
      event: "deny-payment",
      actorRole: "plumber",
      actorId: plumber.id,
      toStatus: "completed",
      amount: 5_00,
      at: context.now,
    });
    await context.db.insert(disputes).values({ id: denied, bookingId: reviewed, openedAt: context.now });
    return {
      disputeResolved: {
        path: "/admin-dashboard/disputes",
        form: { intent: `resolve:${denied}`, booking: reviewed },
        effect: sql`select closed_at from disputes where id = ${denied}`,
      },
      receiptVoided: {
        path: `/admin-dashboard/bookings/${reviewed}/money/void-receipt`,
        form: { receipt: String(receipt), reason: "Wrong job" },
        effect: bookingColumn("paid_amount", reviewed),
      },
      moneyDecided: {
        path: `/admin-dashboard/bookings/${reviewed}/money/decide`,
        form: { amount: "20", reason: "We saw it", shown: "2500...0" },
        effect: bookingColumn("final_amount", reviewed),
      },
    };
  }),
  walk(
    [
      "payoutSent",
      "payoutReturned",
      "payoutPrepared",
      "payoutCancelled",
      "payoutsStopped",
      "pastPayoutNoted",
      "paymentTakenUp",
      "payoutsResumed",
    ],
    async (town) => {
      const { context, plumber, pending } = town;
      const { batch, payout } = await seedPayouts(town);
      const [another, lost] = [newId(), newId()];
      const { reference } = (await findBookingFor(context.db, plumber, pending))!;
      const path = "/admin-dashboard/payouts";
      const stop = `${path}/stop`;
      return {
        payoutSent: {
          path: `${path}/${batch}`,
          form: { intent: "sent", reference: batch },
          effect: sql`select reference from payout_batches where id = ${batch}`,
        },
        payoutReturned: {
          path: `${path}/${batch}`,
          form: { intent: `returned:${payout}`, reason: "Wrong number" },
          effect: sql`select status from payouts where id = ${payout}`,
        },
        payoutPrepared: {
          path,
          form: { id: another, method: "ecocash" },
          effect: sql`select count(*) from payouts where batch_id = ${another}`,
        },
        payoutCancelled: {
          path: `${path}/${another}`,
          form: { intent: "cancel" },
          effect: sql`select cancelled_at from payout_batches where id = ${another}`,
        },
        payoutsStopped: {
          path: stop,
          form: { form: "stop", reason: "Restored" },
          effect: settingValue("payoutsStopped"),
        },
        pastPayoutNoted: {
          path: stop,
          form: { plumber: plumber.id, amount: "5", method: "ecocash", reference: lost },
          effect: sql`select count(*) from payouts where plumber_id = ${plumber.id} and amount = 500`,
        },
        paymentTakenUp: {
          path: stop,
          form: { form: "payment", payment: lost, booking: reference, amount: "5", method: "card" },
          effect: sql`select status from online_payments where id = ${lost}`,
        },
        payoutsResumed: { path: stop, form: { form: "resume" }, effect: settingValue("payoutsStopped") },
      };
    },
  ),
  walk(["refundSent", "paymentReviewed", "moneyShared", "arrivalNoted", "arrivalVoided"], async (town) => {
    const { refund, toReview, job, missed, missedAs } = await seedPayouts(town);
    const reference = newId().toUpperCase();
    return {
      refundSent: {
        path: `/admin-dashboard/refunds/${refund}`,
        form: { reference: refund },
        effect: sql`select reference from refunds where id = ${refund}`,
      },
      paymentReviewed: {
        path: "/admin-dashboard/payments/online",
        form: { intent: `reviewed:${toReview}`, booking: job },
        effect: sql`select reviewed_by from online_payments where id = ${toReview}`,
      },
      moneyShared: {
        path: `/admin-dashboard/bookings/${missed}/money/decide`,
        form: { amount: "", held: "split", toPlumber: "5", reason: "He was late", shown: missedAs },
        effect: bookingColumn("held_amount", missed),
      },
      arrivalNoted: {
        path: "/admin-dashboard/books",
        form: { arrived: "10", fee: "1", reference },
        effect: sql`select count(*) from ledger_transfers where credit = 'clearing'`,
      },
      arrivalVoided: {
        path: "/admin-dashboard/books",
        form: { intent: `void:${reference}`, reason: "Another day's" },
        effect: sql`select count(*) from ledger_transfers where debit = 'clearing'`,
      },
    };
  }),
];
