import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTestNow } from "../../tests/support/test-now";
import { migrateLocal, seedLocal } from "../local-database";
import { openLocalStorage } from "../local-storage";
import type { Transaction } from "../paynow/paynow-stand-in";

const now = readTestNow();
let state: string;
let storage: Awaited<ReturnType<typeof openLocalStorage>>;

beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), "pombi-town-"));
  await migrateLocal(state);
  await seedLocal(state, now, { paysOnline: true });
  storage = await openLocalStorage(state);
}, 120_000);
afterAll(async () => {
  await storage.close();
  rmSync(state, { recursive: true });
});

const all = async <Row>(sql: string): Promise<Row[]> => (await storage.DB.prepare(sql).all<Row>()).results;
const count = async (sql: string) => (await all<{ is: number }>(`select count(*) as "is" from ${sql}`))[0]!.is;

test("the demo logins have money online in each state: held, released, paid out, going back, to be checked by hand", async () => {
  const own = "client_id = 'democlient01'";
  expect(await count(`bookings where ${own} and status = 'confirmed' and held_amount > 0`)).toBe(1);
  expect(await count(`refunds where ${own} and sent_at is null`)).toBe(1);
  expect(await count(`online_payments where ${own} and review = 'unanswered' and status <> 'paid'`)).toBe(1);
  expect(await count("settlements where plumber_id = 'demoplumber01' and reason = 'completed'")).toBe(1);
  expect(await count("settlements where plumber_id = 'demoplumber01' and reason = 'released'")).toBe(1);
  expect(await count("payouts where plumber_id = 'demoplumber01' and status = 'sent'")).toBe(1);
  expect(await count("ledger_balances where account = 'plumber:demoplumber01' and amount > 0")).toBe(1);
});

test("its books add up, and hold what the provider's list holds", async () => {
  const [books] = await all<{ sum: number; below: number; held: number }>(`
    select (select sum(amount) from ledger_balances) as sum,
      (select count(*) from ledger_balances where amount < 0 and kind not in ('clearing', 'bank', 'provider-fees')) as below,
      (select sum(held_amount) from bookings) - (select sum(amount) from ledger_balances where kind = 'held') as held`);
  expect(books).toEqual({ sum: 0, below: 0, held: 0 });
  const there = JSON.parse(readFileSync(join(state, "paynow.json"), "utf8")) as Transaction[];
  const paid = await all<{ id: string; amount: number }>(
    "select id, amount from online_payments where status = 'paid' order by paid_at",
  );
  expect(
    there.filter(({ status }) => status === "Paid").map((one) => [one.reference, Number(one.amount) * 100]),
  ).toEqual(paid.map(({ id, amount }) => [id, amount]));
});

test("nothing of it has happened in the future, and nobody is told of it now", async () => {
  expect(await count(`ledger_transfers where at > ${now}`)).toBe(0);
  expect(await count(`booking_events where at > ${now}`)).toBe(0);
  expect(await count("notices where status = 'queued' and kind like '%refund%'")).toBe(0);
});
