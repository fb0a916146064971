import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, bookings, ledgerTransfers, notices, onlinePayments } from "~/db/schema";
import { admin, client, plumber, seedPayers } from "../../../tests/support/payers";
import { balance, booking, isSound, row, watch, saidOf } from "../../../tests/support/money-rows";
import { completed, createBooking, earn, payOnline } from "../../../tests/support/money";
import { context, db, now, contextAt, rowsRead } from "../../../tests/support/users";
import { lostPayment, lostPayout, restorePayment, restorePayout } from "../../../scripts/lost-money";
import { env } from "../../../tests/support/env";
import { bookPaid } from "../escrow/booked-payments.server";
import { exportLedger, findStanding, listDayTotals } from "../escrow/books.server";
import {
  checkLedger,
  checkLedgerNightly,
  checkLedgerNow,
  findLedgerCheck,
  findPayoutStop,
  heldFor,
  owedTo,
  resumePayouts,
  stopPayouts,
  transfer,
  type Transfer,
} from "./ledger.server";
import { preparePayouts, takePayoutFile } from "../escrow/payout-batches.server";
import { findBatch, payoutsIn } from "../escrow/payout-lists.server";
import { findBatchForCommand, markPayoutsSent } from "../escrow/sent-payouts.server";
import { settleDueBookings } from "../escrow/settlements.server";
import { DAY, HOUR, instantOf, MINUTE } from "../time/harare";
import { newId } from "../values/id";
import { FIRST_PAGE } from "../values/lists";

await seedPayers();
const job = await createBooking();

const paid = { kind: "paid", debit: "clearing", credit: heldFor(job), amount: 50_00 } as const;
const move = (more: Partial<Transfer> = {}, condition = sql`true`) =>
  transfer(context, { ...paid, causeId: newId(), ...more }, condition);
/** The money that a booking holds goes to its plumber, less the commission. */
async function payPlumber() {
  await move({ kind: "earned", debit: heldFor(job), credit: owedTo(plumber.id), amount: 45_00 });
  await move({ kind: "commission", debit: heldFor(job), credit: "commission", amount: 5_00 });
}

test("a transfer moves both balances and what its booking holds, and all balances add up to nothing", async () => {
  await move();
  expect(await balance("clearing")).toBe(-50_00);
  expect(await balance(heldFor(job))).toBe(50_00);
  expect((await row(job)).heldAmount).toBe(50_00);
  await payPlumber();
  expect((await row(job)).heldAmount).toBe(0);
  expect(await balance(owedTo(plumber.id))).toBe(45_00);
  await isSound();
});

test("a cause is transferred once, even ten times at once; a failed condition or 0 makes no transfer", async () => {
  await move({}, sql`false`);
  await move({ amount: 0 });
  const causeId = newId();
  await Promise.all(Array.from({ length: 10 }, () => move({ causeId })));
  expect(await db.$count(ledgerTransfers)).toBe(1);
  expect((await row(job)).heldAmount).toBe(50_00);
  await isSound();
});

test("an account that may not be negative takes down the whole batch", async () => {
  await move();
  await payPlumber();
  await move();
  const title = `Not ${newId()}`;
  for (const debit of [heldFor(job), owedTo(plumber.id), "commission", "refunds:due", heldFor("nothing")] as const) {
    const rest = await balance(debit);
    const tooMuch = move({ kind: "payout", debit, credit: "bank", amount: rest + 1 });
    await expect(db.batch([db.update(bookings).set({ title }), tooMuch])).rejects.toThrow();
    expect(await balance(debit)).toBe(rest);
  }
  expect((await row(job)).title).toBeNull();
  await isSound();
});

test("a transfer is never changed, nor deleted, nor made of nonsense", async () => {
  await move();
  for (const statement of [
    sql`update ledger_transfers set amount = amount + 1`,
    sql`update ledger_transfers set credit = 'bank'`,
    sql`delete from ledger_transfers`,
  ])
    await expect(Promise.resolve(db.run(statement)), JSON.stringify(statement.queryChunks[0])).rejects.toThrow();
  const before = await db.select().from(ledgerTransfers);
  await db.run(sql`insert or replace into ledger_transfers select * from ledger_transfers`);
  await db.run(
    sql`insert or replace into ledger_transfers select id || 'x', kind, debit, credit, amount + 1, cause_id, booking_id, at from ledger_transfers`,
  );
  for (const more of [
    { amount: -5 },
    { debit: "bank", credit: "bank" },
    { credit: "somewhere" as never },
    { debit: "heldfor:x" as never },
    { kind: "gift" as never },
  ] as const)
    await Promise.resolve(move(more)).catch(() => undefined);
  expect(await db.select().from(ledgerTransfers)).toEqual(before);
  await isSound();
});

test("the check finds a balance that its transfers don't explain, one too low, and a booking that is off", async () => {
  await move();
  await payPlumber();
  await move();
  const { transfers } = await checkLedger(db);
  expect(transfers).toBe(await db.$count(ledgerTransfers));
  await db.run(sql`update ledger_balances set amount = amount + 7 where account = ${owedTo(plumber.id)}`);
  const fault = { account: owedTo(plumber.id), stored: 45_07, recomputed: 45_00 };
  expect(await checkLedger(db)).toMatchObject({ sum: 7, faults: [fault] });
  await db.run(sql`update ledger_balances set amount = amount - 7 where account = ${owedTo(plumber.id)}`);
  await db.run(sql`update bookings set held_amount = 1 where id = ${job}`);
  expect((await checkLedger(db)).faults).toEqual([{ account: `booking:${job}`, stored: 1, recomputed: 50_00 }]);
  await db.run(sql`update bookings set held_amount = 5000 where id = ${job}`);
  await db.run(sql`insert into ledger_balances (account, amount) values ('commission:other', 3)`);
  expect((await checkLedger(db)).faults).toMatchObject([{ account: "commission:other", stored: 3, recomputed: 0 }]);
  await db.run(sql`delete from ledger_balances where account = 'commission:other'`);
  await isSound();
  // Only what came since is read, of however many transfers.
  const before = await rowsRead(checkLedger);
  for (let at = 0; at < 20; at += 1) await move();
  await isSound();
  expect(await rowsRead(checkLedger)).toBe(before);
});

/** Saturday the 21st begins in Harare, where it is still Friday, 22:00, in UTC. */
const MIDNIGHT = instantOf("2026-11-21", 0);

test("a day of the books begins at midnight in Harare: payments, releases and the statement agree on it", async () => {
  const evening = await completed({ finalAmount: 50_00, agreedPrice: 50_00, completedAt: MIDNIGHT - MINUTE });
  const morning = await completed({ finalAmount: 30_00, agreedPrice: 30_00, completedAt: MIDNIGHT });
  await payOnline(evening, 50_00, contextAt(MIDNIGHT - 1));
  await payOnline(morning, 30_00, contextAt(MIDNIGHT));
  const friday = { day: "2026-11-20", paid: 50_00 };
  expect(await listDayTotals(db, MIDNIGHT)).toEqual([{ day: "2026-11-21", paid: 30_00 }, friday]);

  // 24 hours after completion, whatever day it is then.
  await settleDueBookings(contextAt(MIDNIGHT + DAY - MINUTE));
  await settleDueBookings(contextAt(MIDNIGHT + DAY));
  expect(await listDayTotals(db, MIDNIGHT + DAY)).toEqual([
    { day: "2026-11-22", earned: 27_00, commission: 3_00 },
    { day: "2026-11-21", paid: 30_00, earned: 45_00, commission: 5_00 },
    friday,
  ]);

  const statement = async (first: string, last: string) =>
    (await new Response(await exportLedger(context, admin, { first, last })).text())
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",").slice(0, 2).join(" "));
  expect(await statement("2026-11-20", "2026-11-20")).toEqual(["2026-11-20 23:59 paid"]);
  expect((await statement("2026-11-21", "2026-11-21")).sort()).toEqual([
    "2026-11-21 00:00 paid",
    "2026-11-21 23:59 commission",
    "2026-11-21 23:59 earned",
  ]);
  expect(await statement("2026-11-20", "2026-11-22")).toHaveLength(6);
  const nothing = { held: 0, refunds: 0, losses: 0 };
  expect(await findStanding(db)).toMatchObject({ atProvider: 80_00, plumbers: 72_00, commission: 8_00, ...nothing });
});

const prepare = () => preparePayouts(context, admin, { id: newId(), method: "ecocash" });
/** Runs what `npm run restore:money` sends; gives the rows of the last statement. */
const execute = async (statements: string[]) =>
  (await env.DB.batch(statements.map((text) => env.DB.prepare(text)))).at(-1)!.results;
const by = () => ({ admin: admin.email, now });

test("stopped payouts are not prepared and give no file; a sent one can be noted", async () => {
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
  expect(logged.map(({ action }) => action).sort()).toEqual(["payoutsResumed", "payoutsStopped"]);
  expect(logged.map(({ reason }) => reason)).toContain("Restored to 10:00.");
});

test("payouts stop, like refunds, while the ledger is wrong or unchecked; a sound check lets them go on", async () => {
  await earn();
  const id = newId();
  await preparePayouts(context, admin, { id, method: "ecocash" });
  const prepared = (await findBatchForCommand(db, id))!;
  await takePayoutFile(context, admin, id);
  await db.run(sql`update ledger_balances set amount = amount + 1 where account = ${owedTo(plumber.id)}`);
  await checkLedgerNow(context);
  expect(await findLedgerCheck(db)).toMatchObject({ sum: 1, faults: [{ account: owedTo(plumber.id) }] });
  expect(await markPayoutsSent(context, admin, prepared, "MP261120.9")).toMatchObject({ reason: "ledgerAtFault" });
  expect(await prepare()).toMatchObject({ reason: "ledgerAtFault" });
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

test("a payout whose batch is gone is restored up to what is owed, and booked once it is noted as sent", async () => {
  await earn();
  const owed = await balance(owedTo(plumber.id));
  const changed = await watch(owedTo(plumber.id), "bank");
  const restore = (part: string, who = by()) => execute(restorePayout(who, id, lostPayout.parse(["ecocash", part])));
  const id = newId();
  expect(await restore(`${plumber.id}=20`)).toEqual([]);
  await stopPayouts(context, admin, "Restored.");
  expect(await restore(`${plumber.id}=${(owed + 1) / 100}`)).toEqual([]);
  expect(await restore("nobody=20")).toEqual([]);
  expect(await restore(`${plumber.id}=20`, { ...by(), admin: client.email })).toEqual([]);
  expect(await restore(`${plumber.id}=20`)).toEqual([{ id }]);
  expect(await changed()).toEqual([0, 0]);
  // As the unique index has it: no one is in two batches that wait.
  expect(await execute(restorePayout(by(), newId(), lostPayout.parse(["ecocash", `${plumber.id}=5`])))).toEqual([]);
  expect(lostPayout.safeParse(["ecocash", `${plumber.id}=5`, `${plumber.id}=6`]).success).toBe(false);

  const told = () => db.$count(notices, and(eq(notices.kind, "payoutSent"), eq(notices.channel, "email")));
  const before = await told();
  const restored = (await findBatchForCommand(db, id))!;
  for (const _ of ["once", "twice"])
    expect(await markPayoutsSent(context, admin, restored, "ECO-2")).toEqual({ ok: true });
  expect(await changed()).toEqual([-20_00, 20_00]);
  expect((await told()) - before).toBe(1);
  expect(await findBatch(db, id)).toMatchObject({ reference: "ECO-2", sentAt: now, count: 1, total: 20_00 });
  const sent = { amount: 20_00, status: "sent", place: "EcoCash •••567" };
  expect((await payoutsIn(id).page(db, "all", FIRST_PAGE)).rows).toMatchObject([sent]);
  const logged = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(logged.map(({ action }) => action).sort()).toEqual(["payoutPrepared", "payoutSent"]);
  expect(logged.every(({ adminId }) => adminId === admin.id)).toBe(true);
  await isSound();
});

test("we ask about a payment that only the provider has, and only the provider's answer books it", async () => {
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
  const changed = await watch("refunds:due");
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
