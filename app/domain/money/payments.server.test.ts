import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { payments, receipts } from "~/db/schema";
import {
  completed,
  confirm,
  createBooking,
  finish,
  payInHand,
  payOnline,
  record,
  sendEmails,
} from "../../../tests/support/money";
import { booking, disputesOf, emailsAbout, eventsOf, openOf, receiptOf, row } from "../../../tests/support/money-rows";
import { assignTo } from "../../../tests/support/town";
import { admin, client, otherClient, otherPlumber, plumber, seedPayers } from "../../../tests/support/payers";
import { context, db, now, createCaller } from "../../../tests/support/users";
import { findDisputes } from "../bookings/queries/open-disputes.server";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { DAY } from "../time/harare";
import { newId } from "../values/id";
import type { AuthenticatedUser } from "../values/user";
import { agreeFinal } from "./final-amount.server";
import { listPaidThenCancelled } from "./money-lists.server";
import { confirmPayment, denyPayment, findPayment, withdrawPayment, recordPayment } from "./payments.server";
import { noticesInWords } from "../../../tests/support/notice-words";

beforeAll(seedPayers);

test("a payment that one side records and the other confirms counts, and gets a receipt", async () => {
  const id = await completed();
  expect(await record(id, client, 10_00)).toEqual({ ok: true, confirmed: false });
  await sendEmails();
  expect((await row(id)).paidAmount).toBe(0);
  expect(await confirm(id, client)).toEqual({ ok: false, reason: "paymentAnswered" });
  const open = await openOf(id);
  expect(await confirm(id, plumber)).toEqual({ ok: true });
  expect(await confirm(id, plumber, open)).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({ paidAmount: 10_00, due: 15_00 });
  expect(await receiptOf(id)).toMatchObject({ amount: 10_00, paymentId: open.id, voids: null });
  expect((await emailsAbout(id)).map(({ recipient }) => recipient)).toEqual([plumber.email, client.email]);
});

test("a form sent again records once, also after it was confirmed, and another amount in it nothing", async () => {
  const id = await createBooking();
  const form = newId();
  await record(id, client, 10_00, form);
  const asRecorded = { ok: false, reason: "paymentOpen", record: { amount: 10_00, method: "cash", isOwn: true } };
  expect(await record(id, client, 20_00, form)).toMatchObject(asRecorded);
  const byEcoCash = { id: form, amount: 10_00, method: "ecocash" as const };
  expect(await recordPayment(context, client, await booking(id), byEcoCash)).toMatchObject(asRecorded);
  expect(await openOf(id)).toMatchObject({ amount: 10_00, method: "cash" });
  await confirm(id, plumber);
  expect(await record(id, client, 10_00, form)).toEqual({ ok: true, confirmed: false });
  expect(await record(id, client, 20_00, form)).toMatchObject({ ok: false, reason: "formUsed" });
  expect(await db.$count(payments, eq(payments.bookingId, id))).toBe(1);
  expect((await row(id)).paidAmount).toBe(10_00);
});

test("the other side confirms it by recording the same amount, paid the same way; anything else waits", async () => {
  const id = await completed();
  await record(id, client, 25_00);
  expect(await record(id, plumber, 20_00)).toEqual({
    ok: false,
    reason: "paymentOpen",
    record: { amount: 25_00, method: "cash", isOwn: false },
    latest: "Rudo Moyo recorded a payment of $25 at 9:00 am.",
  });
  const form = newId();
  const byEcoCash = { id: newId(), amount: 25_00, method: "ecocash" as const };
  expect(await recordPayment(context, plumber, await booking(id), byEcoCash)).toMatchObject({
    reason: "paymentOpen",
    record: { amount: 25_00, method: "cash", isOwn: false },
  });
  expect(await record(id, plumber, 25_00, form)).toEqual({ ok: true, confirmed: true });
  expect(await record(id, plumber, 25_00, form)).toEqual({ ok: true, confirmed: true });
  expect((await eventsOf(id)).map(({ event }) => event)).toEqual(["record-payment", "confirm-payment"]);
  expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(1);
  expect((await row(id)).due).toBe(0);
});

test("a payment recorded by both sides at once, each twice, is one record, confirmed once", async () => {
  const id = await completed();
  const mine = newId();
  const theirs = newId();
  const results = await Promise.all([
    record(id, client, 25_00, mine),
    record(id, plumber, 25_00, theirs),
    record(id, client, 25_00, mine),
    record(id, plumber, 25_00, theirs),
  ]);
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(await db.$count(payments, eq(payments.bookingId, id))).toBe(1);
  expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(1);
  expect((await row(id)).paidAmount).toBe(25_00);
});

test("a payment above the amount due is not recorded once a final amount exists", async () => {
  const id = await completed({ finalAmount: 40_00, finalReason: "More" });
  expect(await record(id, client, 25_01)).toEqual({ ok: false, reason: "aboveDue", due: 25_00 });
  expect(await record(id, client, 25_00)).toMatchObject({ ok: true });
  await confirm(id, plumber);
  expect(await record(id, client, 1)).toEqual({ ok: false, reason: "aboveDue", due: 0 });
  await agreeFinal(context, client, await booking(id), 40_00);
  expect(await record(id, client, 15_00)).toMatchObject({ ok: true });
});

test("a record from before the final amount that is above what is due cannot be confirmed, but taken back", async () => {
  const id = await createBooking();
  await record(id, client, 500_00);
  await finish(id, 25_00);
  expect(await confirm(id, plumber)).toEqual({ ok: false, reason: "recordAboveDue", due: 25_00 });
  expect(await record(id, plumber, 500_00)).toMatchObject({ ok: false, reason: "paymentOpen" });
  expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(0);
  expect(await withdrawPayment(context, client, await booking(id), await openOf(id))).toEqual({ ok: true });
  expect(await payInHand(id, 25_00)).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({ paidAmount: 25_00, isPaid: true });
});

test("a payment ahead is taken off and never makes less than nothing due; an old booking owes nothing", async () => {
  const id = await createBooking();
  await payInHand(id, 60_00);
  await finish(id, 25_00);
  expect(await row(id)).toMatchObject({ paidAmount: 60_00, due: 0 });
  const old = await completed({ finalAmount: null });
  await payInHand(old, 30_00);
  expect(await row(old)).toMatchObject({ paidAmount: 30_00, due: 0 });
});

test("a denial goes to the office, until the job is paid", async () => {
  const id = await completed();
  await record(id, client, 25_00);
  const open = await openOf(id);
  for (let time = 0; time < 2; time++)
    expect(await denyPayment(context, plumber, await booking(id), open, "I got nothing")).toEqual({ ok: true });
  const latest = "You denied the payment of $25 at 9:00 am.";
  expect(await confirm(id, plumber, open)).toEqual({ ok: false, reason: "paymentAnswered", latest });
  const denial = { event: "deny-payment", reason: "I got nothing" };
  expect(await disputesOf(id)).toEqual([{ ...denial, isClosed: false }]);
  expect(await row(id)).toMatchObject({ paidAmount: 0 });
  await payInHand(id, 10_00);
  expect(await disputesOf(id)).toEqual([{ ...denial, isClosed: false }]);
  await payInHand(id, 15_00);
  expect(await disputesOf(id)).toEqual([{ ...denial, isClosed: true }]);
});

test("one of confirming and taking back at once wins, and figures agree", async () => {
  for (const isConfirmedFirst of [true, false]) {
    const id = await completed();
    await record(id, client, 25_00);
    const open = await openOf(id);
    const shown = await booking(id);
    const confirmIt = () => confirmPayment(context, plumber, shown, open);
    const takeBack = () => withdrawPayment(context, client, shown, open);
    const both = isConfirmedFirst ? [confirmIt(), takeBack()] : [takeBack(), confirmIt()];
    const answers = await Promise.all(both);
    const isConfirmed = (await db.select().from(payments).where(eq(payments.id, open.id)))[0]!.status === "confirmed";
    const latest = `${isConfirmed ? "Tendai Ncube confirmed" : "Rudo Moyo took back"} the payment of $25 at 9:00 am.`;
    expect(answers.filter(({ ok }) => !ok)).toEqual([{ ok: false, reason: "paymentAnswered", latest }]);
    expect((await row(id)).paidAmount).toBe(isConfirmed ? 25_00 : 0);
    expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(isConfirmed ? 1 : 0);
  }
});

const withdraw = async (id: string, by: AuthenticatedUser, payment: { id: string; amount: number }, at = context) =>
  withdrawPayment(at, by, await booking(id), payment);

test("a record is taken back by the user who made it; the other side is told, and it binds nothing", async () => {
  for (const by of [client, plumber, admin]) {
    const { role } = by;
    const id = await createBooking({ startsAt: now + (70 + role.length) * DAY });
    await record(id, by, 10_00);
    const open = await openOf(id);
    for (const stranger of [client, plumber, admin, otherClient, otherPlumber])
      if (stranger.role !== role || (stranger !== by && role !== "admin"))
        expect(await withdraw(id, stranger, open)).toEqual({ ok: false, reason: "paymentAnswered" });
    for (let time = 0; time < 2; time++) expect(await withdraw(id, by, open)).toEqual({ ok: true });
    expect(await db.select().from(payments).where(eq(payments.bookingId, id))).toMatchObject([
      { status: "withdrawn", recordedBy: role, answeredBy: role, answeredAt: now },
    ]);
    const event = { event: "withdraw-payment", amount: 10_00, reason: null, actorRole: role };
    expect((await eventsOf(id)).slice(1)).toEqual([event]);
    const told = (await emailsAbout(id)).filter(({ subject }) => subject.startsWith("The record of a payment"));
    const others = [client, plumber].filter((side) => side !== by).map(({ email }) => email);
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(others.sort());
    expect(await row(id)).toMatchObject({ paidAmount: 0 });
    expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(0);
    expect(await assignTo(context, admin, id, { to: otherPlumber.id, from: plumber.id })).toEqual({ ok: true });
  }
});

test("a payment can be recorded after one was taken back, but the first form sent again records nothing", async () => {
  const id = await completed();
  const form = newId();
  await record(id, client, 10_00, form);
  await withdraw(id, client, await openOf(id));
  expect(await record(id, client, 10_00, form)).toEqual({ ok: true, confirmed: false });
  expect(await openOf(id)).toBeUndefined();
  expect(await record(id, client, 25_00)).toEqual({ ok: true, confirmed: false });
  expect(await confirm(id, plumber)).toEqual({ ok: true });
  expect((await row(id)).paidAmount).toBe(25_00);
});

test("the office records for the client, and confirms only for clients who cannot sign in", async () => {
  const id = await completed();
  await record(id, admin, 10_00);
  expect(await confirm(id, client)).toMatchObject({ ok: false });
  expect(await confirm(id, plumber)).toEqual({ ok: true });
  await record(id, plumber, 15_00);
  expect(await confirm(id, admin)).toMatchObject({ ok: false });
  expect(await record(id, admin, 15_00)).toMatchObject({
    ok: false,
    reason: "paymentOpen",
    latest: "Tendai Ncube recorded a payment of $15 at 9:00 am.",
  });

  const caller = await createCaller(context);
  const byPhone = await completed({ clientId: caller.id });
  await record(byPhone, plumber, 25_00);
  expect(await confirm(byPhone, admin)).toEqual({ ok: true });
  expect((await row(byPhone)).paidAmount).toBe(25_00);
});

const toldOf = async (id: string) =>
  (await noticesInWords(db, sql`booking_id = ${id} and kind = 'cancelledAfterPayment' and channel = 'email'`)).map(
    ({ text }) => text,
  );

test("a cancelled job that was paid in hand goes to the office, one that Pombi holds the money of does not", async () => {
  const inHand = await createBooking();
  const unpaid = await createBooking();
  const online = await createBooking();
  await payInHand(inHand, 40_00);
  await payOnline(online, 25_00);
  for (const id of [inHand, unpaid, online])
    await transitionBooking(context, plumber, await booking(id), "cancel", { reason: "My car is broken" });
  expect(await disputesOf(inHand)).toEqual([{ event: "cancel", reason: "My car is broken", isClosed: false }]);
  expect(await listPaidThenCancelled(db)).toMatchObject([{ bookingId: inHand, amount: 40_00, status: "confirmed" }]);
  const paid = "$40 was paid in hand for this job, and then it was cancelled. Pombi doesn't hold this money.";
  const said = expect.stringContaining(paid) as string;
  expect(await toldOf(inHand)).toEqual([said, said]);
  for (const id of [unpaid, online]) expect([await disputesOf(id), await toldOf(id)]).toEqual([[], []]);
});

test("what a cancelled job was paid in hand goes to the office once, also where that is confirmed later", async () => {
  const id = await createBooking();
  await record(id, client, 40_00);
  const asRead = await booking(id);
  await transitionBooking(context, plumber, asRead, "cancel");
  expect(await disputesOf(id)).toEqual([]);
  expect(await confirm(id, plumber)).toEqual({ ok: true });
  expect(await disputesOf(id)).toEqual([{ event: "confirm-payment", reason: null, isClosed: false }]);
  expect(await findDisputes(db, id)).toMatchObject([
    { said: "Tendai Ncube confirmed the payment of $40 after the job was cancelled", canResolve: true },
  ]);
  const paid = expect.stringContaining("$40 was paid in hand for this job, and then it was cancelled.") as string;
  expect(await toldOf(id)).toEqual([paid, paid]);

  // The same between a cancellation's reading and its writing.
  const meanwhile = await createBooking();
  await record(meanwhile, client, 40_00);
  const before = await booking(meanwhile);
  await confirm(meanwhile, plumber);
  await transitionBooking(context, plumber, before, "cancel");
  expect(await disputesOf(meanwhile)).toEqual([{ event: "cancel", reason: null, isClosed: false }]);
  expect(await toldOf(meanwhile)).toEqual([paid, paid]);

  // Our office settles a booking once, however many payments are confirmed.
  const inTwo = await createBooking();
  await payInHand(inTwo, 10_00);
  await record(inTwo, client, 30_00);
  await transitionBooking(context, plumber, await booking(inTwo), "cancel");
  await confirm(inTwo, plumber);
  expect(await disputesOf(inTwo)).toEqual([{ event: "cancel", reason: null, isClosed: false }]);
});

test("strangers see no record, nor does a side by another of its bookings", async () => {
  const id = await completed();
  await record(id, client, 25_00);
  const open = await openOf(id);
  for (const stranger of [otherClient, otherPlumber]) expect(await findPayment(db, stranger, id, open.id)).toBeNull();
  expect(await findPayment(db, plumber, await completed(), open.id)).toBeNull();
});
