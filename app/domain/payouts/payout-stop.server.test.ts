import { and, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { auditLog, notices, onlinePayments, payoutBatches } from "~/db/schema";
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
  payOnline,
  plumber,
  row,
  seedPayers,
} from "../../../tests/support/money";
import { contextAt } from "../../../tests/support/context";
import { ECOCASH, save } from "../../../tests/support/payout-details";
import { BANK, heldFor, owedTo, REFUNDS_DUE } from "../ledger/accounts";
import { checkLedgerNightly, checkLedgerNow, findLedgerCheck } from "../ledger/ledger-health.server";
import { bookPaid } from "../online-payments/book-paid.server";
import { takeUpPayment } from "../online-payments/lost-payments.server";
import { settleDueBookings } from "../online-payments/settlements.server";
import { DAY, HOUR, instantOf } from "../time/harare";
import { newId } from "../values/id";
import { findPayee, notePastPayout } from "./past-payouts.server";
import { preparePayouts, takePayoutFile } from "./payout-batches.server";
import { findBatchForCommand, markPayoutsSent } from "./sent-payouts.server";
import { findBatch } from "./payout-lists.server";
import { findPayoutStop, resumePayouts, stopPayouts } from "./payout-stop.server";

beforeAll(async () => {
  await seedPayers();
  await save(ECOCASH);
});

/** Lets the plumber earn $45 of $50. */
async function earn() {
  const id = await completed({ finalAmount: 50_00, agreedPrice: 50_00, completedAt: now - DAY });
  await payOnline(id, 50_00);
  await settleDueBookings(context);
}
const prepare = () => preparePayouts(context, admin, { id: newId(), method: "ecocash" });
const note = async (amount: number, reference: string) =>
  notePastPayout(context, admin, await findPayee(db, plumber.id, now), { method: "ecocash", amount, reference });

test("while payouts are stopped nothing is prepared and no file is taken; what was sent can be noted", async () => {
  await earn();
  const prepared = await prepare();
  if (!prepared.ok) throw new Error(prepared.reason);
  const batch = (await findBatchForCommand(db, prepared.id))!;
  for (const time of [now, now + DAY]) await stopPayouts(contextAt(time), admin, "Restored to 10:00.");
  expect(await findPayoutStop(db)).toEqual({ reason: "Restored to 10:00.", since: now });

  expect(await takePayoutFile(context, admin, batch.id)).toEqual({ ok: false, reason: "payoutsStopped" });
  expect(await markPayoutsSent(context, admin, batch, "ECO-1")).toEqual({ ok: true });
  await earn();
  expect(await prepare()).toEqual({ ok: false, reason: "payoutsStopped" });

  for (const _ of ["once", "twice"]) expect(await resumePayouts(context, admin)).toEqual({ ok: true });
  expect(await findPayoutStop(db)).toBeNull();
  expect(await prepare()).toMatchObject({ ok: true });
  const logged = await db.select().from(auditLog).where(eq(auditLog.subjectId, "payoutsStopped"));
  expect(logged.map(({ action, reason }) => [action, reason]).sort()).toEqual([
    ["payoutsResumed", null],
    ["payoutsStopped", "Restored to 10:00."],
  ]);
});

test("payouts stop when the ledger doesn't add up or was not checked, as refunds do; the office is told, and a sound check lets them go on", async () => {
  await earn();
  const id = newId();
  await preparePayouts(context, admin, { id, method: "ecocash" });
  const prepared = (await findBatchForCommand(db, id))!;
  await takePayoutFile(context, admin, id);
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
  // A check that is missing is no sound one.
  const stale = contextAt(now + 26 * HOUR);
  expect(await takePayoutFile(stale, admin, prepared.id)).toMatchObject({ reason: "ledgerAtFault" });
  expect(await markPayoutsSent(stale, admin, prepared, "MP261120.9")).toMatchObject({ reason: "ledgerAtFault" });
  await checkLedgerNow(stale);
  expect(await markPayoutsSent(stale, admin, prepared, "MP261120.9")).toEqual({ ok: true });
});

test("the ledger is checked once a night, from two o'clock in Harare on", async () => {
  const night = instantOf("2026-11-25", 2 * 60);
  expect(await checkLedgerNightly(contextAt(night - 1))).toBe(true);
  expect(await checkLedgerNightly(contextAt(night - 1))).toBe(false);
  expect(await checkLedgerNightly(contextAt(night))).toBe(true);
  expect(await checkLedgerNightly(contextAt(night + 20 * HOUR))).toBe(false);
  expect(await findLedgerCheck(db)).toMatchObject({ at: night, sum: 0, faults: [] });
});

test("a payout whose batch is gone is noted with its reference, once for each plumber, who is told", async () => {
  await earn();
  const [owed, atBank] = [await balance(owedTo(plumber.id)), await balance(BANK)];
  expect(await note(20_00, "ECO-2")).toEqual({ ok: false, reason: "payoutsRunning" });
  await stopPayouts(context, admin, "Restored.");
  const told = () => db.$count(notices, and(eq(notices.kind, "payoutSent"), eq(notices.channel, "email")));
  const before = await told();
  expect(await note(owed + 1, "ECO-2")).toEqual({ ok: false, reason: "aboveOwed" });
  expect(await notePastPayout(context, admin, null, { method: "bank", amount: 1, reference: "X" })).toMatchObject({
    reason: "aboveOwed",
  });
  for (const _ of ["once", "twice"]) expect(await note(20_00, "ECO-2")).toEqual({ ok: true });
  expect(await note(21_00, "ECO-2")).toEqual({ ok: false, reason: "referenceUsed" });
  expect((await balance(owedTo(plumber.id))) - owed).toBe(-20_00);
  expect((await balance(BANK)) - atBank).toBe(20_00);
  expect((await told()) - before).toBe(1);
  const [noted] = await db.select().from(payoutBatches).where(eq(payoutBatches.reference, "ECO-2"));
  expect(await findBatch(db, noted!.id)).toMatchObject({
    reference: "ECO-2",
    sentAt: now,
    payouts: [{ amount: 20_00, status: "sent", place: "EcoCash •••567" }],
  });
  await isSound();
});

test("a payment that the provider has and we have not is asked about, and only the provider's answer books it", async () => {
  const id = await createBooking({ agreedPrice: 50_00 });
  const { reference } = await row(id);
  const lost = { id: newId(), booking: reference, amount: 50_00, method: "ecocash", phone: "+263771111111" } as const;
  expect(await takeUpPayment(context, admin, { ...lost, booking: "PB-NONE" })).toMatchObject({
    reason: "bookingNotFound",
  });
  for (const _ of ["once", "twice"]) expect(await takeUpPayment(context, admin, lost)).toEqual({ ok: true });
  expect(await balance(heldFor(id))).toBe(0);
  const [taken] = await db.select().from(onlinePayments).where(eq(onlinePayments.bookingId, id));
  expect(taken).toMatchObject({ id: lost.id, clientId: client.id, status: "unknown", nextPollAt: now });
  expect(await takeUpPayment(context, admin, { ...lost, id: newId() })).toMatchObject({ reason: "onlinePaymentOpen" });

  // The amount is the provider's too: another one goes back.
  const due = await balance(REFUNDS_DUE);
  const said = { id: lost.id, status: "paid", amount: 40_00, providerReference: "1001", pollUrl: null } as const;
  await bookPaid(context, { ...lost, clientId: client.id, booking: await booking(id) }, said);
  expect((await balance(REFUNDS_DUE)) - due).toBe(40_00);
  await isSound();
});
