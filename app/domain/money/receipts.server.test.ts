import { and, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditLog, dailyTallies, receipts, users } from "~/db/schema";
import { accept, completed, createBooking, payInHand, record, seedPayers, write } from "../../../tests/support/money";
import { payFor, setBooking } from "../../../tests/support/town";
import { booking, dueOf, openOf, receiptOf, row, watch } from "../../../tests/support/money-rows";
import { afterwards, context, contextAt, db, now } from "../../../tests/support/users";
import { admin, client, otherAdmin, plumber } from "../../../tests/support/payers";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { dateAt, DAY, MINUTE } from "../time/harare";
import { agreeFinal } from "./final-amount.server";
import { cashOf } from "../ledger/ledger.server";
import { confirmPayment } from "./payments.server";
import { findReceipt, voidReceipt } from "./receipts.server";

beforeAll(seedPayers);

const numbersOf = async () => (await db.select({ number: receipts.number }).from(receipts)).map(({ number }) => number);

test("receipts' numbers have no gap and no double with ten at once, each confirmed twice", async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => completed()));
  await Promise.all(ids.map((id) => record(id, client, 25_00)));
  const waiting = await Promise.all(ids.map(async (id) => ({ shown: await booking(id), open: await openOf(id) })));
  const twice = [...waiting, ...waiting];
  await Promise.all(twice.map(({ shown, open }) => confirmPayment(context, plumber, shown, open)));
  expect((await numbersOf()).sort((a, b) => a - b)).toEqual(ids.map((_, at) => 1001 + at));
  for (const id of ids) expect(await db.$count(receipts, eq(receipts.bookingId, id))).toBe(1);
});

/** A job that was paid in hand, and the number of the receipt. */
async function paidJob(more: Parameters<typeof completed>[0] = {}) {
  const id = await completed(more);
  await payInHand(id, 25_00);
  return { id, number: (await receiptOf(id)).number };
}

test("a receipt keeps the names as they were when it was issued, and so does its counter-entry", async () => {
  const { id, number } = await paidJob();
  const rename = (user: { id: string }, lastName: string) =>
    db.update(users).set({ lastName }).where(eq(users.id, user.id));
  await Promise.all([rename(plumber, "Plumbing Ltd"), rename(client, "Married")]);
  const names = { client: { lastName: "Moyo" }, plumber: { lastName: "Ncube" } };
  const receipt = (await findReceipt(context, client, number))!;
  expect(receipt).toMatchObject(names);
  await voidReceipt(context, admin, await booking(id), receipt, "Paid twice");
  const voidedBy = (await findReceipt(context, client, number))!.voidedBy!;
  expect(await findReceipt(context, client, voidedBy)).toMatchObject(names);
});

test("a receipt says where the job was, and the phones that its reader may see on that day", async () => {
  await db.update(users).set({ phone: "+263772700700" }).where(eq(users.id, plumber.id));
  const { number } = await paidJob({ street: "1 Main Street", suburb: "Avondale", city: "Harare" });
  const location = "1 Main Street, Avondale, Harare";
  expect(await findReceipt(context, client, number)).toMatchObject({ location, plumberPhone: "+263772700700" });
  expect(await findReceipt(afterwards, client, number)).toMatchObject({ location, plumberPhone: null });
});

test("a receipt of a booking that was cancelled tells its plumber the area alone", async () => {
  const { id, number } = await paidJob({ street: "1 Main Street", suburb: "Avondale", city: "Harare" });
  await setBooking(context, id, { status: "cancelled", completedAt: null, finalAmount: null });
  expect(await findReceipt(context, plumber, number)).toMatchObject({ location: "Avondale, Harare" });
  for (const viewer of [client, admin])
    expect(await findReceipt(context, viewer, number)).toMatchObject({ location: "1 Main Street, Avondale, Harare" });
});

test("a receipt stays as it was, whatever is agreed, paid, voided or completed later", async () => {
  const id = await createBooking({ startsAt: now });
  const at = (minutes: number) => contextAt(now + minutes * MINUTE);
  const pay = (minutes: number, amount: number) => payFor(at(minutes), { client, plumber }, id, amount);
  const before = await pay(1, 1_00);
  await write(id, 60_00, plumber, at(2));
  await accept(id, 1, client, at(3));
  const first = await pay(3, 10_00);
  await write(id, 90_00, plumber, at(4));
  await accept(id, 2, client, at(5));
  const second = await pay(6, 20_00);
  await voidReceipt(at(7), admin, await booking(id), (await findReceipt(context, admin, first))!, "Wrong");
  const third = await pay(8, 4_00);
  await transitionBooking(at(9), plumber, await booking(id), "complete", {
    final: { amount: 95_00, reason: "More", isSure: true },
  });
  const fourth = await pay(10, 2_00);
  await agreeFinal(at(11), client, await booking(id), 95_00);
  const fifth = await pay(12, 3_00);
  const shown = await Promise.all(
    [before, first, second, third, fourth, fifth].map(async (number) => {
      const receipt = (await findReceipt(context, client, number))!;
      const { paidBefore, finalAmount, isSettled } = receipt;
      return { line: receipt.lines?.[0]?.amount ?? null, paidBefore, finalAmount, isSettled };
    }),
  );
  expect(shown).toEqual([
    { line: null, paidBefore: 0, finalAmount: null, isSettled: false },
    { line: 60_00, paidBefore: 1_00, finalAmount: null, isSettled: false },
    { line: 90_00, paidBefore: 11_00, finalAmount: null, isSettled: false },
    { line: 90_00, paidBefore: 21_00, finalAmount: null, isSettled: false },
    { line: 90_00, paidBefore: 25_00, finalAmount: 95_00, isSettled: false },
    { line: 90_00, paidBefore: 27_00, finalAmount: 95_00, isSettled: true },
  ]);
});

test("what a voided receipt took back is taken from the earnings of the day that had them", async () => {
  const { id } = await paidJob();
  const later = contextAt(now + 3 * DAY);
  const receipt = await receiptOf(id);
  const earnedOn = (at: number) =>
    db.$count(dailyTallies, sql`plumber_id = ${plumber.id} and day = ${dateAt(at)} and earned <> 0`);
  expect(await earnedOn(now)).toBe(1);
  await voidReceipt(later, admin, await booking(id), receipt, "Wrong job");
  expect(await Promise.all([now, later.now].map(earnedOn))).toEqual([0, 0]);
});

test("the office voids a receipt by a counter-entry, once; the payment counts no longer", async () => {
  const { id, number } = await paidJob();
  const receipt = await receiptOf(id);
  const shown = await booking(id);
  const last = Math.max(...(await numbersOf()));
  const changed = await watch(cashOf(plumber.id), "cash-noted");
  await Promise.all([admin, otherAdmin, admin].map((user) => voidReceipt(context, user, shown, receipt, "Wrong job")));
  const rows = await db.select().from(receipts).where(eq(receipts.bookingId, id));
  const counterEntry = { number: last + 1, amount: -25_00, voids: number, reason: "Wrong job" };
  expect(rows).toMatchObject([{ number, amount: 25_00, voids: null }, counterEntry]);
  expect(await findReceipt(context, client, number)).toMatchObject({ amount: 25_00, voidedBy: last + 1 });
  expect((await row(id)).paidAmount).toBe(0);
  expect(await dueOf(id)).toBe(25_00);
  expect(await db.$count(auditLog, and(eq(auditLog.subjectId, id), eq(auditLog.action, "receiptVoided")))).toBe(1);
  expect(await changed()).toEqual([-25_00, 25_00]);
  const counter = (await findReceipt(context, admin, last + 1))!;
  expect(await voidReceipt(context, admin, shown, counter, "R")).toMatchObject({ reason: "receiptNotFound" });
  const online = { ...receipt, method: "online" } as const;
  expect(await voidReceipt(context, admin, shown, online, "R")).toMatchObject({ reason: "paidOnline" });
});
