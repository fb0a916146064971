import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { payments, receipts } from "~/db/schema";
import { afterwards, completed, createBooking, payInHand, record } from "../../../tests/support/money";
import { booking, disputesOf, emailsAbout, eventsOf, openOf, receiptOf, row } from "../../../tests/support/money-rows";
import { admin, client, otherPlumber, plumber, seedPayers } from "../../../tests/support/payers";
import { assignTo } from "../../../tests/support/town";
import { context, db } from "../../../tests/support/users";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { findDisputes } from "../bookings/queries/open-disputes.server";
import { resolveDispute } from "./dispute-resolution.server";
import { denyPayment } from "./payments.server";

beforeAll(seedPayers);

async function deny(amount = 25_00, job = completed) {
  const id = await job();
  await record(id, client, amount);
  await denyPayment(context, plumber, await booking(id), await openOf(id), "I got nothing");
  const [dispute] = await findDisputes(db, id);
  return { id, dispute: dispute!.id };
}

const find = async ({ id, dispute }: Awaited<ReturnType<typeof deny>>, paid: number | null, by = admin) =>
  resolveDispute(afterwards, by, await booking(id), { dispute, reason: "We saw the message", paid });

test.each([
  ["all of it", 25_00, 0],
  ["a part", 10_00, 15_00],
])("what our office finds was paid counts once, with its receipt: %s", async (_, paid, due) => {
  const denied = await deny();
  const { id } = denied;
  const twice = await Promise.all([find(denied, paid), find(denied, paid)]);
  expect([...twice, await find(denied, paid)]).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(await row(id)).toMatchObject({ paidAmount: paid, due });
  expect(await receiptOf(id)).toMatchObject({ amount: paid });
  expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(1);
  const confirmed = { amount: paid, method: "cash", status: "confirmed", recordedBy: "admin", answeredBy: "admin" };
  expect(await db.select().from(payments).where(eq(payments.bookingId, id))).toMatchObject([
    { status: "denied" },
    confirmed,
  ]);
  expect(await disputesOf(id)).toMatchObject([{ isClosed: true }]);
  expect((await eventsOf(id)).at(-1)).toMatchObject({ event: "resolve-dispute", amount: paid, actorRole: "admin" });
  const told = (await emailsAbout(id)).filter(({ subject }) => subject.includes(`$${paid / 100} was paid`));
  expect(told.map(({ recipient }) => recipient).sort()).toEqual([client.email, plumber.email].sort());
});

test("where our office finds that nothing was paid, all stays due, and both sides are told", async () => {
  const denied = await deny();
  expect(await find(denied, 0)).toEqual({ ok: true });
  expect(await row(denied.id)).toMatchObject({ paidAmount: 0, due: 25_00 });
  expect(await db.$count(receipts, eq(receipts.bookingId, denied.id))).toBe(0);
  expect(await disputesOf(denied.id)).toMatchObject([{ isClosed: true }]);
  const told = (await emailsAbout(denied.id)).filter(({ subject }) => subject.includes("nothing was paid"));
  expect(told).toHaveLength(2);
});

test("our office decides about a denied payment only with what was paid, up to what is due, and once", async () => {
  const denied = await deny();
  expect(await find(denied, null)).toEqual({ ok: false, reason: "outcomeRequired" });
  expect(await find(denied, 25_01)).toEqual({ ok: false, reason: "aboveDue", due: 25_00 });
  expect(await find(denied, 25_00, { ...client, role: "admin" })).toEqual({ ok: false, reason: "finalChanged" });
  await payInHand(denied.id, 10_00);
  expect(await find(denied, 25_00)).toEqual({ ok: false, reason: "aboveDue", due: 15_00 });
  await record(denied.id, client, 5_00);
  const open = { amount: 5_00, method: "cash", isOwn: true };
  expect(await find(denied, 10_00)).toEqual({ ok: false, reason: "paymentOpen", record: open });
  expect(await disputesOf(denied.id)).toMatchObject([{ isClosed: false }]);
  expect(await find(denied, 0)).toEqual({ ok: true });
  expect(await find(denied, 15_00)).toMatchObject({ ok: false, reason: "finalChanged" });
  expect(await row(denied.id)).toMatchObject({ paidAmount: 10_00 });
});

test("what our office finds was paid in hand for a job cancelled since stays on its list (M5)", async () => {
  const denied = await deny(25_00, createBooking);
  const { id } = denied;
  await transitionBooking(context, plumber, await booking(id), "cancel");
  expect(await find(denied, 25_00)).toEqual({ ok: true });
  expect(await findDisputes(db, id)).toMatchObject([
    {
      about: "Paid, then cancelled",
      said: expect.stringMatching(/after the job was cancelled$/) as string,
      canResolve: true,
    },
  ]);
  expect(await find({ ...denied, dispute: (await findDisputes(db, id))[0]!.id }, null)).toEqual({ ok: true });
  expect(await findDisputes(db, id)).toEqual([]);
});

test("a job keeps its plumber while a denied payment waits, which else counts for another one (M6)", async () => {
  const denied = await deny(25_00, createBooking);
  const { id } = denied;
  const reassign = () => assignTo(context, admin, id, { to: otherPlumber.id, from: plumber.id });
  expect(await reassign()).toMatchObject({ ok: false, reason: "paymentRecorded" });
  expect((await row(id)).plumberId).toBe(plumber.id);
  expect(await find(denied, 0)).toEqual({ ok: true });
  expect(await reassign()).toEqual({ ok: true });
});
