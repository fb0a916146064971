import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "~/db/client.server";
import { notices, onlinePayments, payments, receipts, refunds } from "~/db/schema";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { LIMITS } from "~/domain/rate-limits/limits";
import { DAY, instantOf, MINUTE, SECOND } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import type { AuthenticatedUser } from "~/domain/values/user";
import { contextAt } from "../../../tests/support/context";
import { failingD1, forgetfulD1, saysInSql } from "../../../tests/support/failing-d1";
import * as town from "../../../tests/support/money";
import { connectPaynow } from "../../../tests/support/paynow";
import { checkLedger } from "../ledger/ledger.server";
import { gatherReads } from "../../../workers/d1/gather";
import { pipeline } from "../../../workers/d1/pipeline";
import { checkPaymentFor, checkPayments, takeResultPost } from "./check-payment.server";
import { saveFeeMode } from "./fee-mode.server";
import type { PaymentPurpose } from "./online-payment";
import { startPayment } from "./start-payment.server";

const { db, now } = town.context;
/** What 200 posts at once need. */
const WIDE = Object.fromEntries(
  Object.keys(LIMITS).map((name) => [name, { max: 10_000, minutes: 60 }]),
) as typeof LIMITS;

let paynow: ReturnType<typeof connectPaynow>;
let at: (time?: number, more?: Partial<DomainContext>) => DomainContext;
beforeAll(town.seedPayers);
beforeEach(() => {
  paynow = connectPaynow();
  at = (time = now, more = {}) => contextAt(time, { paymentProvider: paynow.provider, limits: WIDE, ...more });
});

const PHONE = "+263771111111";
interface Wish {
  id?: string;
  purpose?: PaymentPurpose;
  shown?: number;
  method?: "ecocash" | "card" | "innbucks";
  phone?: string | null;
  by?: AuthenticatedUser;
  context?: DomainContext;
}
const start = async (bookingId: string, wish: Wish = {}) => {
  const { id = newId(), purpose = "price", shown = 80_00, method = "ecocash", phone = PHONE } = wish;
  const found = await town.booking(bookingId);
  const result = await startPayment(wish.context ?? at(), wish.by ?? town.client, found, {
    id,
    purpose,
    shown,
    method,
    phone: method === "card" ? null : phone,
  });
  return { id, result };
};
const started = async (bookingId: string, wish: Wish = {}) => {
  const { id, result } = await start(bookingId, wish);
  expect(result).toMatchObject({ ok: true });
  return id;
};
const agreed = (more: Parameters<typeof town.createBooking>[0] = {}) =>
  town.createBooking({ agreedPrice: 80_00, ...more });
const payment = async (id: string) => (await db.select().from(onlinePayments).where(eq(onlinePayments.id, id)))[0]!;
const nextPoll = async (id: string) => (await payment(id)).nextPollAt;
const transfersOf = (bookingId: string) =>
  db.all<{ kind: string; debit: string; credit: string; amount: number }>(
    sql`select kind, debit, credit, amount from ledger_transfers where booking_id = ${bookingId} order by at, id`,
  );
const refundsOf = (bookingId: string) => db.select().from(refunds).where(eq(refunds.bookingId, bookingId));
const post = async (context: DomainContext, { url, body }: { url: string; body: string }) =>
  takeResultPost(context, url.split("/").at(-1)!, (await paynow.provider.readUpdate(body))!);
/** The test phone decides, and Paynow's posts arrive. */
async function paid(context = at()) {
  const before = paynow.posts.length;
  await paynow.elapse();
  for (const one of paynow.posts.slice(before)) await post(context, one);
}
const isSound = async () => {
  const check = await checkLedger(db);
  expect(check).toMatchObject({ sum: 0, faults: [] });
};

describe("a payment that fits", () => {
  test("is started, paid, held and receipted, and both sides hear of it", async () => {
    const id = await agreed();
    const paymentId = await started(id);
    expect(await payment(paymentId)).toMatchObject({
      status: "open",
      amount: 80_00,
      purpose: "price",
      phone: PHONE,
      instructions: expect.stringContaining("PIN") as string,
      providerReference: "1001",
    });
    expect(paynow.standIn.transactions).toMatchObject([
      { reference: paymentId, amount: "80.00", phone: "0771111111", method: "ecocash" },
    ]);
    await paid();
    expect(await payment(paymentId)).toMatchObject({
      status: "paid",
      counts: true,
      received: 80_00,
      review: null,
      nextPollAt: now + DAY,
    });
    expect(await town.row(id)).toMatchObject({ paidAmount: 80_00 });
    expect(await transfersOf(id)).toEqual([{ kind: "paid", debit: "clearing", credit: `held:${id}`, amount: 80_00 }]);
    expect(await db.select().from(payments).where(eq(payments.id, paymentId))).toMatchObject([
      { method: "online", status: "confirmed", amount: 80_00 },
    ]);
    expect(await db.select().from(receipts).where(eq(receipts.paymentId, paymentId))).toHaveLength(1);
    expect(await town.eventsOf(id)).toEqual([
      { event: "pay-online", amount: 80_00, reason: null, actorRole: "client" },
    ]);
    const told = await db
      .select()
      .from(notices)
      .where(sql`cause_id = ${paymentId} and channel = 'email'`);
    expect(told.map(({ kind, subject }) => [kind, subject.replace(/ \(.*/, "")])).toEqual([
      ["paidOnline", "You paid $80"],
      ["paidOnline", "$80 is paid"],
    ]);
    await isSound();
  });

  test.each([
    ["the deposit", { agreedDeposit: 30_00 }, "deposit", 30_00],
    ["the rest after a deposit", { agreedDeposit: 30_00, paidAmount: 30_00 }, "rest", 50_00],
    [
      "what is due",
      { status: "completed", completedAt: now, finalAmount: 60_00, agreedPrice: null, fee: 60_00 },
      "rest",
      60_00,
    ],
  ] as const)("may be %s", async (_, more, purpose, amount) => {
    const id = await agreed(more);
    await started(id, { purpose, shown: amount });
    await paid();
    expect((await transfersOf(id))[0]).toMatchObject({ kind: "paid", amount });
  });

  test("may be the fee with the request, where the office lets it be", async () => {
    const id = await town.createBooking({ status: "pending" });
    const wish = { purpose: "fee", shown: 25_00 } as const;
    expect((await start(id, wish)).result).toMatchObject({ reason: "amountChanged" });
    await saveFeeMode(town.context, town.admin, "optional");
    await started(id, wish);
    await paid();
    expect((await transfersOf(id))[0]).toMatchObject({ kind: "paid", amount: 25_00 });
    await saveFeeMode(town.context, town.admin, "none");
  });
});

describe("starting", () => {
  test("the same form again starts nothing, also when it is pressed twice at once or after it was paid", async () => {
    const id = await agreed();
    const formId = newId();
    const both = await Promise.all([start(id, { id: formId }), start(id, { id: formId })]);
    expect(both.map(({ result }) => result.ok)).toEqual([true, true]);
    await paid();
    await started(id, { id: formId });
    expect(paynow.standIn.transactions).toHaveLength(1);
  });

  test("one payment of a booking is open at a time; after its time another one can be started", async () => {
    const id = await agreed();
    await started(id, { phone: "+263779999999" });
    expect((await start(id)).result).toMatchObject({ reason: "onlinePaymentOpen" });
    expect((await start(id, { context: at(now + 5 * MINUTE - 1) })).result).toMatchObject({ ok: false });
    await started(id, { context: at(now + 5 * MINUTE) });
    expect(paynow.standIn.transactions).toHaveLength(2);
  });

  test.each([
    ["another amount than the booking's", { shown: 1_00 }],
    ["something that isn't asked for", { purpose: "rest" as const, shown: 80_00 }],
    ["the fee of a booking with a price", { purpose: "fee" as const, shown: 25_00 }],
  ])("refuses %s", async (_, wish) => {
    expect((await start(await agreed(), wish)).result).toMatchObject({ reason: "amountChanged" });
    expect(paynow.standIn.transactions).toEqual([]);
  });

  test("refuses another client's booking, a frozen one, one that ended, and one that changed since it was read", async () => {
    const reasonOf = async (id: string, wish: Wish = {}) => (await start(id, wish)).result;
    expect(await reasonOf(await agreed(), { by: town.otherClient })).toMatchObject({ reason: "amountChanged" });
    expect(await reasonOf(await agreed({ frozenAt: now }))).toMatchObject({ reason: "amountChanged" });
    expect(await reasonOf(await agreed({ status: "cancelled" }))).toMatchObject({ reason: "amountChanged" });
    expect(await reasonOf(await agreed({ plumberId: null, status: "pending" }))).toMatchObject({ ok: false });
    const id = await agreed();
    const read = await town.booking(id);
    await db.run(sql`update bookings set agreed_price = 9000 where id = ${id}`);
    const wish = { id: newId(), purpose: "price", shown: 80_00, method: "ecocash", phone: PHONE } as const;
    expect(await startPayment(at(), town.client, read, wish)).toMatchObject({ reason: "amountChanged" });
    expect(paynow.standIn.transactions).toEqual([]);
  });

  test("an id that something else has is not taken", async () => {
    const id = await agreed();
    const recorded = newId();
    await town.record(id, town.client, 5_00, recorded);
    expect((await start(id, { id: recorded })).result).toMatchObject({ ok: false });
    // Another client's payment has it.
    const taken = await started(id);
    expect((await start(await agreed(), { id: taken })).result).toMatchObject({ ok: false });
  });

  test("a booking keeps its plumber while a payment is under way", async () => {
    const id = await agreed();
    await started(id, { phone: "+263773333333" });
    const other = (await findBookablePlumber(db, town.otherPlumber.id))!;
    const assign = async () => assignBooking(at(), town.admin, await town.booking(id), other, town.plumber.id);
    expect(await assign()).toMatchObject({ reason: "paymentRecorded" });
    await paid();
    expect(await assign()).toEqual({ ok: true });
  });

  test("is limited, and off without a provider", async () => {
    const id = await agreed();
    expect((await start(id, { context: at(now, { paymentProvider: null }) })).result).toMatchObject({
      reason: "onlinePaymentsOff",
    });
    const narrow = { ...WIDE, onlinePaymentPerClient: { max: 0, minutes: 60 } };
    expect((await start(id, { context: at(now, { limits: narrow }) })).result).toMatchObject({ reason: "tooMany" });
    expect(paynow.standIn.transactions).toEqual([]);
  });

  test("what the provider refuses is refused, with its words", async () => {
    const id = await agreed();
    const paymentId = await started(id, { phone: "+263774444444" });
    expect(await payment(paymentId)).toMatchObject({
      status: "refused",
      failure: "Insufficient balance",
      nextPollAt: null,
    });
    await started(id);
  });
});

describe("200 result posts and polls at once", () => {
  test("make one transfer, one receipt and one notice to each side", async () => {
    const id = await agreed();
    const paymentId = await started(id);
    await paynow.elapse();
    const [one] = paynow.posts;
    await Promise.all(
      Array.from({ length: 200 }, (_, nth) =>
        nth % 3 === 0
          ? checkPaymentFor(at(), town.client, paymentId)
          : nth % 3 === 1
            ? post(at(), one!)
            : checkPayments(at(now + 20 * SECOND)),
      ),
    );
    expect(await transfersOf(id)).toHaveLength(1);
    expect(await town.row(id)).toMatchObject({ paidAmount: 80_00 });
    expect(await db.select().from(receipts).where(eq(receipts.bookingId, id))).toHaveLength(1);
    expect(
      await db
        .select()
        .from(notices)
        .where(sql`cause_id = ${paymentId} and channel = 'email'`),
    ).toHaveLength(2);
    expect(await town.eventsOf(id)).toHaveLength(1);
    await isSound();
  });
});

describe("money that doesn't fit is paid back, and stands at the office", () => {
  const landsInRefunds = async (id: string, amount: number, review: string) => {
    expect((await transfersOf(id)).find(({ kind }) => kind !== "paid")).toEqual({
      kind: "paid-not-counted",
      debit: "clearing",
      credit: "refunds:due",
      amount,
    });
    expect((await refundsOf(id)).map(({ amount, reason }) => [amount, reason])).toEqual([[amount, "not-counted"]]);
    const [found] = await db
      .select()
      .from(onlinePayments)
      .where(sql`booking_id = ${id} and review is not null`);
    expect(found).toMatchObject({ status: "paid", counts: false, review, reviewedBy: null });
    const told = await db
      .select()
      .from(notices)
      .where(sql`cause_id = ${found!.id} and kind = 'paymentToReturn' and channel = 'email'`);
    expect(told).toHaveLength(2);
    await isSound();
  };

  test("another amount", async () => {
    paynow = connectPaynow({ wrongBy: -1_00 });
    const id = await agreed();
    await started(id);
    await paid();
    await landsInRefunds(id, 79_00, "amount-differs");
    expect((await town.row(id)).paidAmount).toBe(0);
  });

  test("paid twice: an expired payment's money comes after that of the next one", async () => {
    const id = await agreed();
    await started(id);
    await started(id, { context: at(now + 6 * MINUTE) });
    await paid(at(now + 7 * MINUTE));
    await landsInRefunds(id, 80_00, "paid-twice");
    expect((await town.row(id)).paidAmount).toBe(80_00);
    expect(await transfersOf(id)).toHaveLength(2);
  });

  test("paid after the booking was cancelled", async () => {
    const id = await agreed();
    await started(id);
    await transitionBooking(at(), town.client, await town.booking(id), "cancel", { reason: null });
    await paid();
    await landsInRefunds(id, 80_00, "paid-after-end");
  });

  test("more than the final amount that was set meanwhile", async () => {
    const id = await agreed();
    await started(id);
    await db.run(
      sql`update bookings set status = 'completed', final_amount = 5000, completed_at = ${now} where id = ${id}`,
    );
    await paid();
    await landsInRefunds(id, 80_00, "paid-twice");
  });
});

describe("whatever gets lost, the same money stands here and there", () => {
  const standsPaid = async (id: string) => {
    await isSound();
    expect(await transfersOf(id)).toMatchObject([{ kind: "paid", amount: 80_00 }]);
    expect(await town.row(id)).toMatchObject({ paidAmount: 80_00 });
    expect(paynow.standIn.transactions).toMatchObject([{ status: "Paid", amount: "80.00" }]);
  };

  test("the answer to the start: the payment is traced, never started again", async () => {
    paynow = connectPaynow({ losesAnswers: "after", losesPosts: true });
    const id = await agreed();
    const paymentId = await started(id);
    expect(await payment(paymentId)).toMatchObject({ status: "unknown", pollUrl: null });
    await checkPayments(at(now + MINUTE));
    expect(await payment(paymentId)).toMatchObject({ status: "open", pollUrl: expect.any(String) as string });
    await paynow.elapse();
    await checkPayments(at(now + 2 * MINUTE));
    await standsPaid(id);
  });

  test("a start that never got there has failed, but not before it could have got there", async () => {
    paynow = connectPaynow({ losesAnswers: "before" });
    const id = await agreed();
    const paymentId = await started(id);
    await checkPayments(at(now + MINUTE));
    expect(await payment(paymentId)).toMatchObject({ status: "unknown" });
    await checkPayments(at(now + 3 * MINUTE));
    expect(await payment(paymentId)).toMatchObject({ status: "failed", nextPollAt: null });
  });

  test("what counts as over is still believed when money arrives", async () => {
    const id = await agreed();
    const paymentId = await started(id, { phone: "+263774444444" });
    expect((await payment(paymentId)).status).toBe("refused");
    await db.run(sql`update online_payments set phone = ${PHONE} where id = ${paymentId}`);
    // As if Paynow had taken it all the same.
    await paynow.provider.start({
      id: paymentId,
      amount: 80_00,
      method: "ecocash",
      phone: "0771111111",
      email: "rudo@example.test",
      description: "",
      returnUrl: "https://pombi.test",
      resultUrl: `https://pombi.test/hooks/paynow/${paymentId}`,
    });
    await paid();
    await standsPaid(id);
  });

  test.each([0, 1, 2, 3])("D1 fails at call %i of the start: one cron run later all is well", async (nth) => {
    const id = await agreed();
    const broken = {
      db: openDatabase(
        pipeline(
          failingD1((_, call) => call === nth),
          gatherReads(),
        ),
      ),
    };
    await start(id, { context: at(now, broken) }).catch(() => null);
    await paynow.elapse();
    await checkPayments(at(now + 31 * SECOND));
    if (paynow.standIn.transactions.length === 0) {
      expect(await transfersOf(id)).toEqual([]);
      await started(id, { context: at(now + 6 * MINUTE) });
      await paid(at(now + 6 * MINUTE));
    }
    await standsPaid(id);
  });

  test.each([0, 1, 2, 3, 4])("D1 fails at call %i of a result post: one cron run later all is well", async (nth) => {
    const id = await agreed();
    await started(id);
    await paynow.elapse();
    const broken = {
      db: openDatabase(
        pipeline(
          failingD1((_, call) => call === nth),
          gatherReads(),
        ),
      ),
    };
    await post(at(now, broken), paynow.posts[0]!).catch(() => null);
    await checkPayments(at(now + 31 * SECOND));
    await standsPaid(id);
  });

  test.each(["insert into ledger_transfers", "update online_payments", "insert into online_payments"])(
    "the result of %s gets lost",
    async (text) => {
      const id = await agreed();
      const forgetful = () => ({ db: openDatabase(pipeline(forgetfulD1(text), gatherReads())) });
      await start(id, { context: at(now, forgetful()) }).catch(() => null);
      await paynow.elapse();
      if (paynow.posts[0]) await post(at(now, forgetful()), paynow.posts[0]).catch(() => null);
      await checkPayments(at(now + 31 * SECOND));
      if (paynow.standIn.transactions.length === 0) {
        await started(id, { context: at(now + 6 * MINUTE) });
        await paid(at(now + 6 * MINUTE));
      }
      await standsPaid(id);
    },
  );

  test("Paynow answers too slowly: what was started so is unknown, then traced, and never started twice", async () => {
    paynow = connectPaynow({ losesPosts: true });
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
    expect(await checkPaymentFor(at(now + 3 * MINUTE), town.client, formId)).toMatchObject({
      reason: "providerSilent",
    });
    paynow.answerTooSlowly(false);
    await Promise.all([4, 4, 4].map((minutes) => checkPayments(at(now + minutes * MINUTE))));
    await standsPaid(id);
  });

  test.each(["card", "innbucks"] as const)(
    "the page or the code of a payment (%s): nobody can pay it, and another one can be started soon",
    async (method) => {
      paynow = connectPaynow({ losesAnswers: "after", losesPosts: true });
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
    },
  );

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
    await isSound();
  });

  test("Paynow answers nothing for a while", async () => {
    const id = await agreed();
    const paymentId = await started(id);
    await paynow.elapse();
    const { poll, trace } = paynow.provider;
    const silent = { ...paynow.provider, poll: async () => null, trace: async () => null };
    const context = at(now + MINUTE, { paymentProvider: silent });
    expect(await checkPaymentFor(context, town.client, paymentId)).toMatchObject({ reason: "providerSilent" });
    expect(await post(context, paynow.posts[0]!)).toMatchObject({ reason: "providerSilent" });
    expect([poll, trace]).toEqual([paynow.provider.poll, paynow.provider.trace]);
    await checkPayments(at(now + 10 * MINUTE));
    await standsPaid(id);
  });
});

describe("the clock", () => {
  test("a payment expires, is asked about for 24 hours, and then the office looks", async () => {
    paynow = connectPaynow({ losesPosts: true });
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
    // The money comes all the same.
    await paynow.standIn.change(paynow.standIn.transactions[0]!, "Paid");
    await checkPaymentFor(at(now + 2 * DAY), town.client, paymentId);
    expect(await payment(paymentId)).toMatchObject({ status: "paid", counts: true, review: null });
  });

  test.each([
    ["in the morning", now],
    ["across midnight in Harare", instantOf("2026-12-31", 23 * 60 + 55)],
  ])("an InnBucks code ends when Paynow says, %s", async (_, began) => {
    paynow = connectPaynow({}, () => began);
    const id = await agreed();
    const wish = { method: "innbucks", phone: "+263779999999", context: at(began) } as const;
    const paymentId = await started(id, wish);
    expect(await payment(paymentId)).toMatchObject({ code: "700001001", codeExpiresAt: began + 10 * MINUTE });
    await checkPaymentFor(at(began + 10 * MINUTE - 1), town.client, paymentId);
    expect((await payment(paymentId)).status).toBe("open");
    await checkPaymentFor(at(began + 10 * MINUTE), town.client, paymentId);
    expect((await payment(paymentId)).status).toBe("expired");
  });
});

describe("who may ask", () => {
  test("a payment is checked for its client, and nobody else's", async () => {
    const paymentId = await started(await agreed());
    for (const stranger of [town.otherClient, town.otherPlumber])
      expect(await checkPaymentFor(at(), stranger, paymentId)).toMatchObject({ reason: "onlinePaymentNotFound" });
    expect(await checkPaymentFor(at(), town.client, paymentId)).toEqual({ ok: true });
  });

  test("a post about another payment than the address names changes nothing", async () => {
    const first = await started(await agreed());
    await started(await agreed());
    await paynow.elapse();
    const said = (await paynow.provider.readUpdate(paynow.posts[1]!.body))!;
    expect(await takeResultPost(at(), first, said)).toMatchObject({ reason: "onlinePaymentNotFound" });
    expect((await payment(first)).status).toBe("open");
  });

  test("cancelled on the phone", async () => {
    const id = await agreed();
    const paymentId = await started(id, { phone: "+263773333333" });
    await paid();
    expect(await payment(paymentId)).toMatchObject({ status: "cancelled", nextPollAt: null });
    expect(await transfersOf(id)).toEqual([]);
  });
});
