import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditLog, ledgerTransfers, notices, payoutBatches, payouts, users } from "~/db/schema";
import { ACCOUNT, createBooking, earn, ECOCASH, payOnline, save } from "../../../tests/support/money";
import { balance, isSound, watch } from "../../../tests/support/money-rows";
import { context, contextAt, db, now } from "../../../tests/support/users";
import { admin, client, otherAdmin, otherPlumber, plumber, seedPayers } from "../../../tests/support/payers";
import { owedTo, transfer } from "../ledger/ledger.server";
import { DAY, HOUR } from "../time/harare";
import { newId } from "../values/id";
import { FIRST_PAGE } from "../values/lists";
import type { SteppedUpUser } from "../values/user";
import { listArrivals, noteArrival, voidArrival } from "./books.server";
import { sayBatchState } from "~/ui/payouts/payout-words";
import { payoutFile } from "./payout";
import {
  cancelPayouts,
  leaveOutPayout,
  listPayableMethods,
  preparePayouts,
  takePayoutFile,
} from "./payout-batches.server";
import { findBatchForCommand, markPayoutsSent, returnPayout } from "./sent-payouts.server";
import { batchList, findBatch, owedList, payoutsIn, sumOwed } from "./payout-lists.server";
import { setUpApp } from "../../../tests/support/second-factor";

beforeAll(seedPayers);

/** Money that a plumber was owed goes another way. */
const takeAway = (amount: number) => {
  const move = { kind: "payout", debit: owedTo(plumber.id), credit: "bank", amount, causeId: newId() } as const;
  return transfer(context, move, sql`true`);
};

async function prepare(method: "ecocash" | "bank" = "ecocash", by = admin) {
  const id = newId();
  const result = await preparePayouts(context, by, { id, method });
  if (!result.ok) throw new Error(result.reason);
  return (await findBatchForCommand(db, id))!;
}
async function prepareAndTake() {
  const prepared = await prepare();
  await takePayoutFile(context, admin, prepared.id);
  return prepared;
}
const rowsOf = (batchId: string) => db.select().from(payouts).where(eq(payouts.batchId, batchId));

test("a payout is prepared once, also by two admins at once and by a form sent again; nothing moves yet", async () => {
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
  const payout = { plumberId: plumber.id, amount: 45_00, number: ECOCASH.number, status: "prepared" };
  expect(await rowsOf(id)).toMatchObject([payout]);
  expect(await balance(owedTo(plumber.id))).toBe(45_00);
  expect(await listPayableMethods(db, now)).toEqual([]);
  // No one is paid by the other method, and a client can prepare nothing.
  const prepareAs = (by: SteppedUpUser, method: "ecocash" | "bank") =>
    preparePayouts(context, by, { id: newId(), method });
  expect(await prepareAs(admin, "bank")).toMatchObject({ reason: "nothingOwed" });
  await cancelPayouts(context, admin, id);
  expect(await prepareAs({ ...client, role: "admin" }, "ecocash")).toMatchObject({ ok: false });
  await isSound();
});

test("a payout is booked once, when it was sent, however often admins say so; later earnings wait", async () => {
  await earn();
  const prepared = await prepareAndTake();
  await earn();
  const changed = await watch("bank");
  const send = (by: SteppedUpUser) => markPayoutsSent(context, by, prepared, "MP261120.1");
  const answers = await Promise.all([admin, otherAdmin, admin].map(send));
  expect(answers).toEqual(answers.map(() => ({ ok: true })));
  expect(await balance(owedTo(plumber.id))).toBe(45_00);
  expect(await changed()).toEqual([45_00]);
  expect(await rowsOf(prepared.id)).toMatchObject([{ status: "sent", amount: 45_00 }]);
  expect(await markPayoutsSent(context, admin, prepared, "MP261120.2")).toMatchObject({ reason: "payoutClosed" });
  expect(await cancelPayouts(context, admin, prepared.id)).toMatchObject({ reason: "payoutClosed" });
  expect(await db.$count(auditLog, sql`subject_id = ${prepared.id} and action = 'payoutSent'`)).toBe(1);
  expect(await db.$count(notices, sql`kind = 'payoutSent' and channel = 'email'`)).toBe(1);
  const next = await prepareAndTake();
  expect(await markPayoutsSent(context, admin, next, "MP261120.1")).toMatchObject({ reason: "referenceUsed" });
  await isSound();
});

test("a payout whose file was taken ends as sent, or plumber by plumber as not sent, with a reason", async () => {
  await earn();
  await earn(otherPlumber);
  const prepared = await prepare();
  const [first, second] = prepared.payouts;
  expect(await markPayoutsSent(context, admin, prepared, "MP261120.3")).toMatchObject({ reason: "payoutNotTaken" });
  await takePayoutFile(context, admin, prepared.id);
  expect(await cancelPayouts(context, admin, prepared.id)).toMatchObject({ reason: "payoutTaken" });
  const reason = "The bank refused it";
  const leaveOut = (payout = first, wasTaken = true) =>
    leaveOutPayout(context, admin, { id: prepared.id, payoutId: payout!.id, wasTaken, reason });
  // By a page from before it was taken.
  expect(await leaveOut(first, false)).toMatchObject({ reason: "payoutTaken" });
  expect(await Promise.all([leaveOut(), leaveOut()])).toEqual([{ ok: true }, { ok: true }]);
  expect(await takePayoutFile(context, admin, prepared.id)).toMatchObject({ rows: [{ amount: 45_00 }] });
  expect(await findBatch(db, prepared.id)).toMatchObject({ takenAt: now, count: 1, total: 45_00 });
  expect(await markPayoutsSent(context, admin, prepared, "MP261120.3")).toEqual({ ok: true });
  expect(await Promise.all([first, second].map((one) => balance(owedTo(one!.plumberId))))).toEqual([45_00, 0]);
  expect(await db.$count(notices, sql`kind = 'payoutSent' and channel = 'email'`)).toBe(1);
  expect(await leaveOut(second)).toMatchObject({ reason: "payoutClosed" });
  expect(await db.$count(auditLog, sql`action = 'payoutLeftOut' and reason = ${reason}`)).toBe(1);
  expect((await prepare()).payouts).toMatchObject([{ plumberId: first!.plumberId }]);
  await isSound();
});

test.each([
  [
    "is suspended",
    "The account is suspended.",
    () => db.update(users).set({ suspendedAt: now }).where(eq(users.id, plumber.id)),
  ],
  [
    "has other details by now",
    "Where the money goes has changed.",
    () => save(ACCOUNT, plumber, contextAt(now - 47 * HOUR)),
  ],
  ["is owed less by now", "Less is owed by now.", () => takeAway(1)],
])(
  "a payout is not in the file of a batch whose plumber %s since it was prepared, nor is it sent",
  async (_, why, happen) => {
    await save(ECOCASH, plumber, contextAt(now - 3 * DAY));
    await earn(plumber, null);
    await earn(otherPlumber);
    const prepared = await prepare();
    const later = contextAt(now + 2 * HOUR);
    await setUpApp(context, plumber);
    await happen();
    expect(await takePayoutFile(later, admin, prepared.id)).toMatchObject({ ok: true, rows: { length: 1 } });
    await markPayoutsSent(later, admin, prepared, "MP261120.6");
    const batch = (await findBatch(db, prepared.id))!;
    const { rows } = await payoutsIn(prepared.id).page(db, "all", FIRST_PAGE);
    expect(rows.find(({ plumberId }) => plumberId === plumber.id)).toMatchObject({ reason: why });
    expect(sayBatchState(batch)).toBe("Sent, 1 left out");
    expect(await balance(owedTo(plumber.id))).toBeGreaterThan(0);
    expect(await balance(owedTo(otherPlumber.id))).toBe(0);
  },
);

test("a payout file taken again holds a plumber who was suspended after the first time", async () => {
  await earn();
  const { id } = await prepareAndTake();
  await db.update(users).set({ suspendedAt: now }).where(eq(users.id, plumber.id));
  expect(await takePayoutFile(contextAt(now + HOUR), admin, id)).toMatchObject({ ok: true, rows: [{ amount: 45_00 }] });
  expect(await rowsOf(id)).toMatchObject([{ status: "prepared", reason: null }]);
});

test("a payout with no one left is cancelled, one by one, or when its file is asked for", async () => {
  await earn();
  const first = await prepare();
  const [only] = first.payouts;
  await leaveOutPayout(context, admin, { id: first.id, payoutId: only!.id, wasTaken: false, reason: "R" });
  const second = await prepare();
  await db.update(users).set({ suspendedAt: now }).where(eq(users.id, plumber.id));
  const reasons = ["R", "The account is suspended."];
  for (const [at, { id }] of [first, second].entries()) {
    expect(await takePayoutFile(context, admin, id)).toMatchObject({ reason: "payoutClosed" });
    expect(await findBatch(db, id)).toMatchObject({ takenAt: null, cancelledAt: now, count: 1, notSent: 1 });
    expect((await payoutsIn(id).page(db, "all", FIRST_PAGE)).rows).toMatchObject([{ reason: reasons[at] }]);
    expect(sayBatchState((await findBatch(db, id))!)).toBe("Cancelled: no one was left");
  }
  const logged = await db.select().from(auditLog).where(eq(auditLog.subjectId, second.id));
  expect(logged.map(({ action }) => action).sort()).toEqual(["payoutEmptied", "payoutPrepared"]);
});

test("a batch that is cancelled leaves the one that was left out before its own reason", async () => {
  for (const one of [plumber, otherPlumber]) await earn(one);
  const { id, payouts: parts } = await prepare();
  await leaveOutPayout(context, admin, { id, payoutId: parts[0]!.id, wasTaken: false, reason: "A wrong number" });
  expect(await cancelPayouts(context, admin, id)).toEqual({ ok: true });
  const ended = (await rowsOf(id)).map((row) => [row.id, row.status, row.reason]);
  expect(ended.sort()).toEqual(
    [
      [parts[0]!.id, "cancelled", "A wrong number"],
      [parts[1]!.id, "cancelled", null],
    ].sort(),
  );
});

test("a payout that came back is owed again, once, and goes out again", async () => {
  await earn();
  const prepared = await prepareAndTake();
  const [part] = prepared.payouts;
  expect(await returnPayout(context, admin, prepared, part!.id, "R")).toMatchObject({ reason: "payoutClosed" });
  await markPayoutsSent(context, admin, prepared, "MP261120.4");
  expect(await balance(owedTo(plumber.id))).toBe(0);
  await Promise.all([admin, otherAdmin].map((by) => returnPayout(context, by, prepared, part!.id, "Wrong number")));
  expect(await balance(owedTo(plumber.id))).toBe(45_00);
  expect(await db.$count(ledgerTransfers, eq(ledgerTransfers.kind, "payout-returned"))).toBe(1);
  expect(await findBatch(db, prepared.id)).toMatchObject({ cameBack: 1 });
  const { rows } = await payoutsIn(prepared.id).page(db, "all", FIRST_PAGE);
  expect(rows).toMatchObject([{ reason: "Wrong number" }]);
  const again = await prepareAndTake();
  await markPayoutsSent(context, admin, again, "MP261120.5");
  expect(await balance(owedTo(plumber.id))).toBe(0);
  await isSound();
});

test("a payout leaves out plumbers who are suspended, and those who have not said where it goes", async () => {
  await earn();
  await earn(otherPlumber, null);
  const prepared = await prepare();
  expect(prepared.payouts.map(({ plumberId }) => plumberId)).toEqual([plumber.id]);
  await cancelPayouts(context, admin, prepared.id);
  await db.update(users).set({ suspendedAt: now }).where(eq(users.id, plumber.id));
  await expect(prepare()).rejects.toThrow("nothingOwed");
  const { rows: owed } = await owedList(now).page(db, "all", FIRST_PAGE);
  expect(owed.map(({ amount, batch }) => [amount, batch]).flat()).toEqual([45_00, null, 45_00, null]);
  expect(owed.find(({ id }) => id === plumber.id)).toMatchObject({ isSuspended: true, place: "EcoCash •••567" });
  expect(owed.find(({ id }) => id === otherPlumber.id)).toMatchObject({ isSuspended: false, place: null });
  expect(await sumOwed(db)).toMatchObject({ plumbers: 90_00 });
});

test("a payout is a file with whole numbers whose download is logged; pages show only the last digits", async () => {
  await earn();
  await setUpApp(context, plumber);
  // A change takes effect after 48 hours.
  await save(ACCOUNT);
  await earn(otherPlumber, ACCOUNT);
  const byPhone = await prepare("ecocash");
  const byBank = await prepare("bank");
  const take = async (batch: typeof byPhone) => {
    const taken = await takePayoutFile(context, admin, batch.id);
    return taken.ok ? taken.rows : [];
  };
  expect(payoutFile("ecocash", 1, await take(byPhone))).toBe(
    "mobile,amount,name,narrative\r\n0772000567,45.00,T Ncube,Pombi payout 1\r\n",
  );
  expect(payoutFile("bank", 2, await take(byBank))).toBe(
    "beneficiary,bank,branch,account,amount,currency,narrative\r\nT Ncube,CBZ Bank,Harare,4412345678,45.00,USD,Pombi payout 2\r\n",
  );
  expect(await db.$count(auditLog, eq(auditLog.action, "payoutDownloaded"))).toBe(2);
  const shown = await payoutsIn(byBank.id).page(db, "all", FIRST_PAGE);
  expect(JSON.stringify(shown)).not.toContain("4412345678");
  expect(shown).toMatchObject({ rows: [{ place: "CBZ Bank •••678" }], next: null });
  expect(await findBatch(db, byBank.id)).toMatchObject({ count: 1, total: 45_00 });
  const { rows: batches } = await batchList.page(db, "all", FIRST_PAGE);
  expect(batches.find(({ id }) => id === byBank.id)).toMatchObject({ method: "bank", sentAt: null });
  const numbers = (await db.select({ number: payoutBatches.number }).from(payoutBatches)).map(({ number }) => number);
  expect(numbers.sort()).toEqual([1, 2]);
});

const counting = { voidedAt: null, reason: null };

test("an arrival at the bank is noted once for a reference, and never more than it has", async () => {
  for (let job = 0; job < 3; job += 1) await payOnline(await createBooking({ agreedPrice: 50_00 }), 50_00);
  const atProvider = -(await balance("clearing"));
  const changed = await watch("clearing", "bank", "provider-fees");
  const arrival = { reference: "ZB-1", arrived: 95_00, fee: 5_00 };
  const answers = await Promise.all([admin, otherAdmin, admin].map((by) => noteArrival(context, by, arrival)));
  expect(answers).toEqual(answers.map(() => ({ ok: true })));
  expect(await changed()).toEqual([100_00, -95_00, -5_00]);
  for (const reference of [arrival.reference, "zb 1"])
    expect(await noteArrival(context, admin, { ...arrival, reference, fee: 6_00 }), reference).toMatchObject({
      reason: "referenceUsed",
    });
  const tooMuch = { reference: "ZB-2", arrived: atProvider, fee: 0 };
  expect(await noteArrival(context, admin, tooMuch)).toMatchObject({ reason: "aboveClearing" });
  expect(await listArrivals(db)).toEqual([{ ...arrival, at: now, ...counting }]);
  await isSound();
});

test("an arrival noted wrongly is voided once, by a counter-entry with its reason, and noted again", async () => {
  await payOnline(await createBooking({ agreedPrice: 50_00 }), 50_00);
  const changed = await watch("clearing", "bank", "provider-fees");
  const wrong = { reference: "ZB-7", arrived: 20_00, fee: 1_00 };
  const right = { ...wrong, arrived: 2_00 };
  await noteArrival(context, admin, wrong);
  const reason = "Two dollars, not twenty";
  const voiding = { reference: "ZB-7", reason };
  const answers = await Promise.all([admin, otherAdmin, admin].map((by) => voidArrival(context, by, voiding)));
  expect(answers).toEqual(answers.map(() => ({ ok: true })));
  expect(await changed()).toEqual([0, 0, 0]);
  expect(await voidArrival(context, admin, { reference: "ZB-8", reason })).toMatchObject({ reason: "arrivalUnknown" });

  // Two at once: one of them counts.
  await Promise.all([admin, otherAdmin].map((by) => noteArrival(context, by, right)));
  expect(await noteArrival(context, admin, wrong)).toMatchObject({ reason: "referenceUsed" });
  expect(await changed()).toEqual([3_00, -2_00, -1_00]);
  const shown = async () => (await listArrivals(db)).filter(({ reference }) => reference.startsWith("ZB-7"));
  const voided = { ...wrong, at: now, voidedAt: now, reason };
  expect(new Set(await shown())).toEqual(new Set([voided, { ...right, reference: "ZB-7 v2", at: now, ...counting }]));
  // And once more.
  await voidArrival(context, admin, { reference: "ZB-7 v2", reason });
  expect(await changed()).toEqual([0, 0, 0]);
  await noteArrival(context, admin, right);
  const counts = (await shown()).map(({ reference, voidedAt }) => [reference, voidedAt === null]);
  expect(Object.fromEntries(counts)).toEqual({ "ZB-7": false, "ZB-7 v2": false, "ZB-7 v3": true });
  await isSound();
});
