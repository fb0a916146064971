import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { onlinePayments, payments, receipts } from "~/db/schema";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { DAY, MINUTE, SECOND } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import * as town from "../../../tests/support/money";
import { assignTo, setBooking } from "../../../tests/support/town";
import { noticesInWords } from "../../../tests/support/notice-words";
import { payment, refundsOf, saidOf, transfersOf } from "../../../tests/support/money-rows";
import { db, now } from "../../../tests/support/users";
import { agreed, at, connect, paid, paynow, post, start, started, type Wish } from "../../../tests/support/paying";
import { checkPaymentFor, checkPayments, takeResultPost, startPayment } from "./online-payments.server";
import { changeSetting } from "../settings/setting-changes.server";

beforeAll(town.seedPayers);
beforeEach(connect);

const emailsFor = async (paymentId: string) =>
  (await noticesInWords(db, sql`cause_id = ${paymentId} and channel = 'email'`)).map(
    ({ kind, subject }) => `${kind}: ${subject.replace(/ \(.*/, "")}`,
  );

test("a payment that fits is started, held and receipted; of 20 answers at once both sides hear once", async () => {
  const id = await agreed();
  const paymentId = await started(id);
  expect(await payment(paymentId)).toMatchObject({
    status: "open",
    amount: 80_00,
    purpose: "price",
    phone: "+263771111111",
    instructions: expect.stringContaining("PIN") as string,
    providerReference: "1001",
  });
  const known = { reference: paymentId, amount: "80.00", phone: "0771111111", method: "ecocash" };
  expect(paynow.standIn.transactions).toMatchObject([known]);
  await paynow.elapse();
  const later = now + 20 * SECOND;
  const ways = [
    () => checkPaymentFor(at(later), town.client, paymentId),
    () => post(at(later)),
    () => checkPayments(at(later)),
  ];
  await Promise.all(Array.from({ length: 20 }, (_, nth) => ways[nth % 3]!()));
  const booked = { status: "paid", counts: true, received: 80_00, review: null, nextPollAt: later + DAY };
  expect(await payment(paymentId)).toMatchObject(booked);
  expect(await town.row(id)).toMatchObject({ paidAmount: 80_00 });
  expect(await transfersOf(id)).toEqual([{ kind: "paid", debit: "clearing", credit: `held:${id}`, amount: 80_00 }]);
  expect(await db.select().from(payments).where(eq(payments.id, paymentId))).toMatchObject([
    { method: "online", status: "confirmed", amount: 80_00 },
  ]);
  expect(await db.select().from(receipts).where(eq(receipts.paymentId, paymentId))).toHaveLength(1);
  expect(await town.eventsOf(id)).toEqual([{ event: "pay-online", amount: 80_00, reason: null, actorRole: "client" }]);
  expect(await emailsFor(paymentId)).toEqual(["paidOnline: You paid $80", "paidOnline: $80 is paid"]);
  const [toClient] = await noticesInWords(db, sql`cause_id = ${paymentId} and channel = 'email'`);
  expect(toClient!.text).toMatch(/See the receipt, PR-\d+:\n.*\/receipts\/PR-\d+\n/);
  expect(toClient!.text).toContain("Agreed price: $80.00\nPaid so far: $80.00\nLeft to pay: $0.00");
  await town.isSound();
});

test("what the provider answers about another payment says nothing of the one that was asked about", async () => {
  const other = await started(await agreed());
  const id = await agreed();
  const asked = await started(id);
  const answer = async () => saidOf(other, 80_00, "paid");
  const paymentProvider = { ...paynow.provider, poll: answer, trace: answer };
  const checked = await checkPaymentFor(at(now + 20 * SECOND, { paymentProvider }), town.client, asked);
  expect(checked).toMatchObject({ reason: "providerSilent" });
  expect([(await payment(asked)).status, (await town.row(id)).paidAmount]).toEqual(["open", 0]);
});

test("a payment may be the deposit, the rest after it, or what is due", async () => {
  const done = { status: "completed", completedAt: now, finalAmount: 60_00, agreedPrice: null, fee: 60_00 } as const;
  for (const [more, purpose, amount] of [
    [{ agreedDeposit: 30_00 }, "deposit", 30_00],
    [{ agreedDeposit: 30_00, paidAmount: 30_00 }, "rest", 50_00],
    [done, "rest", 60_00],
  ] as const) {
    const id = await agreed(more);
    await started(id, { purpose, shown: amount });
    await paid();
    expect(await transfersOf(id)).toMatchObject([{ kind: "paid", amount }]);
  }
});

test("a payment may be the fee with the request, where the office lets it be", async () => {
  const id = await town.createBooking({ status: "pending" });
  const wish = { purpose: "fee", shown: 25_00 } as const;
  expect((await start(id, wish)).result).toMatchObject({ reason: "amountChanged" });
  await changeSetting(town.context, town.admin, "fee-mode", { feeMode: "optional" });
  await started(id, wish);
  await paid();
  expect(await transfersOf(id)).toMatchObject([{ kind: "paid", amount: 25_00 }]);
});

const cancel = async (id: string) => transitionBooking(at(), town.client, await town.booking(id), "cancel");
const complete = (id: string, finalAmount: number) => setBooking(at(), id, { status: "completed", finalAmount });

test.each<{ what: string; meanwhile: (id: string) => unknown; amount?: number; review: string; counted?: number }>([
  {
    what: "of another amount",
    meanwhile: () => (paynow.standIn.behaviour.wrongBy = -1_00),
    amount: 79_00,
    review: "amount-differs",
  },
  {
    what: "that comes after the next",
    meanwhile: (id) => started(id, { context: at(now + 6 * MINUTE) }),
    review: "paid-twice",
    counted: 80_00,
  },
  { what: "for a cancelled booking", meanwhile: cancel, review: "paid-after-end" },
  {
    what: "for a booking that no plumber has",
    meanwhile: (id) => setBooking(at(), id, { plumberId: null, status: "pending" }),
    review: "paid-after-end",
  },
  {
    what: "above the final amount that was set meanwhile",
    meanwhile: (id) => complete(id, 50_00),
    review: "paid-twice",
  },
])(
  "a payment $what is paid back, and our office reviews it",
  async ({ meanwhile, amount = 80_00, review, counted = 0 }) => {
    const id = await agreed();
    await started(id);
    await meanwhile(id);
    await paid(at(now + 7 * MINUTE));
    const transfer = { kind: "paid-not-counted", debit: "clearing", credit: "refunds:due", amount };
    expect((await transfersOf(id)).filter(({ kind }) => kind !== "paid")).toEqual([transfer]);
    expect(await refundsOf(id)).toMatchObject([{ amount, reason: "not-counted" }]);
    const isToReview = sql`booking_id = ${id} and review is not null`;
    const [found] = await db.select().from(onlinePayments).where(isToReview);
    expect(found).toMatchObject({ status: "paid", counts: false, review, reviewedBy: null });
    expect((await emailsFor(found!.id)).filter((email) => email.startsWith("paymentToReturn"))).toHaveLength(2);
    expect((await town.row(id)).paidAmount).toBe(counted);
    await town.isSound();
  },
);

test("the same form sent again starts nothing, also when it is pressed twice at once or after it was paid", async () => {
  const id = await agreed();
  const formId = newId();
  const both = await Promise.all([start(id, { id: formId }), start(id, { id: formId })]);
  expect(both.map(({ result }) => result.ok)).toEqual([true, true]);
  await paid();
  await started(id, { id: formId });
  // The browser's Back brings the form again, with another answer in it.
  for (const other of [{ shown: 1_00 }, { phone: "+263779999999" }, { method: "innbucks" }] as const)
    expect((await start(id, { id: formId, ...other })).result).toMatchObject({ reason: "formUsed" });
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

test("starting refuses what isn't due, someone else's booking, a frozen or ended one, and a changed one", async () => {
  const refused: { what: string; wish?: Wish; more?: Parameters<typeof agreed>[0] }[] = [
    { what: "another amount than the booking's", wish: { shown: 1_00 } },
    { what: "something that isn't asked for", wish: { purpose: "rest", shown: 80_00 } },
    { what: "the fee of a booking with a price", wish: { purpose: "fee", shown: 25_00 } },
    { what: "another client's booking", wish: { by: town.otherClient } },
    { what: "a frozen one", more: { frozenAt: now } },
    { what: "one that ended", more: { status: "cancelled" } },
    { what: "one without a plumber", more: { plumberId: null, status: "pending" } },
  ];
  for (const { what, wish = {}, more } of refused)
    expect((await start(await agreed(more), wish)).result, what).toMatchObject({ reason: "amountChanged" });
  const id = await agreed();
  const read = await town.booking(id);
  await db.run(sql`update bookings set agreed_price = 9000 where id = ${id}`);
  const wish = { id: newId(), purpose: "price", shown: 80_00, method: "ecocash", phone: "+263771111111" } as const;
  expect(await startPayment(at(), town.client, read, wish)).toMatchObject({ reason: "amountChanged" });
  expect(paynow.standIn.transactions).toEqual([]);
});

test("an id that something else has is not taken", async () => {
  const id = await agreed();
  const recorded = newId();
  await town.record(id, town.client, 5_00, recorded);
  await town.confirm(id, town.plumber);
  const rest = { purpose: "rest", shown: 75_00 } as const;
  expect((await start(id, { id: recorded, ...rest })).result).toMatchObject({ ok: false });
  // Another client's payment has it.
  const taken = await started(id, rest);
  expect((await start(await agreed(), { id: taken })).result).toMatchObject({ ok: false });
});

test("a booking keeps its plumber while a payment is under way, until it is cancelled on the phone", async () => {
  const id = await agreed();
  const paymentId = await started(id, { phone: "+263773333333" });
  const assign = () => assignTo(at(), town.admin, id, { to: town.otherPlumber.id, from: town.plumber.id });
  expect(await assign()).toMatchObject({ reason: "paymentRecorded" });
  await paid();
  expect(await payment(paymentId)).toMatchObject({ status: "cancelled", nextPollAt: null });
  expect(await transfersOf(id)).toEqual([]);
  expect(await assign()).toEqual({ ok: true });
});

test("starting is off without a provider", async () => {
  const id = await agreed();
  expect((await start(id, { context: at(now, { paymentProvider: null }) })).result).toMatchObject({
    reason: "onlinePaymentsOff",
  });
  expect(paynow.standIn.transactions).toEqual([]);
});

test("a payment is checked for its client, and no one else's", async () => {
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

test("no payment is started online while a record of one waits for an answer, as from an older page (M10)", async () => {
  const id = await agreed();
  await town.record(id, town.plumber, 80_00);
  expect((await start(id)).result).toMatchObject({ ok: false, reason: "amountChanged" });
  expect(await db.$count(onlinePayments, eq(onlinePayments.bookingId, id))).toBe(0);
});
