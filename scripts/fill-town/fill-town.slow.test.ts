import { expect, test } from "vitest";
import { openDatabase } from "../../app/db/client.server";
import { isSound, checkLedger } from "~/domain/ledger/ledger.server";
import { openOwnState } from "../../tests/support/local-state";
import { readTestNow } from "../../tests/support/test-now";
import { fillTown } from "./fill-town";

const NOW = readTestNow();
const { storage, figure, count } = await openOwnState();
await fillTown(storage.DB, { users: 200, plumbers: 10, bookings: 2_100, messages: 0 }, NOW);

test("a filled town has open requests, some without a plumber, and none of them in the future", async () => {
  expect(await count("bookings where plumber_id is null and status = 'pending'")).toBeGreaterThan(0);
  expect(await count("bookings where plumber_id is not null and status = 'pending'")).toBeGreaterThan(0);
  expect(await count(`bookings where created_at > ${NOW}`)).toBe(0);
  expect(await count(`booking_events where at > ${NOW}`)).toBe(0);
});

test("its bookings are in working hours, about as many every day", async () => {
  const days = "(select count(*) as jobs from bookings group by (starts_at + 7200000) / 86400000)";
  expect(await figure(`(select min(jobs) from ${days})`)).toBeGreaterThan(2_100 / 395 - 2);
  expect(await figure(`(select max(jobs) from ${days})`)).toBeLessThan(2_100 / 395 + 2);
  expect(await count("bookings where (starts_at + 7200000) % 86400000 not between 36000000 and 73800000")).toBe(0);
});

test("a filled town has money in proportion to its jobs", async () => {
  const completed = await count("bookings where status = 'completed'");
  expect(completed).toBeGreaterThan(1_000);
  expect(await count("bookings where status = 'completed' and final_amount is null")).toBe(0);
  expect((await count("quotes where status = 'accepted'")) / completed).toBeCloseTo(1 / 3, 1);
  expect((await count("payments where status = 'confirmed' and method <> 'online'")) / completed).toBeCloseTo(0.8, 1);
  for (const rows of [
    "quotes where status = 'open'",
    "payments where status = 'open'",
    "payments where status = 'denied'",
    "online_payments where status = 'paid'",
    "online_payments where status = 'open'",
    "refunds where sent_at is null",
    "refunds where sent_at is not null",
    "payouts where status = 'sent'",
    "payouts where status = 'prepared'",
    "bookings where due > 0",
    "bookings where held_amount > 0",
  ])
    expect(await count(rows), rows).toBeGreaterThan(0);
});

test("its sums agree: records, receipts, balances, and what plumbers have earned; its ledger is sound", async () => {
  const confirmed = await figure("(select sum(amount) from payments where status = 'confirmed')");
  expect(confirmed).toBeGreaterThan(0);
  const refunded =
    "(select sum(amount) from payments join bookings on bookings.id = booking_id where bookings.status = 'cancelled')";
  for (const sum of [
    "(select sum(amount) from receipts)",
    `(select sum(paid_amount) from bookings) + ${refunded}`,
    `(select sum(earned) from daily_tallies where plumber_id = '') + ${refunded}`,
    `(select sum(earned) from daily_tallies where plumber_id <> '') + ${refunded}`,
    "(select sum(amount) from booking_events where event in ('confirm-payment', 'pay-online'))",
  ])
    expect(await figure(sum), sum).toBe(confirmed);
  expect(await figure("(select max(number) - min(number) + 1 from receipts)")).toBe(await count("receipts"));
  expect(await figure("(select min(number) from receipts)")).toBe(1001);
  expect(isSound(await checkLedger(openDatabase(storage.DB)))).toBe(true);
});

test("a filled town has something on every list of the office", async () => {
  for (const rows of [
    "audit_log",
    "notices where status = 'failed'",
    "enquiries where done_at is null",
    "registrations",
    "plumber_papers",
    "reviews where reported_at is not null",
    "users where suspended_at is not null",
    "office_notes",
    "contacts where unread > 0",
  ])
    expect(await count(rows), rows).toBeGreaterThan(0);
  expect(await figure("(select sum(unread_messages) from users)")).toBe(
    await figure("(select sum(unread) from contacts)"),
  );
});
