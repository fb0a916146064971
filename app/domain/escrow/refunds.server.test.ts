import { desc, eq, inArray, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditLog, notices, payouts, refunds } from "~/db/schema";
import { createBooking, earn, payOnline } from "../../../tests/support/money";
import { balance, booking, isSound, watch } from "../../../tests/support/money-rows";
import { context, contextAt, db, now } from "../../../tests/support/users";
import { admin, client, otherAdmin, seedPayers } from "../../../tests/support/payers";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { DAY } from "../time/harare";
import { newId } from "../values/id";
import { FIRST_PAGE } from "../values/lists";
import { noteArrival, voidArrival } from "./books.server";
import { preparePayouts, takePayoutFile } from "./payout-batches.server";
import { findRefundRow, refundList } from "./payout-lists.server";
import { findRefundForCommand, markRefundSent, takeRefundBack } from "./refunds.server";
import { findBatchForCommand, markPayoutsSent } from "./sent-payouts.server";
import { settleDueBookings } from "./settlements.server";

beforeAll(seedPayers);

async function prepareAndTake() {
  const id = newId();
  await preparePayouts(context, admin, { id, method: "ecocash" });
  await takePayoutFile(context, admin, id);
  return (await findBatchForCommand(db, id))!;
}

test("a refund is booked once it was sent, once; a reference stands for one", async () => {
  const ids = await Promise.all([1, 2].map(() => createBooking({ agreedPrice: 40_00 })));
  for (const id of ids) {
    await payOnline(id, 40_00);
    await transitionBooking(context, client, await booking(id), "cancel");
  }
  await settleDueBookings(context);
  const { rows: due } = await refundList.page(db, "due", FIRST_PAGE);
  const shown = { amount: 40_00, reason: "cancelled", phone: "+263771111111", client: "Rudo Moyo" };
  expect(due).toMatchObject([shown, { amount: 40_00 }]);
  const [first, second] = await Promise.all(due.map(async ({ id }) => (await findRefundForCommand(db, id))!));
  const answers = await Promise.all([admin, otherAdmin].map((by) => markRefundSent(context, by, first!, "RF1")));
  expect(answers).toEqual([{ ok: true }, { ok: true }]);
  expect(await balance("refunds:due")).toBe(40_00);
  expect(await markRefundSent(context, admin, first!, "RF2")).toMatchObject({ reason: "refundSent" });
  expect(await markRefundSent(context, admin, second!, "RF1")).toMatchObject({ reason: "referenceUsed" });
  expect((await refundList.page(db, "sent", FIRST_PAGE)).rows).toMatchObject([{ sentReference: "RF1" }]);
  expect((await refundList.page(db, "due", FIRST_PAGE)).rows).toHaveLength(1);
  expect(await db.$count(refunds)).toBe(2);
  expect(await db.$count(notices, sql`kind = 'refundSent' and channel = 'email' and user_id = ${client.id}`)).toBe(1);
  await isSound();
});

async function makeRefundsDue(...amounts: number[]) {
  const ids = [];
  for (const amount of amounts) {
    const id = await createBooking({ agreedPrice: amount });
    await payOnline(id, amount);
    await transitionBooking(context, client, await booking(id), "cancel");
    ids.push(id);
  }
  await settleDueBookings(context);
  const due = await db.select().from(refunds).where(inArray(refunds.bookingId, ids)).orderBy(desc(refunds.amount));
  return Promise.all(due.map(async ({ id }) => (await findRefundForCommand(db, id))!));
}

test("a reference of the bank stands for one payout, refund or arrival", async () => {
  await earn();
  const batch = await prepareAndTake();
  const [first] = await makeRefundsDue(40_00);
  await payOnline(await createBooking({ agreedPrice: 50_00 }), 50_00);
  const arrival = { arrived: 10_00, fee: 0 };
  expect(await markPayoutsSent(context, admin, batch, "ONE")).toEqual({ ok: true });
  const changed = await watch("bank", "refunds:due", "clearing");
  expect(await markRefundSent(context, admin, first!, "ONE")).toMatchObject({ reason: "referenceUsed" });
  expect(await noteArrival(context, admin, { reference: "ONE", ...arrival })).toMatchObject({
    reason: "referenceUsed",
  });
  expect(await changed()).toEqual([0, 0, 0]);
  // And the other way round.
  await markRefundSent(context, admin, first!, "TWO");
  expect(await noteArrival(context, admin, { reference: "TWO", ...arrival })).toMatchObject({
    reason: "referenceUsed",
  });
  await noteArrival(context, admin, { reference: "THREE", ...arrival });
  await earn();
  const next = await prepareAndTake();
  for (const reference of ["TWO", "THREE"])
    expect(await markPayoutsSent(context, admin, next, reference)).toMatchObject({ reason: "referenceUsed" });
  expect(await db.$count(payouts, sql`batch_id = ${next.id} and status = 'prepared'`)).toBe(1);
  // An arrival that was voided frees its own.
  await voidArrival(context, admin, { reference: "THREE", reason: "R" });
  expect(await markPayoutsSent(context, admin, next, "THREE")).toEqual({ ok: true });
  await isSound();
});

test.each([
  ["came back keeps its reference", "returned", { reason: "referenceUsed" }],
  ["was noted wrongly frees its reference", "unsent", { ok: true }],
] as const)(
  "a refund that %s, is due again by a counter-entry, once, and its client is told",
  async (_, what, again) => {
    const [refund, other] = await makeRefundsDue(40_00, 30_00);
    const later = contextAt(now + DAY);
    const taken = { what, reference: "rf 1", reason: "A wrong number" };
    const takeBack = (by = admin) => takeRefundBack(later, by, refund!, taken);
    expect(await takeBack()).toMatchObject({ reason: "refundNotSent" });
    // Nor was it sent by us, where the provider gave it back itself.
    await db.update(refunds).set({ sentAt: now, reference: taken.reference }).where(eq(refunds.id, refund!.id));
    expect(await takeBack()).toMatchObject({ reason: "refundNotSent" });
    await db.update(refunds).set({ sentAt: null, reference: null }).where(eq(refunds.id, refund!.id));
    await markRefundSent(context, admin, refund!, taken.reference);
    const changed = await watch("bank", "refunds:due");
    expect(await Promise.all([admin, otherAdmin, admin].map(takeBack))).toEqual([
      { ok: true },
      { ok: true },
      { ok: true },
    ]);
    expect(await changed()).toEqual([-40_00, 40_00]);
    const due = { sentAt: null, sentReference: null, returnReason: taken.reason, createdAt: now + DAY };
    expect(await findRefundRow(db, refund!.id)).toMatchObject(due);
    expect(await db.$count(auditLog, sql`action = 'refundReturned' and reason = ${taken.reason}`)).toBe(1);
    const isToClient = sql`kind = 'refundReturned' and channel = 'email' and user_id = ${client.id}`;
    expect(await db.$count(notices, isToClient)).toBe(1);
    expect(await markRefundSent(context, admin, other!, "RF1")).toMatchObject(again);
    // It goes out again, is told again, and can come back again.
    expect(await markRefundSent(context, admin, refund!, "RF2")).toEqual({ ok: true });
    expect(await takeBack()).toMatchObject({ reason: "refundSent" });
    const sentAgain = "ok" in again ? 30_00 : 0;
    expect(await changed()).toEqual([sentAgain, 0 - sentAgain]);
    await takeRefundBack(later, admin, refund!, { ...taken, reference: "RF2" });
    expect(await db.$count(notices, isToClient)).toBe(2);
    await isSound();
  },
);
