import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, ledgerTransfers } from "~/db/schema";
import { balance, context, createBooking, db, isSound, plumber, row, seedPayers } from "../../../tests/support/money";
import { rowsRead } from "../../../tests/support/rows-read";
import { newId } from "../values/id";
import {
  BANK,
  CLEARING,
  COMMISSION,
  heldFor,
  owedTo,
  REFUNDS_DUE,
  checkLedger,
  transfer,
  type Transfer,
} from "./ledger.server";

await seedPayers();
const booking = await createBooking();

const move = (more: Partial<Transfer> = {}, condition = sql`true`) =>
  transfer(
    context,
    { kind: "paid", debit: CLEARING, credit: heldFor(booking), amount: 50_00, causeId: newId(), ...more },
    condition,
  );
/** The money that a booking holds goes to its plumber, less the commission. */
async function earn() {
  await move({ kind: "earned", debit: heldFor(booking), credit: owedTo(plumber.id), amount: 45_00 });
  await move({ kind: "commission", debit: heldFor(booking), credit: COMMISSION, amount: 5_00 });
}

test("a transfer moves both balances and what its booking holds, and all balances add up to nothing", async () => {
  await move();
  expect(await balance(CLEARING)).toBe(-50_00);
  expect(await balance(heldFor(booking))).toBe(50_00);
  expect((await row(booking)).heldAmount).toBe(50_00);
  await earn();
  expect((await row(booking)).heldAmount).toBe(0);
  expect(await balance(owedTo(plumber.id))).toBe(45_00);
  await isSound();
});

test("the same transfer of one cause counts once, also ten times at once", async () => {
  const causeId = newId();
  await Promise.all(Array.from({ length: 10 }, () => move({ causeId })));
  expect(await db.$count(ledgerTransfers)).toBe(1);
  expect((await row(booking)).heldAmount).toBe(50_00);
  await isSound();
});

test("nothing is moved where the condition fails or the amount is 0", async () => {
  await move({}, sql`false`);
  await move({ amount: 0 });
  expect(await db.$count(ledgerTransfers)).toBe(0);
});

test("an account that may not be negative takes down the whole batch", async () => {
  await move();
  await earn();
  await move();
  const title = `Not ${newId()}`;
  for (const debit of [heldFor(booking), owedTo(plumber.id), COMMISSION, REFUNDS_DUE, heldFor("nothing")]) {
    const rest = await balance(debit);
    await expect(
      db.batch([db.update(bookings).set({ title }), move({ kind: "payout", debit, credit: BANK, amount: rest + 1 })]),
    ).rejects.toThrow();
    expect(await balance(debit)).toBe(rest);
  }
  expect((await row(booking)).title).toBeNull();
  await isSound();
});

test("a transfer is never changed, nor deleted, nor made of nonsense", async () => {
  await move();
  for (const statement of [
    sql`update ledger_transfers set amount = amount + 1`,
    sql`update ledger_transfers set credit = ${BANK}`,
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
    { debit: BANK, credit: BANK },
    { credit: "somewhere" },
    { debit: "heldfor:x" },
    { kind: "gift" as never },
  ])
    await Promise.resolve(move(more)).catch(() => undefined);
  expect(await db.select().from(ledgerTransfers)).toEqual(before);
  await isSound();
});

test("the check finds a balance that its transfers don't explain, one too low, and a booking that is off", async () => {
  await move();
  await earn();
  await move();
  const { transfers } = await checkLedger(db);
  expect(transfers).toBe(await db.$count(ledgerTransfers));
  await db.run(sql`update ledger_balances set amount = amount + 7 where account = ${owedTo(plumber.id)}`);
  expect(await checkLedger(db)).toMatchObject({
    sum: 7,
    faults: [{ account: owedTo(plumber.id), stored: 45_07, recomputed: 45_00 }],
  });
  await db.run(sql`update ledger_balances set amount = amount - 7 where account = ${owedTo(plumber.id)}`);
  await db.run(sql`update bookings set held_amount = 1 where id = ${booking}`);
  expect((await checkLedger(db)).faults).toEqual([{ account: `booking:${booking}`, stored: 1, recomputed: 50_00 }]);
  await db.run(sql`update bookings set held_amount = 5000 where id = ${booking}`);
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
