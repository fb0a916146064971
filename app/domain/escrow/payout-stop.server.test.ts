import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, notices, onlinePayments } from "~/db/schema";
import { admin, balance, booking, client, completed, context, createBooking, db, isSound, now, payOnline, plumber, seedPayers, watch, ECOCASH, save } from "../../../tests/support/money";
import { lostPayment, lostPayout, restorePayment, restorePayout } from "../../../scripts/lost-money";
import { contextAt } from "../../../tests/support/context";
import { env } from "../../../tests/support/env";
import { saidOf } from "../../../tests/support/money-rows";
import { BANK, heldFor, owedTo, REFUNDS_DUE } from "./ledger";
import {
  checkLedgerNightly,
  checkLedgerNow,
  findLedgerCheck,
  findPayoutStop,
  resumePayouts,
  stopPayouts,
} from "./ledger-health.server";
import { bookPaid } from "./booked-payments.server";
import { settleDueBookings } from "./settlements.server";
import { DAY, HOUR, instantOf } from "../time/harare";
import { newId } from "../values/id";
import { preparePayouts, takePayoutFile } from "./payout-batches.server";
import { findBatchForCommand, markPayoutsSent } from "./sent-payouts.server";
import { findBatch } from "./payout-lists.server";

await seedPayers();
await save(ECOCASH);

/** Lets the plumber earn $45 of $50. */
async function earn() {
  const id = await completed({ finalAmount: 50_00, agreedPrice: 50_00, completedAt: now - DAY });
  await payOnline(id, 50_00);
  await settleDueBookings(context);
}
const prepare = () => preparePayouts(context, admin, { id: newId(), method: "ecocash" });
/** Runs what `npm run restore:money` sends; gives the rows of the last statement. */
const execute = async (statements: string[]) =>
  (await env.DB.batch(statements.map((text) => env.DB.prepare(text)))).at(-1)!.results;
const by = () => ({ admin: admin.email, now });

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

test("a payout whose batch is gone is restored while payouts are stopped, up to what is owed, and booked once noted as sent", async () => {
  await earn();
  const owed = await balance(owedTo(plumber.id));
  const changed = await watch(owedTo(plumber.id), BANK);
  const restore = (part: string, who = by()) => execute(restorePayout(who, id, lostPayout.parse(["ecocash", part])));
  const id = newId();
  expect(await restore(`${plumber.id}=20`)).toEqual([]);
  await stopPayouts(context, admin, "Restored.");
  expect(await restore(`${plumber.id}=${(owed + 1) / 100}`)).toEqual([]);
  expect(await restore("nobody=20")).toEqual([]);
  expect(await restore(`${plumber.id}=20`, { ...by(), admin: client.email })).toEqual([]);
  expect(await restore(`${plumber.id}=20`)).toEqual([{ id }]);
  expect(await changed()).toEqual([0, 0]);
  // As the unique index has it: nobody is in two batches that wait.
  expect(await execute(restorePayout(by(), newId(), lostPayout.parse(["ecocash", `${plumber.id}=5`])))).toEqual([]);
  expect(lostPayout.safeParse(["ecocash", `${plumber.id}=5`, `${plumber.id}=6`]).success).toBe(false);

  const told = () => db.$count(notices, and(eq(notices.kind, "payoutSent"), eq(notices.channel, "email")));
  const before = await told();
  const restored = (await findBatchForCommand(db, id))!;
  for (const _ of ["once", "twice"])
    expect(await markPayoutsSent(context, admin, restored, "ECO-2")).toEqual({ ok: true });
  expect(await changed()).toEqual([-20_00, 20_00]);
  expect((await told()) - before).toBe(1);
  expect(await findBatch(db, id)).toMatchObject({
    reference: "ECO-2",
    sentAt: now,
    payouts: [{ amount: 20_00, status: "sent", place: "EcoCash •••567" }],
  });
  const logged = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(logged.map(({ action, adminId }) => [action, adminId]).sort()).toEqual([
    ["payoutPrepared", admin.id],
    ["payoutSent", admin.id],
  ]);
  await isSound();
});

test("a payment that the provider has and we have not is asked about, and only the provider's answer books it", async () => {
  const reference = "PB-LOST01";
  const id = await createBooking({ agreedPrice: 50_00, reference });
  const payment = newId();
  const restore = (booking: string, lost = payment) =>
    execute(restorePayment(by(), lostPayment.parse([lost, booking, "50", "ecocash", "077 111 1111"])));
  expect(await restore("PB-NONE")).toEqual([]);
  for (const _ of ["once", "twice"]) expect(await restore(reference.toLowerCase())).toEqual([{ id: payment }]);
  expect(await balance(heldFor(id))).toBe(0);
  const taken = await db.select().from(onlinePayments).where(eq(onlinePayments.bookingId, id));
  const lost = { id: payment, clientId: client.id, amount: 50_00, phone: "+263771111111" };
  expect(taken).toMatchObject([{ ...lost, status: "unknown", nextPollAt: now }]);
  expect(await db.$count(auditLog, eq(auditLog.subjectId, payment))).toBe(1);
  expect(await restore(reference, newId())).toEqual([]);

  // The amount is the provider's too: another one goes back.
  const changed = await watch(REFUNDS_DUE);
  await bookPaid(context, { ...lost, booking: await booking(id) }, saidOf(payment, 40_00, "paid"));
  expect(await changed()).toEqual([40_00]);
  await isSound();
});

test.each([
  ["a reference that isn't ours", () => lostPayment.parse(["x' or 1", "PB-1", "5", "card"])],
  ["a method that isn't one", () => lostPayment.parse([newId(), "PB-1", "5", "cash"])],
  ["nobody to pay", () => lostPayout.parse(["bank"])],
  ["no amount", () => lostPayout.parse(["bank", "plumber"])],
  ["a plumber that is SQL", () => lostPayout.parse(["bank", "a'b=5"])],
])("%s restores nothing", (_, parse) => expect(parse).toThrow());
