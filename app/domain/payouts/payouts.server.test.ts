import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  auditLog,
  ledgerTransfers,
  notices,
  onlinePayments,
  payoutBatches,
  payouts,
  refunds,
  users,
} from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import {
  admin,
  balance,
  booking,
  client,
  completed,
  context,
  createBooking,
  db,
  isSound,
  now,
  otherAdmin,
  otherPlumber,
  payOnline,
  plumber,
  seedPayers,
} from "../../../tests/support/money";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { BANK, CLEARING, owedTo, PROVIDER_FEES, REFUNDS_DUE } from "../ledger/accounts";
import { checkLedgerNightly, checkLedgerNow, findLedgerCheck } from "../ledger/ledger-health.server";
import { settleDueBookings } from "../online-payments/settlements.server";
import { DAY, HOUR, instantOf } from "../time/harare";
import { newId } from "../values/id";
import type { SteppedUpUser } from "../values/user";
import { listArrivals, noteArrival, voidArrival } from "./arrivals.server";
import { payoutFile, type PayoutDetails } from "./payout";
import {
  cancelPayouts,
  findBatchForCommand,
  listPayableMethods,
  markPayoutsSent,
  preparePayouts,
  returnPayout,
  takePayoutFile,
} from "./payout-batches.server";
import { findBatch, listBatches, listOwed, listRefundsDue, listRefundsSent, sumOwed } from "./payout-lists.server";
import { findRefundForCommand, markRefundSent } from "./refunds.server";
import { ECOCASH, ACCOUNT, save } from "../../../tests/support/payout-details";
import { setUpApp } from "../../../tests/support/second-factor";

beforeAll(seedPayers);

/** Lets a plumber earn $45 of $50, and say where it goes. */
async function earn(who: SteppedUpUser = plumber, details: PayoutDetails | null = ECOCASH) {
  if (details) await save(details, who);
  const id = await completed({ finalAmount: 50_00, agreedPrice: 50_00, plumberId: who.id, completedAt: now - DAY });
  await payOnline(id, 50_00);
  await settleDueBookings(context);
}

async function prepare(method: "ecocash" | "bank" = "ecocash", by = admin) {
  const id = newId();
  const result = await preparePayouts(context, by, { id, method });
  if (!result.ok) throw new Error(result.reason);
  return (await findBatchForCommand(db, id))!;
}
const rowsOf = (batchId: string) => db.select().from(payouts).where(eq(payouts.batchId, batchId));

describe("a payout", () => {
  test("is prepared once, also by two admins at once and by a form sent again; nothing moves yet", async () => {
    await earn();
    expect(await listPayableMethods(db, now)).toEqual(["ecocash"]);
    const id = newId();
    const answers = await Promise.all([
      preparePayouts(context, admin, { id, method: "ecocash" }),
      preparePayouts(context, admin, { id, method: "ecocash" }),
      preparePayouts(context, otherAdmin, { id: newId(), method: "ecocash" }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
    expect(answers[2]).toMatchObject({ reason: "nothingOwed" });
    expect(await rowsOf(id)).toMatchObject([
      { plumberId: plumber.id, amount: 45_00, number: ECOCASH.number, status: "prepared" },
    ]);
    expect(await balance(owedTo(plumber.id))).toBe(45_00);
    expect(await listPayableMethods(db, now)).toEqual([]);
    // Nobody is paid by the other method, and a client can prepare nothing.
    const prepareAs = (by: SteppedUpUser, method: "ecocash" | "bank") =>
      preparePayouts(context, by, { id: newId(), method });
    expect(await prepareAs(admin, "bank")).toMatchObject({ reason: "nothingOwed" });
    await cancelPayouts(context, admin, id);
    expect(await prepareAs({ ...client, role: "admin" }, "ecocash")).toMatchObject({ ok: false });
    await isSound();
  });

  test("is booked once it was sent, once, whoever says so and however often; what is earned since waits", async () => {
    await earn();
    const prepared = await prepare();
    await earn();
    const bank = await balance(BANK);
    const answers = await Promise.all(
      [admin, otherAdmin, admin].map((by) => markPayoutsSent(context, by, prepared, "MP261120.1")),
    );
    expect(answers).toEqual(answers.map(() => ({ ok: true })));
    expect(await balance(owedTo(plumber.id))).toBe(45_00);
    expect((await balance(BANK)) - bank).toBe(45_00);
    expect(await rowsOf(prepared.id)).toMatchObject([{ status: "sent", amount: 45_00 }]);
    expect(await markPayoutsSent(context, admin, prepared, "MP261120.2")).toMatchObject({ reason: "payoutClosed" });
    expect(await cancelPayouts(context, admin, prepared.id)).toMatchObject({ reason: "payoutClosed" });
    expect(await db.$count(auditLog, sql`subject_id = ${prepared.id} and action = 'payoutSent'`)).toBe(1);
    expect(await db.$count(notices, sql`kind = 'payoutSent' and channel = 'email'`)).toBe(1);
    const next = await prepare();
    expect(await markPayoutsSent(context, admin, next, "MP261120.1")).toMatchObject({ reason: "referenceUsed" });
    await cancelPayouts(context, admin, next.id);
    expect(await markPayoutsSent(context, admin, next, "MP261120.3")).toMatchObject({ reason: "payoutClosed" });
    await isSound();
  });

  test("that came back is owed again, once, and goes out anew", async () => {
    await earn();
    const prepared = await prepare();
    const [part] = prepared.payouts;
    expect(await returnPayout(context, admin, prepared, part!.id, "R")).toMatchObject({ reason: "payoutClosed" });
    await markPayoutsSent(context, admin, prepared, "MP261120.4");
    expect(await balance(owedTo(plumber.id))).toBe(0);
    await Promise.all([admin, otherAdmin].map((by) => returnPayout(context, by, prepared, part!.id, "Wrong number")));
    expect(await balance(owedTo(plumber.id))).toBe(45_00);
    expect(await db.$count(ledgerTransfers, eq(ledgerTransfers.kind, "payout-returned"))).toBe(1);
    const again = await prepare();
    await markPayoutsSent(context, admin, again, "MP261120.5");
    expect(await balance(owedTo(plumber.id))).toBe(0);
    await isSound();
  });

  test("leaves out plumbers who are suspended, and those who have not said where it goes", async () => {
    await earn();
    await earn(otherPlumber, null);
    const prepared = await prepare();
    expect(prepared.payouts.map(({ plumberId }) => plumberId)).toEqual([plumber.id]);
    await cancelPayouts(context, admin, prepared.id);
    await db.update(users).set({ suspendedAt: now }).where(eq(users.id, plumber.id));
    expect(await preparePayouts(context, admin, { id: newId(), method: "ecocash" })).toMatchObject({
      reason: "nothingOwed",
    });
    const { owed } = await listOwed(db, now, null);
    expect(owed).toMatchObject([
      { amount: 45_00, batch: null },
      { amount: 45_00, batch: null },
    ]);
    expect(owed.find(({ id }) => id === plumber.id)).toMatchObject({ isSuspended: true, place: "EcoCash •••567" });
    expect(owed.find(({ id }) => id === otherPlumber.id)).toMatchObject({ isSuspended: false, place: null });
    expect(await sumOwed(db)).toMatchObject({ plumbers: 90_00 });
  });

  test("is a file for the bank or EcoCash, with whole numbers, and taking it is logged; pages show the last digits", async () => {
    await earn();
    await setUpApp(context, plumber);
    // What has changed holds from 48 hours on.
    await save(ACCOUNT);
    await earn(otherPlumber, ACCOUNT);
    const [byPhone, byBank] = [await prepare("ecocash"), await prepare("bank")];
    const take = async (batch: typeof byPhone) => {
      const taken = await takePayoutFile(context, admin, batch);
      return taken.ok ? taken.rows : [];
    };
    expect(payoutFile("ecocash", 1, await take(byPhone))).toBe(
      "mobile,amount,name,narrative\r\n0772000567,45.00,T Ncube,Pombi payout 1\r\n",
    );
    expect(payoutFile("bank", 2, await take(byBank))).toBe(
      "beneficiary,bank,branch,account,amount,currency,narrative\r\nT Ncube,CBZ Bank,Harare,4412345678,45.00,USD,Pombi payout 2\r\n",
    );
    expect(await db.$count(auditLog, eq(auditLog.action, "payoutDownloaded"))).toBe(2);
    expect(JSON.stringify(await findBatch(db, byBank.id))).not.toContain("4412345678");
    expect(await findBatch(db, byBank.id)).toMatchObject({
      count: 1,
      total: 45_00,
      payouts: [{ place: "CBZ Bank •••678" }],
    });
    const { batches } = await listBatches(db, null);
    expect(batches.find(({ id }) => id === byBank.id)).toMatchObject({ method: "bank", sentAt: null });
    const numbers = (await db.select({ number: payoutBatches.number }).from(payoutBatches)).map(({ number }) => number);
    expect(numbers.sort()).toEqual([1, 2]);
  });

  test("stops when the ledger doesn't add up, as refunds do; the office is told, and a sound check lets them go on", async () => {
    await earn();
    const prepared = await prepare();
    await db.run(sql`update ledger_balances set amount = amount + 1 where account = ${owedTo(plumber.id)}`);
    await checkLedgerNow(context);
    expect(await findLedgerCheck(db)).toMatchObject({ sum: 1, faults: [{ account: owedTo(plumber.id) }] });
    expect(await markPayoutsSent(context, admin, prepared, "MP261120.9")).toMatchObject({ reason: "ledgerAtFault" });
    expect(await preparePayouts(context, admin, { id: newId(), method: "bank" })).toMatchObject({
      reason: "ledgerAtFault",
    });
    expect(await db.$count(notices, eq(notices.kind, "ledgerFault"))).toBe(1);
    await db.run(sql`update ledger_balances set amount = amount - 1 where account = ${owedTo(plumber.id)}`);
    await checkLedgerNow(context);
    expect(await markPayoutsSent(context, admin, prepared, "MP261120.9")).toEqual({ ok: true });
  });
});

test("a refund is booked once it was sent, once; a reference stands for one", async () => {
  const ids = await Promise.all([1, 2].map(() => createBooking({ agreedPrice: 40_00 })));
  for (const id of ids) {
    await payOnline(id, 40_00);
    await transitionBooking(context, client, await booking(id), "cancel");
  }
  await settleDueBookings(context);
  const { due } = await listRefundsDue(db, null);
  expect(due).toMatchObject([
    { amount: 40_00, reason: "cancelled", phone: "+263771111111", client: "Rudo Moyo" },
    { amount: 40_00 },
  ]);
  const [first, second] = await Promise.all(due.map(async ({ id }) => (await findRefundForCommand(db, id))!));
  const answers = await Promise.all(
    [admin, otherAdmin].map((by) => markRefundSent(context, by, first!.refund, first!.booking, "RF1")),
  );
  expect(answers).toEqual([{ ok: true }, { ok: true }]);
  expect(await balance(REFUNDS_DUE)).toBe(40_00);
  expect(await markRefundSent(context, admin, first!.refund, first!.booking, "RF2")).toMatchObject({
    reason: "refundSent",
  });
  expect(await markRefundSent(context, admin, second!.refund, second!.booking, "RF1")).toMatchObject({
    reason: "referenceUsed",
  });
  expect((await listRefundsSent(db, null)).sent).toMatchObject([{ sentReference: "RF1" }]);
  expect((await listRefundsDue(db, null)).due).toHaveLength(1);
  expect(await db.$count(refunds)).toBe(2);
  const told = await db
    .select({ userId: notices.userId })
    .from(notices)
    .where(sql`kind = 'refundSent' and channel = 'email'`);
  expect(told).toEqual([{ userId: client.id }]);
  await isSound();
});

test("what the provider sends to the bank is noted once for a reference, and never more than it has", async () => {
  for (let job = 0; job < 3; job += 1) await payOnline(await createBooking({ agreedPrice: 50_00 }), 50_00);
  const atProvider = -(await balance(CLEARING));
  const bank = await balance(BANK);
  const arrival = { reference: "ZB-1", arrived: 95_00, fee: 5_00 };
  const answers = await Promise.all([admin, otherAdmin, admin].map((by) => noteArrival(context, by, arrival)));
  expect(answers).toEqual(answers.map(() => ({ ok: true })));
  expect(-(await balance(CLEARING))).toBe(atProvider - 100_00);
  expect((await balance(BANK)) - bank).toBe(-95_00);
  expect(await balance(PROVIDER_FEES)).toBe(-5_00);
  expect(await noteArrival(context, admin, { ...arrival, fee: 6_00 })).toMatchObject({ reason: "referenceUsed" });
  expect(await noteArrival(context, admin, { reference: "ZB-2", arrived: atProvider, fee: 0 })).toMatchObject({
    reason: "aboveClearing",
  });
  expect(await listArrivals(db)).toEqual([{ ...arrival, at: now, voided: null }]);
  await isSound();
});

test("what was noted wrongly is voided once, by a counter-entry with its reason, and noted anew", async () => {
  await payOnline(await createBooking({ agreedPrice: 50_00 }), 50_00);
  const balances = () => Promise.all([CLEARING, BANK, PROVIDER_FEES].map(balance));
  const before = await balances();
  const wrong = { reference: "ZB-7", arrived: 20_00, fee: 1_00 };
  const right = { ...wrong, arrived: 2_00 };
  await noteArrival(context, admin, wrong);
  const reason = "Two dollars, not twenty";
  const voiding = { reference: "ZB-7", reason };
  const answers = await Promise.all([admin, otherAdmin, admin].map((by) => voidArrival(context, by, voiding)));
  expect(answers).toEqual(answers.map(() => ({ ok: true })));
  expect(await balances()).toEqual(before);
  expect(await voidArrival(context, admin, { reference: "ZB-8", reason })).toMatchObject({ reason: "arrivalUnknown" });

  // Two at once: one of them counts.
  await Promise.all([admin, otherAdmin].map((by) => noteArrival(context, by, right)));
  expect(await noteArrival(context, admin, wrong)).toMatchObject({ reason: "referenceUsed" });
  expect((await balance(BANK)) - before[1]!).toBe(-2_00);
  const voided = { at: now, reason };
  const shown = async () => (await listArrivals(db)).filter(({ reference }) => reference.startsWith("ZB-7"));
  expect(new Set(await shown())).toEqual(
    new Set([
      { ...wrong, at: now, voided },
      { ...right, reference: "ZB-7 v2", at: now, voided: null },
    ]),
  );
  // And once more.
  await voidArrival(context, admin, { reference: "ZB-7 v2", reason });
  expect(await balances()).toEqual(before);
  await noteArrival(context, admin, right);
  const counts = (await shown()).map(({ reference, voided }) => [reference, voided === null]);
  expect(Object.fromEntries(counts)).toEqual({ "ZB-7": false, "ZB-7 v2": false, "ZB-7 v3": true });
  await isSound();
});

test("the ledger is checked once a night, from two o'clock in Harare on", async () => {
  const night = instantOf("2026-11-25", 2 * 60);
  expect(await checkLedgerNightly(contextAt(night - 1))).toBe(true);
  expect(await checkLedgerNightly(contextAt(night - 1))).toBe(false);
  expect(await checkLedgerNightly(contextAt(night))).toBe(true);
  expect(await checkLedgerNightly(contextAt(night + 20 * HOUR))).toBe(false);
  expect(await findLedgerCheck(db)).toMatchObject({ at: night, sum: 0, faults: [] });
});

test("a refund goes to the phone that paid what goes back", async () => {
  const id = await createBooking({ agreedPrice: 40_00 });
  const counted = await payOnline(id, 40_00);
  const twice = await payOnline(id, 40_00);
  await db.update(onlinePayments).set({ method: "card", phone: null }).where(eq(onlinePayments.id, twice));
  await transitionBooking(context, client, await booking(id), "cancel");
  await settleDueBookings(context);
  const due = (await listRefundsDue(db, null)).due.filter(({ bookingId }) => bookingId === id);
  expect(due.map(({ reason, phone, providerReference }) => [reason, phone, providerReference]).sort()).toEqual([
    ["cancelled", "+263771111111", `P-${counted}`],
    ["not-counted", null, `P-${twice}`],
  ]);
});
