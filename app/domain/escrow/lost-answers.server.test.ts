import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "~/db/client.server";
import { DAY, instantOf, MINUTE, SECOND } from "~/domain/time/harare";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { newId } from "~/domain/values/id";
import { failingD1, forgetfulD1, saysInSql } from "../../../tests/support/failing-d1";
import * as town from "../../../tests/support/money";
import { gatherReads, pipeline } from "../../../workers/d1";
import { findPayPage, reviewPayment } from "./online-payment-views.server";
import { checkPaymentFor, checkPayments } from "./online-payments.server";
import { nextPoll, payment, transfersOf } from "../../../tests/support/money-rows";
import { db, now } from "../../../tests/support/users";
import { agreed, at, connect, connectAs, paid, paynow, post, start, started } from "../../../tests/support/paying";

beforeAll(town.seedPayers);
beforeEach(connect);

/** Holds that the provider and the books have the same money. */
const standsPaid = async (id: string, name?: string) => {
  await town.isSound();
  expect(await transfersOf(id), name).toMatchObject([{ kind: "paid", amount: 80_00 }]);
  expect(await town.row(id), name).toMatchObject({ paidAmount: 80_00 });
  expect(paynow.standIn.transactions, name).toMatchObject([{ status: "Paid", amount: "80.00" }]);
};

test("a start that never got there has failed, but not before it could have got there", async () => {
  connectAs({ losesAnswers: "before" });
  const id = await agreed();
  const paymentId = await started(id);
  await checkPayments(at(now + MINUTE));
  expect(await payment(paymentId)).toMatchObject({ status: "unknown" });
  await checkPayments(at(now + 3 * MINUTE));
  expect(await payment(paymentId)).toMatchObject({ status: "failed", nextPollAt: null });
});

test("a refused payment is believed when its money arrives", async () => {
  const id = await agreed();
  await started(id);
  await db.run(sql`update online_payments set status = 'refused', next_poll_at = null where booking_id = ${id}`);
  await paid();
  await standsPaid(id);
});

test("one cron run repairs a start or result post that failed at any D1 call or lost its answer", async () => {
  const faults: [name: string, d1: () => D1Database][] = [
    ...[0, 1, 2, 3, 4].map((n): (typeof faults)[number] => [`call ${n}`, () => failingD1((_, call) => call === n)]),
    ...["insert into ledger_transfers", "update online_payments", "insert into online_payments"].map(
      (text): (typeof faults)[number] => [`the answer to ${text}`, () => forgetfulD1(text)],
    ),
  ];
  for (const step of ["start", "post"])
    for (const [name, d1] of faults) {
      connect();
      const broken = () => at(now, { db: openDatabase(pipeline(d1(), gatherReads())) });
      const id = await agreed();
      await start(id, step === "start" ? { context: broken() } : {}).catch(() => null);
      await paynow.elapse();
      if (step === "post") await post(broken()).catch(() => null);
      await checkPayments(at(now + 31 * SECOND));
      if (paynow.standIn.transactions.length === 0) {
        expect(await transfersOf(id), name).toEqual([]);
        await started(id, { context: at(now + 6 * MINUTE) });
        await paid(at(now + 6 * MINUTE));
      }
      await standsPaid(id, `${step}: ${name}`);
    }
});

test("a payment that Paynow answers too slowly is unknown, then traced, and never started twice", async () => {
  connectAs({ losesPosts: true });
  paynow.answerTooSlowly(true);
  const id = await agreed();
  const formId = newId();
  const [first, again] = await Promise.all([start(id, { id: formId }), start(id, { id: formId })]);
  expect([first.result, again.result]).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await payment(formId)).toMatchObject({ status: "unknown", pollUrl: null });
  expect((await start(id)).result).toMatchObject({ reason: "onlinePaymentOpen" });
  await paynow.finishWork();
  // Neither a trace is answered in time...
  expect(await checkPaymentFor(at(now + MINUTE), town.client, formId)).toMatchObject({ reason: "providerSilent" });
  expect(await payment(formId)).toMatchObject({ status: "unknown" });
  await started(id, { id: formId, context: at(now + MINUTE) });
  // ...until one is.
  paynow.answerTooSlowly(false);
  await checkPayments(at(now + 2 * MINUTE));
  expect(await payment(formId)).toMatchObject({ status: "open", pollUrl: expect.any(String) as string });
  await paynow.elapse();
  paynow.answerTooSlowly(true);
  expect(await checkPaymentFor(at(now + 3 * MINUTE), town.client, formId)).toMatchObject({ reason: "providerSilent" });
  paynow.answerTooSlowly(false);
  await Promise.all([4, 4, 4].map((minutes) => checkPayments(at(now + minutes * MINUTE))));
  await standsPaid(id);
});

test("a card without its page and an InnBucks payment without its code can be started again soon", async () => {
  for (const method of ["card", "innbucks"] as const) {
    connectAs({ losesAnswers: "after", losesPosts: true });
    const id = await agreed();
    const first = await started(id, { method });
    await checkPayments(at(now + MINUTE));
    expect(await payment(first)).toMatchObject({ status: "open", checkoutUrl: null, code: null });
    expect((await start(id, { method, context: at(now + 2 * MINUTE - 1) })).result).toMatchObject({ ok: false });
    paynow.standIn.behaviour.losesAnswers = null;
    const second = await started(id, { method, context: at(now + 2 * MINUTE) });
    expect((await payment(first)).status).toBe("expired");
    await paynow.standIn.change(paynow.standIn.transactions[1]!, "Paid");
    await checkPaymentFor(at(now + 3 * MINUTE), town.client, second);
    expect(await transfersOf(id)).toMatchObject([{ kind: "paid", amount: 80_00 }]);
  }
});

test("a payment that cannot be booked keeps none behind it from being asked about", async () => {
  const bookings = await Promise.all(Array.from({ length: 7 }, () => agreed()));
  for (const id of bookings) await started(id);
  await paynow.elapse();
  const breaks = (statements: string[]) => statements.some((text) => saysInSql(text, "insert into ledger_transfers"));
  let broken = 0;
  const d1 = failingD1((statements) => breaks(statements) && broken++ < 6);
  const context = at(now + MINUTE, { db: openDatabase(pipeline(d1, gatherReads())) });
  await expect(checkPayments(context)).rejects.toThrow();
  const paidAmounts = async () =>
    (await Promise.all(bookings.map(town.row))).filter(({ paidAmount }) => paidAmount === 80_00);
  expect(await paidAmounts()).toHaveLength(1);
  await checkPayments(at(now + 2 * MINUTE));
  expect(await paidAmounts()).toHaveLength(7);
  await town.isSound();
});

test("a payment expires, is asked about for 24 hours, and then the office looks", async () => {
  connectAs({ losesPosts: true });
  const id = await agreed();
  const paymentId = await started(id, { phone: "+263779999999" });
  await checkPayments(at(now + 5 * MINUTE - 1));
  expect((await payment(paymentId)).status).toBe("open");
  await checkPaymentFor(at(now + 5 * MINUTE), town.client, paymentId);
  expect((await payment(paymentId)).status).toBe("expired");
  // The cron runs once a minute.
  for (let next = await nextPoll(paymentId); next !== null; next = await nextPoll(paymentId))
    await checkPaymentFor(at(Math.ceil((next - now) / MINUTE) * MINUTE + now), town.client, paymentId);
  const { polls, updatedAt } = await payment(paymentId);
  expect(polls).toBeGreaterThan(20);
  expect(polls).toBeLessThan(40);
  expect(updatedAt - now).toBeGreaterThanOrEqual(DAY);
  expect(updatedAt - now).toBeLessThan(DAY + 60 * MINUTE);
  expect(await payment(paymentId)).toMatchObject({ status: "expired", review: "unanswered", nextPollAt: null });
  // Until it has, no other one is started, and nobody is asked to pay.
  const left = { amount: 80_00, method: "ecocash", startedAt: now };
  const viewOf = () => findBookingView(db, town.client, id, now);
  const again = () => start(id, { context: at(now + 2 * DAY) });
  expect(await viewOf()).toMatchObject({ uncheckedPayment: left });
  expect((await findPayPage(db, town.client, id))!.choices).toEqual([]);
  expect((await again()).result).toMatchObject({ reason: "onlinePaymentOpen" });
  await reviewPayment(at(now + 2 * DAY), town.admin, { id: paymentId, bookingId: id });
  expect(await viewOf()).toMatchObject({ uncheckedPayment: null });
  expect((await findPayPage(db, town.client, id))!.choices).not.toEqual([]);
  // The money comes anyway.
  await paynow.standIn.change(paynow.standIn.transactions[0]!, "Paid");
  await checkPaymentFor(at(now + 2 * DAY), town.client, paymentId);
  expect(await payment(paymentId)).toMatchObject({ status: "paid", counts: true, review: null });
});

test("an InnBucks code ends when Paynow says, across midnight in Harare too", async () => {
  const began = instantOf("2026-12-31", 23 * 60 + 55);
  connectAs({}, () => began);
  const id = await agreed();
  const wish = { method: "innbucks", phone: "+263779999999", context: at(began) } as const;
  const paymentId = await started(id, wish);
  expect(await payment(paymentId)).toMatchObject({ code: "700001001", codeExpiresAt: began + 10 * MINUTE });
  await checkPaymentFor(at(began + 10 * MINUTE - 1), town.client, paymentId);
  expect((await payment(paymentId)).status).toBe("open");
  await checkPaymentFor(at(began + 10 * MINUTE), town.client, paymentId);
  expect((await payment(paymentId)).status).toBe("expired");
});
