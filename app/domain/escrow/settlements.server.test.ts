import { and, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditLog, bookings, notices, onlinePayments, settlements } from "~/db/schema";
import { completed, createBooking, paidOnlineJob, payInHand, payOnline } from "../../../tests/support/money";
import { booking, disputesOf, eventsOf, isSound, refundsOf, row, watch } from "../../../tests/support/money-rows";
import { context, contextAt, db, now } from "../../../tests/support/users";
import { admin, client, otherAdmin, otherPlumber, plumber, seedPayers } from "../../../tests/support/payers";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { owedTo } from "../ledger/ledger.server";
import { agreeFinal, disputeFinal } from "../money/final-amount.server";
import { exportEarnings, findEarnedSince } from "../money/money-lists.server";
import { decideFinal, shareOutHeld } from "./final-decision.server";
import { refundList } from "./payout-lists.server";
import { readSetting } from "../settings/settings.server";
import { DAY } from "../time/harare";
import { FIRST_PAGE } from "../values/lists";
import type { SteppedUpUser } from "../values/user";
import { releaseMoney, settleDueBookings } from "./settlements.server";
import { changeSetting } from "../settings/setting-changes.server";

beforeAll(seedPayers);

const settlementsOf = (id: string) => db.select().from(settlements).where(eq(settlements.bookingId, id));
const toldOf = async (id: string, kind: string) => {
  const isEmail = sql`booking_id = ${id} and channel = 'email' and kind = ${kind}`;
  return (await db.select().from(notices).where(isEmail)).map(({ userId }) => userId);
};
const movedOf = async (id: string) => (await eventsOf(id)).map(({ event, amount }) => `${event} ${amount}`);
const inADay = contextAt(now + DAY);
const release = async (id: string, by = client, at = context) => releaseMoney(at, by, await booking(id), 10);

test("held money is the plumber's 24 hours after completion, less the commission, once", async () => {
  const id = await paidOnlineJob();
  const changed = await watch(owedTo(plumber.id), "commission");
  await Promise.all([1, 2, 3].map(() => settleDueBookings(inADay)));
  expect(await settlementsOf(id)).toMatchObject([
    { reason: "completed", earned: 45_00, commission: 5_00, refunded: 0, plumberId: plumber.id, decidedBy: null },
  ]);
  expect(await changed()).toEqual([45_00, 5_00]);
  expect(await row(id)).toMatchObject({ heldAmount: 0, paidAmount: 50_00 });
  expect(await eventsOf(id)).toEqual([
    { event: "pay-online", amount: 50_00, reason: null, actorRole: "client" },
    { event: "release", amount: 50_00, reason: null, actorRole: "system" },
  ]);
  expect(await refundsOf(id)).toEqual([]);
  await isSound();
});

test("held money above the final amount goes back, and was not paid in the end", async () => {
  const id = await paidOnlineJob();
  await db.update(bookings).set({ finalAmount: 30_00 }).where(eq(bookings.id, id));
  const changed = await watch("refunds:due");
  await settleDueBookings(inADay);
  expect(await settlementsOf(id)).toMatchObject([{ earned: 27_00, commission: 3_00, refunded: 20_00 }]);
  expect(await changed()).toEqual([20_00]);
  const refund = { amount: 20_00, reason: "paid-too-much", clientId: client.id, sentAt: null };
  expect(await refundsOf(id)).toMatchObject([refund]);
  expect(await row(id)).toMatchObject({ heldAmount: 0, paidAmount: 30_00, due: 0 });
  expect(await movedOf(id)).toEqual(["pay-online 5000", "release 3000", "refund 2000"]);
  // Paid once more by mistake: only that goes back.
  await payOnline(id, 5_00, inADay);
  await settleDueBookings(contextAt(now + DAY + 1));
  expect((await refundsOf(id)).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([5_00, 20_00]);
  await isSound();
});

test("held money is released by its client at once and once", async () => {
  const id = await paidOnlineJob();
  const shown = await booking(id);
  const answers = await Promise.all([1, 2, 3].map(() => releaseMoney(context, client, shown, 10)));
  expect(answers).toEqual(answers.map(() => ({ ok: true })));
  expect(await release(id)).toEqual({ ok: true });
  await settleDueBookings(inADay);
  expect(await settlementsOf(id)).toMatchObject([{ reason: "released", earned: 45_00, decidedBy: client.id }]);
  expect((await row(id)).releasedAt).toBe(now);
  expect(await toldOf(id, "moneyReleased")).toEqual([plumber.id]);
  await isSound();
});

test("held money stays while the client disputes the final amount; the office's decision shares it out", async () => {
  const agreed = await paidOnlineJob();
  const above = await paidOnlineJob({ finalAmount: 80_00 });
  expect(await disputeFinal(context, client, await booking(agreed), 50_00, "It still leaks")).toEqual({ ok: true });
  expect(await disputeFinal(context, client, await booking(above), 80_00, null)).toEqual({ ok: true });
  await settleDueBookings(contextAt(now + 30 * DAY));
  for (const id of [agreed, above]) {
    expect(await release(id)).toMatchObject({ reason: "notReleasable" });
    expect(await settlementsOf(id)).toEqual([]);
    expect(await row(id)).toMatchObject({ heldAmount: 50_00, finalAnswer: id === agreed ? "objected" : "disputed" });
  }
  await decideFinal(context, admin, await booking(agreed), 0, "Nobody has repaired anything");
  await decideFinal(context, admin, await booking(above), 20_00, "Half the work");
  expect(await disputeFinal(context, client, await booking(above), 20_00, null)).toMatchObject({ ok: false });
  expect(await row(above)).toMatchObject({ heldAmount: 50_00, finalAnswer: "decided" });
  await settleDueBookings(context);
  expect(await settlementsOf(agreed)).toMatchObject([{ reason: "decided", earned: 0, commission: 0, refunded: 50_00 }]);
  expect(await settlementsOf(above)).toMatchObject([{ earned: 18_00, commission: 2_00, refunded: 30_00 }]);
  expect(await refundsOf(above)).toMatchObject([{ amount: 30_00, reason: "decided" }]);
  await isSound();
});

test("held money can be disputed after the client has agreed, and not once it was shared out", async () => {
  const id = await paidOnlineJob();
  const dispute = async () => disputeFinal(context, client, await booking(id), 50_00, "It leaks again");
  const agree = async () => agreeFinal(context, client, await booking(id), 50_00);
  await dispute();
  expect(await agree()).toEqual({ ok: true });
  expect(await dispute()).toEqual({ ok: true });
  await settleDueBookings(inADay);
  expect(await row(id)).toMatchObject({ heldAmount: 50_00, finalAnswer: "objected" });
  expect(await agree()).toEqual({ ok: true });
  expect(await release(id)).toEqual({ ok: true });
  expect(await dispute()).toMatchObject({ ok: false });
  const released = await paidOnlineJob();
  await release(released);
  expect(await disputeFinal(inADay, client, await booking(released), 50_00, null)).toMatchObject({ ok: false });
});

test("held money once shared out is not emptied by “Not done yet”: the office decides", async () => {
  const id = await paidOnlineJob({ completedAt: now + 1 });
  await release(id);
  expect(await transitionBooking(context, plumber, await booking(id), "reopen")).toMatchObject({
    reason: "reopenOver",
    latest: "Rudo Moyo released $50 to you at 9:00 am.",
  });
  expect(await row(id)).toMatchObject({ status: "completed", finalAmount: 50_00, releasedAt: now });
});

test("money that was passed on goes back as Pombi's loss, once, where the office decides on less", async () => {
  const id = await paidOnlineJob();
  await release(id);
  const changed = await watch("losses", "refunds:due", owedTo(plumber.id));
  const shown = await booking(id);
  const decide = (amount: number, of = shown, by = admin) => decideFinal(context, by, of, amount, "It leaks");
  const answers = await Promise.all([admin, otherAdmin].map((by) => decide(30_00, shown, by)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await refundsOf(id)).toMatchObject([{ amount: 20_00, reason: "decided", clientId: client.id }]);
  expect((await movedOf(id)).slice(-2)).toEqual(["decide 3000", "refund 2000"]);
  // No one is asked to pay the plumber a second time, also where the office decides again.
  for (const amount of [50_00, 30_00, 10_00]) {
    expect(await decide(amount, await booking(id))).toEqual({ ok: true });
    expect((await row(id)).due).toBe(0);
    const refunded = amount === 10_00 ? 40_00 : 20_00;
    expect(await changed()).toEqual([-refunded, refunded, 0]);
  }
  expect(await toldOf(id, "refundDue")).toEqual([client.id, client.id]);
  await isSound();
});

test("a lower decision gives back only the money that went through Pombi", async () => {
  const id = await completed({ finalAmount: 50_00, agreedPrice: 50_00 });
  await payInHand(id, 30_00);
  await payOnline(id, 20_00);
  await release(id);
  await decideFinal(context, admin, await booking(id), 10_00, "R");
  expect(await refundsOf(id)).toMatchObject([{ amount: 20_00 }]);
});

test("held money goes back when the booking is cancelled, less the fee where the client was late", async () => {
  const inTime = await createBooking({ agreedPrice: 40_00 });
  const late = await createBooking({ agreedPrice: 40_00, startsAt: now + 60_000 });
  for (const id of [inTime, late]) {
    await payOnline(id, 40_00);
    await transitionBooking(context, client, await booking(id), "cancel");
  }
  await settleDueBookings(context);
  expect(await settlementsOf(inTime)).toMatchObject([{ reason: "cancelled", earned: 0, refunded: 40_00 }]);
  expect(await settlementsOf(late)).toMatchObject([
    { reason: "cancelled-late", earned: 22_50, commission: 2_50, refunded: 15_00 },
  ]);
  await isSound();
});

test("money that its payer disputes waits for the office, which splits it; the second admin is told", async () => {
  const id = await createBooking({ agreedPrice: 40_00, startsAt: now - 60 * 60_000 });
  const paymentId = await payOnline(id, 40_00);
  await db.update(bookings).set({ frozenAt: now }).where(eq(bookings.id, id));
  await db.update(onlinePayments).set({ disputedAt: now }).where(eq(onlinePayments.id, paymentId));
  await settleDueBookings(contextAt(now + 30 * DAY));
  expect(await settlementsOf(id)).toEqual([]);
  const shown = await booking(id);
  const share = (by: SteppedUpUser, toPlumber = 10_00) =>
    shareOutHeld(context, by, shown, { toPlumber, reason: "He came late" }, 10);
  expect(await share(admin, 40_01)).toMatchObject({ reason: "finalChanged" });
  const answers = await Promise.all([admin, otherAdmin].map((user) => share(user)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await settlementsOf(id)).toMatchObject([
    { reason: "decided", earned: 9_00, commission: 1_00, refunded: 30_00 },
  ]);
  expect(await row(id)).toMatchObject({ frozenAt: null, heldAmount: 0, paidAmount: 10_00 });
  expect(await db.$count(auditLog, and(eq(auditLog.subjectId, id), eq(auditLog.action, "moneyShared")))).toBe(1);
  // The office's share for the plumber was not paid in hand.
  await transitionBooking(context, plumber, await booking(id), "cancel");
  expect(await disputesOf(id)).toEqual([]);
  await isSound();
});

test("the commission is the office's setting", async () => {
  await changeSetting(context, { ...client, role: "admin" }, "commission", { percent: 0 });
  expect(await readSetting(db, "commission")).toEqual({ percent: 10 });
  await changeSetting(context, admin, "commission", { percent: 12 });
  const id = await paidOnlineJob();
  await settleDueBookings(inADay);
  expect(await settlementsOf(id)).toMatchObject([{ earned: 44_00, commission: 6_00 }]);
});

test("a refund goes to the phone that paid what goes back", async () => {
  const id = await createBooking({ agreedPrice: 40_00 });
  const counted = await payOnline(id, 40_00);
  const twice = await payOnline(id, 40_00);
  await db.update(onlinePayments).set({ method: "card", phone: null }).where(eq(onlinePayments.id, twice));
  await transitionBooking(context, client, await booking(id), "cancel");
  await settleDueBookings(context);
  const due = (await refundList.page(db, "due", FIRST_PAGE)).rows.filter(({ bookingId }) => bookingId === id);
  expect(due.map(({ reason, phone, providerReference }) => [reason, phone, providerReference]).sort()).toEqual([
    ["cancelled", "+263771111111", `P-${counted}`],
    ["not-counted", null, `P-${twice}`],
  ]);
});

test("a plumber's earnings as CSV count what went back to clients as little as their weeks do (M8)", async () => {
  const own = { plumberId: otherPlumber.id };
  const id = await paidOnlineJob(own);
  await db.update(bookings).set({ finalAmount: 30_00 }).where(eq(bookings.id, id));
  const cancelled = await createBooking({ ...own, agreedPrice: 50_00 });
  await payOnline(cancelled, 50_00);
  await transitionBooking(context, client, await booking(cancelled), "cancel");
  await settleDueBookings(inADay);
  const csv = await new Response(exportEarnings(db, otherPlumber.id)).text();
  const [head = "", ...lines] = csv.trim().split("\r\n");
  const dollars = lines.map((line) => line.split(",")[head.split(",").indexOf("dollars")]);
  expect(dollars.sort()).toEqual(["-20.00", "-50.00", "50.00", "50.00"]);
  expect(await findEarnedSince(db, otherPlumber.id, "2026-01-01")).toBe(30_00);
});
