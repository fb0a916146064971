import { beforeAll, expect, test } from "vitest";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { AuthenticatedUser } from "~/domain/values/user";
import { contextAt } from "../support/context";
import { listQueries } from "../support/list-queries";
import { createUser } from "../support/users";
import { rowsRead } from "../support/rows-read";
import { env } from "../support/env";

// Law 7: what a list costs does not grow with the table.
const context = contextAt();
const { now } = context;
let client: AuthenticatedUser;
let plumber: AuthenticatedUser;

/**
 * Plumbers of Harare and closed bookings of one client with one plumber, ever further away in both directions, by
 * number; and what the office has to do.
 */
async function populate(from: number, to: number) {
  const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1})`;
  await env.DB.batch([
    env.DB
      .prepare(`insert into users (id, email, role, first_name, last_name, phone, password_hash, email_verified_at, created_at, updated_at)
      ${numbers} select printf('demo%08d', i), printf('p%d@rows.test', i), 'plumber', 'Plumber', printf('%06d', i), printf('+263771234%03d', i % 1000), 'x', 1, 1, 1 from n`),
    env.DB
      .prepare(`insert into users (id, email, role, first_name, last_name, password_hash, email_verified_at, suspended_at, created_at, updated_at)
      ${numbers} select printf('gone%08d', i), printf('gone%d@rows.test', i), 'client', 'Gone', printf('%06d', i), 'x', 1, i, 1, 1 from n`),
    env.DB
      .prepare(`insert into plumber_profiles (user_id, sort_name, speciality, experience, about, fee_cents, city, city_key, listed)
      ${numbers} select printf('demo%08d', i), printf('plumber %06d', i), 'Leak Repair', '5', 'About', 100, 'Harare', 'harare', 1 from n`),
    env.DB
      .prepare(`insert into bookings (id, reference, client_id, plumber_id, city_key, status, starts_at, seen_at, created_at, updated_at)
      ${numbers} select printf('book%08d', i), printf('PB-R%08d', i), '${client.id}', '${plumber.id}', 'harare', iif(i % 4 in (1, 2), 'completed', 'refused'),
        ${now} + iif(i % 2, 1, -1) * (i / 2) * 1800000, 1, 1, 1 from n`),
    // Each completed one was reviewed: what waits is few among many.
    env.DB
      .prepare(`insert into reviews (id, booking_id, client_id, plumber_id, rating, comment, created_at, reported_at, hidden_at)
      ${numbers} select printf('rev%08d', i), printf('book%08d', i), '${client.id}', '${plumber.id}', 5, 'Good', i, iif(i % 4 = 1, i, null), iif(i % 16 = 2, i, null) from n where i % 4 in (1, 2)`),
    env.DB.prepare(`insert into booking_events (id, booking_id, event, actor_role, actor_id, to_status, at)
      ${numbers} select printf('event%08d', i), printf('book%08d', i), 'confirm', 'plumber', '${plumber.id}', 'confirmed', i from n`),
    env.DB.prepare(
      `insert into enquiries (id, topic, name, email, message, created_at) ${numbers} select printf('enq%08d', i), 'contact', 'N', 'e', 'M', i from n`,
    ),
    env.DB.prepare(`insert into emails (id, kind, cause_id, recipient, subject, status, next_attempt_at, created_at)
      ${numbers} select printf('mail%08d', i), 'k', printf('c%d', i), 'r', 'S', iif(i % 2, 'failed', 'queued'), i, i from n`),
    env.DB.prepare(
      `insert into audit_log (id, admin_id, action, subject_kind, subject_id, at) ${numbers} select printf('entry%08d', i), '${client.id}', 'dataExported', 'export', 'users', i from n`,
    ),
    // Each completed one was paid for or denied, which the office has taken care of.
    env.DB
      .prepare(`insert into payments (id, booking_id, amount, method, status, recorded_by, recorded_at, answered_by, answered_at, settled_by)
      ${numbers} select printf('paid%08d', i), printf('book%08d', i), 2500, 'cash', iif(i % 8 = 1, 'denied', 'confirmed'), 'client', i, 'plumber', i, iif(i % 8 = 1, '${client.id}', null) from n where i % 4 in (1, 2)`),
    env.DB.prepare(`insert into receipts (number, booking_id, payment_id, amount, issued_at)
      ${numbers} select 1000 + i, printf('book%08d', i), printf('paid%08d', i), 2500, i from n where i % 8 in (2, 5, 6)`),
    env.DB.prepare(`update bookings set reviewed_at = 1 where id in (select booking_id from reviews)`),
  ]);
}

beforeAll(async () => {
  client = await createUser(context, "client");
  plumber = await createUser(context, "plumber");
  // Enough of each kind that every page is full before the table grows.
  await populate(1, 1000);
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
    insert into bookings (id, reference, client_id, plumber_id, status, starts_at, created_at, updated_at)
    select printf('open%08d', i), printf('O%08d', i), ?1, ?2, 'pending', ?3 + i * 60000, 1, 1 from n`,
  )
    .bind(client.id, plumber.id, now)
    .run();
  await env.DB.prepare(
    `insert into bookings (id, reference, client_id, plumber_id, status, starts_at, created_at, updated_at)
    values ('waits1', 'W1', ?1, ?2, 'completed', 1, 1, 1), ('waits2', 'W2', ?1, ?2, 'completed', 2, 1, 1)`,
  )
    .bind(client.id, plumber.id)
    .run();
});

test("every list reads the same number of rows with 1,000 and with 100,000 rows", async () => {
  const before: Record<string, number> = {};
  for (const [name, list] of Object.entries(listQueries({ client, plumber, now }))) before[name] = await rowsRead(list);
  await populate(1000, 100_000);
  expect(await env.DB.prepare("select count(*) as count from bookings").first("count")).toBeGreaterThan(99_000);
  const after: Record<string, number> = {};
  for (const [name, list] of Object.entries(listQueries({ client, plumber, now }))) after[name] = await rowsRead(list);
  console.info("rows read", JSON.stringify(after));
  expect(after).toEqual(before);
  // the office's counts are nine in one statement, each of at most 100 rows, and the day's jobs.
  const { "the office's counts": counts, ...lists } = after;
  expect(counts).toBeLessThan(9 * 100 + 500);
  for (const rows of Object.values(lists)) expect(rows).toBeLessThan(700);
}, 120_000);

test("a booking is found by its id alone, with its two users and the plumber's city", async () => {
  expect(await rowsRead((db) => findBookingFor(db, client, "book00000042"))).toBeLessThanOrEqual(4);
});
