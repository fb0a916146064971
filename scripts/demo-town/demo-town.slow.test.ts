import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NEVER_FREE } from "../../app/db/schema";
import { BOOKING_STATUSES } from "../../app/domain/bookings/booking";
import { openOwnState } from "../../tests/support/local-state";
import { readTestNow } from "../../tests/support/test-now";
import { seedLocal } from "../local-database";
import type { Transaction } from "../paynow/paynow-stand-in";

const now = readTestNow();
const { stateDir, storage, all, count } = await openOwnState((folder) => seedLocal(folder, now));

test("there is a job in every state", async () => {
  const statuses = await all<{ status: string }>("select distinct status from bookings order by status");
  expect(statuses.map(({ status }) => status)).toEqual([...BOOKING_STATUSES].sort());
  expect(await count("bookings where on_the_way_at is not null and status = 'confirmed'")).toBe(1);
  expect(await count("bookings where frozen_at is not null")).toBe(1);
  expect(await count("bookings where cancelled_late_by = 'client'")).toBeGreaterThan(0);
  expect(await count("bookings where plumber_id is null")).toBe(1);
});

test("both sides cancelled jobs, before and after confirming, and a refused job has a replacement", async () => {
  const ended = (by: string, from: string) => `bookings
    where exists (select 1 from booking_events where booking_id = bookings.id and event = 'cancel' and actor_role = '${by}')
      and ${from} (select 1 from booking_events where booking_id = bookings.id and event = 'confirm')`;
  expect(await count(ended("client", "not exists"))).toBeGreaterThan(0);
  expect(await count(ended("client", "exists"))).toBeGreaterThan(0);
  expect(await count(ended("plumber", "exists"))).toBeGreaterThan(0);
  const instead =
    "exists (select 1 from bookings as other where other.client_id = bookings.client_id and other.starts_at = bookings.starts_at and other.status = 'confirmed')";
  expect(await count(`bookings where client_id = 'democlient01' and status = 'refused' and ${instead}`)).toBe(1);
});

test.each(["open", "accepted", "declined", "replaced"])("a quote is %s", async (status) => {
  expect(await count(`quotes where status = '${status}'`)).toBeGreaterThan(0);
});

test("the plumber of the demo logins has a job with each outcome of money", async () => {
  const own = "bookings where plumber_id = 'demoplumber01' and";
  expect(await count(`${own} final_answer = 'agreed' and due = 0`)).toBe(1);
  expect(await count(`${own} final_answer = 'disputed'`)).toBe(1);
  expect(await count(`${own} final_amount > agreed_price and final_answer is null`)).toBe(1);
  for (const status of ["open", "denied", "confirmed"])
    expect(await count(`payments where status = '${status}' and booking_id in (select id from ${own} true)`)).not.toBe(
      0,
    );
});

test("the paid amount is the sum of the confirmed payments, and each of them has a receipt", async () => {
  const paid = `coalesce((select sum(amount) from payments where booking_id = bookings.id and status = 'confirmed'), 0)`;
  expect(await count(`bookings where id not in (select booking_id from refunds) and paid_amount <> ${paid}`)).toBe(0);
  const numbers = await all<{ number: number }>("select number from receipts order by number");
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => 1001 + at));
  expect(await count("payments where status = 'confirmed'")).toBe(numbers.length);
});

test("a disagreement of two sides is before the office", async () => {
  const said = "booking_events where event in ('plumber-did-not-come', 'dispute-final', 'deny-payment')";
  expect(await count(`${said} and id in (select id from disputes)`)).toBe(await count(said));
  expect(await count("disputes where closed_at is not null")).toBe(1);
  expect(await count("bookings where final_answer = 'decided' and due = 0")).toBe(1);
});

test("completed jobs of the demo logins have photos of the problem, from before and from after the work", async () => {
  const photos = await all<{ id: string; kinds: string }>(`
    select bookings.id, group_concat(kind, ' ') as kinds from bookings
      left join (select * from private_photos order by kind) as photo on photo.booking_id = bookings.id
    where status = 'completed' and (plumber_id = 'demoplumber01' or client_id = 'democlient01') group by bookings.id`);
  expect(photos.length).toBeGreaterThan(5);
  for (const { id, kinds } of photos) expect(`${id}: ${kinds}`).toBe(`${id}: after before problem`);
  const ids = await all<{ id: string }>("select id from private_photos limit 3");
  for (const { id } of ids) expect(await storage.PHOTOS.head(`private/${id}-320.webp`)).not.toBeNull();
});

test("plumbers differ in free time, speed of answers and finished work; one is fully booked", async () => {
  const different = async (column: string) => count(`(select distinct ${column} from plumber_profiles)`);
  for (const column of ["free_order", "minutes_to_answer", "jobs_completed"])
    expect(`${column}: ${(await different(column)) > 10}`).toBe(`${column}: true`);
  expect(await count(`plumber_profiles where free_order = ${NEVER_FREE}`)).toBe(1);
});

test.each([
  ["Gas Fitting", "Installation"],
  ["Drain Cleaning", "Drain Cleaning"],
  ["Leak Repair", "Leak Fixing"],
])("those who do %s have jobs and prices of nothing but %s", async (speciality, serviceType) => {
  const theirs = `plumber_id in (select user_id from plumber_profiles where speciality = '${speciality}')`;
  expect(await count(`plumber_prices where ${theirs} and service_type = '${serviceType}'`)).toBeGreaterThan(0);
  expect(await count(`plumber_prices where ${theirs} and service_type <> '${serviceType}'`)).toBe(0);
  expect(await count(`bookings where ${theirs} and service_type <> '${serviceType}'`)).toBe(0);
});

test.each([
  "booking_events where at",
  "payments where max(recorded_at, coalesce(answered_at, 0))",
  "private_photos where created_at",
  "reviews where created_at",
  "ledger_transfers where at",
])("no row of the demo town is from the future: %s", async (rows) => expect(await count(`${rows} > ${now}`)).toBe(0));

test("a client who called has a job, a consent and no way to sign in", async () => {
  expect(await count("users where email is null and password_hash = 'none'")).toBe(1);
  const caller = "(select id from users where email is null)";
  expect(await count(`bookings where client_id = ${caller}`)).toBe(2);
  expect(await count(`booking_events where event = 'request' and actor_role = 'admin'`)).toBe(2);
  expect(await count(`consents where user_id = ${caller}`)).toBe(1);
  expect(await count(`audit_log where action = 'bookingMade'`)).toBe(2);
});

test("the demo logins have online money in each state, and no one hears of it now", async () => {
  const own = "client_id = 'democlient01'";
  expect(await count(`bookings where ${own} and status = 'confirmed' and held_amount > 0`)).toBe(1);
  expect(await count(`refunds where ${own} and sent_at is null`)).toBe(1);
  expect(await count(`online_payments where ${own} and review = 'unanswered' and status <> 'paid'`)).toBe(1);
  expect(await count("settlements where plumber_id = 'demoplumber01' and reason = 'completed'")).toBe(1);
  expect(await count("settlements where plumber_id = 'demoplumber01' and reason = 'released'")).toBe(1);
  expect(await count("payouts where plumber_id = 'demoplumber01' and status = 'sent'")).toBe(1);
  expect(await count("ledger_balances where account = 'plumber:demoplumber01' and amount > 0")).toBe(1);
  expect(await count("notices where status = 'queued' and kind like '%refund%'")).toBe(0);
});

test("the books add up, and hold what the provider's list holds", async () => {
  const [books] = await all<{ sum: number; below: number; held: number }>(`
    select (select sum(amount) from ledger_balances) as sum,
      (select count(*) from ledger_balances where amount < 0 and kind not in ('clearing', 'bank', 'provider-fees')) as below,
      (select sum(held_amount) from bookings) - (select sum(amount) from ledger_balances where kind = 'held') as held`);
  expect(books).toEqual({ sum: 0, below: 0, held: 0 });
  const there = JSON.parse(readFileSync(join(stateDir, "paynow.json"), "utf8")) as Transaction[];
  const paid = await all<{ id: string; amount: number }>(
    "select id, amount from online_payments where status = 'paid' order by paid_at",
  );
  expect(
    there.filter(({ status }) => status === "Paid").map((one) => [one.reference, Number(one.amount) * 100]),
  ).toEqual(paid.map(({ id, amount }) => [id, amount]));
});
