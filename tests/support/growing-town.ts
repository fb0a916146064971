import { expect } from "vitest";
import { addDays, DAY, dateAt, MINUTE } from "~/domain/time/harare";
import { setClock } from "./clock";
import { env } from "./env";
import { everyPage, type Reader } from "./every-page";
import { currentInstant } from "./now";
import { PAYNOW_SETTINGS } from "./paynow";
import { visit } from "./site";
import { createUser, signedIn, contextAt } from "./users";

// A town that grows: what a page or a list of the API costs does not grow with the table (law 7).
const context = contextAt(currentInstant());
const { now } = context;
export const client = await createUser(context, "client");
const plumber = await createUser(context, "plumber");
const cookies: Record<Exclude<Reader, "visitor">, string> = {
  client: await signedIn(context, client),
  plumber: await signedIn(context, plumber),
  admin: await signedIn(context, await createUser(context, "admin")),
};

/**
 * Plumbers of Harare and closed bookings of one client with one plumber, ever further away in both directions, by
 * number; and what the office has to do. Of 10,000 plumbers twenty share a phone: as many as a search shows at most.
 */
export async function populate(from: number, to: number) {
  const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1})`;
  const statements = [
    `insert into users (id, email, role, first_name, last_name, phone, password_hash, email_verified_at, created_at, updated_at)
      ${numbers} select printf('demo%08d', i), printf('p%d@rows.test', i), 'plumber', 'Plumber', printf('%06d', i),
        printf('+263771234%03d', i % 500), 'x', 1, 1, 1 from n`,
    `insert into users (id, email, role, first_name, last_name, password_hash, email_verified_at, suspended_at, created_at, updated_at)
      ${numbers} select printf('gone%08d', i), printf('gone%d@rows.test', i), 'client', 'Gone', printf('%06d', i), 'x', 1, i, 1, 1 from n`,
    `insert into plumber_profiles (user_id, sort_name, speciality, experience, about, fee_cents, city, city_key,
      suburb, rating_sum, rating_count, rated5, rank_sum, rank_count, free_order, listed, queued_at)
      ${numbers} select printf('demo%08d', i), printf('plumber %06d', i), case i % 5
        when 0 then 'Residential Plumbing' when 1 then 'Emergency Plumbing' when 2 then 'Pipe Replacement'
        when 3 then 'Pipe Inspection & Leak Detection' else 'Leak Repair' end, '5', 'About', 2000, 'Harare', 'harare',
        iif(i % 7, null, 'Avondale'), 5 * (i % 3 = 1), i % 3 = 1, i % 3 = 1, 3603600 * (i % 3 = 1), i % 3 = 1,
          iif(i % 4, ${orderOf(dateAt(now))}, ${orderOf(addDays(dateAt(now), 1))}), 1, i from n`,
    // No one has a free start today but two in three.
    `insert into free_days (plumber_id, day, starts)
      ${numbers} select printf('demo%08d', i), date('${dateAt(now)}', value || ' days'),
        iif(i % 3 or value > 0, 4194303, 0) from n, json_each('[0,1,2,3,4,5,6]')`,
    `insert into plumber_prices (plumber_id, service_type, jobs, low, median, high, oldest_at)
      ${numbers} select printf('demo%08d', i), 'Leak Fixing', 5, i, i, i, 1 from n where i % 2 = 1`,
    `insert into served_suburbs (plumber_id, suburb_key, suburb)
      ${numbers} select printf('demo%08d', i), 'avondale', 'Avondale' from n where i % 5 = 1`,
    `insert into plumber_papers (id, plumber_id, kind, upload_id, created_at)
      ${numbers} select printf('paper%08d', i), printf('demo%08d', i), 'identity', printf('up%08d', i), i from n`,
    `insert into bookings (id, reference, client_id, plumber_id, city_key, street, status, starts_at, seen_at, created_at, updated_at)
      ${numbers} select printf('book%08d', i), printf('PB-R%08d', i), '${client.id}', '${plumber.id}', 'harare',
        '1 Main Street', iif(i % 4 in (1, 2), 'completed', 'refused'),
        ${now + 15 * MINUTE} + iif(i % 2, 1, -1) * (i / 2) * 1800000, 1, 1, 1 from n`,
    // Jobs to come, of plumbers of whom no one is suspended; not of those whose phones are searched for, who are ever more.
    `insert into bookings (id, reference, client_id, plumber_id, city_key, status, starts_at, seen_at, created_at, updated_at)
      ${numbers} select printf('ahead%08d', i), printf('PB-A%08d', i), printf('gone%08d', i), printf('demo%08d', i),
        'harare', 'confirmed', ${now + 20 * DAY + 15 * MINUTE} + i * 1800000, 1, 1, 1
        from n where i % 500 >= 50`,
    // Each completed one was reviewed: what is still to review is few among many.
    `insert into reviews (id, booking_id, client_id, plumber_id, rating, comment, created_at, reported_at, hidden_at)
      ${numbers} select printf('rev%08d', i), printf('book%08d', i), '${client.id}', '${plumber.id}', 5, 'Good', i,
        iif(i % 4 = 1, i, null), iif(i % 16 = 2, i, null) from n where i % 4 in (1, 2)`,
    `insert into booking_events (id, booking_id, seq, event, actor_role, actor_id, to_status, at)
      ${numbers} select printf('event%08d', i), printf('book%08d', i), 1, 'confirm', 'plumber', '${plumber.id}', 'confirmed', i from n`,
    `insert into enquiries (id, topic, name, email, message, created_at) ${numbers} select printf('enq%08d', i),
      'contact', 'N', 'e', 'M', i from n`,
    `insert into dialogues (id, channel, phone, state, answers, said, began_at, heard_at, ended_at)
      ${numbers} select printf('dia%08d', i), 'whatsapp', printf('+2637%08d', i), 'city', '{}', '[]', i, i, iif(i % 2, i, null) from n`,
    `insert into notices (id, kind, topic, cause_id, channel, recipient, user_id, booking_id, subject, status,
      next_attempt_at, created_at, sent_at, seen_at, facts)
      ${numbers} select printf('note%08d', i), 'k', 'requests', printf('c%d', i), 'email', 'r', '${client.id}',
        printf('book%08d', i), 'S', iif(i % 2, 'failed', 'queued'), i, i, iif(i % 3, i, null), iif(i % 5, i, null), '{}' from n`,
    // One of each plumber; the client's are few, however many there are.
    `insert into webhook_endpoints (id, user_id, url, topics, secret, created_at)
      ${numbers} select printf('hook%08d', i), printf('demo%08d', i), 'https://hooks.test/', '[]', 's', i from n`,
    `insert into webhook_deliveries (id, endpoint_id, notice_id, kind, payload, answer, took, at)
      ${numbers} select printf('post%08d', i), printf('hook%08d', i), printf('note%08d', i), 'k', '{}', 200, 1, i from n`,
    `insert into personal_tokens (id, user_id, token_hash, name, scopes, created_at)
      ${numbers} select printf('token%08d', i), printf('demo%08d', i), printf('hash%08d', i), 'N', '[]', i from n`,
    `insert into audit_log (id, admin_id, action, subject_kind, subject_id, at) ${numbers}
      select printf('entry%08d', i), '${client.id}', 'dataExported', 'export', 'users', i from n`,
    // Each completed one was paid for or denied; all but a few denials are resolved.
    `insert into payments (id, booking_id, amount, method, status, recorded_by, recorded_at, answered_by, answered_at)
      ${numbers} select printf('paid%08d', i), printf('book%08d', i), 2500, 'cash',
        iif(i % 8 = 1, 'denied', 'confirmed'), 'client', i, 'plumber', i from n where i % 4 in (1, 2)`,
    `insert into booking_events (id, booking_id, seq, event, actor_role, actor_id, to_status, amount, at)
      ${numbers} select printf('denied%08d', i), printf('book%08d', i), 2, 'deny-payment', 'plumber', '${plumber.id}',
        'completed', 2500, i from n where i % 8 = 1`,
    `insert into disputes (id, booking_id, event, opened_at, closed_at)
      ${numbers} select printf('denied%08d', i), printf('book%08d', i), 'deny-payment', i, iif(i > 400, i + 1, null)
        from n where i % 8 = 1`,
    `insert into receipts (number, booking_id, payment_id, amount, issued_at)
      ${numbers} select 1000 + i, printf('book%08d', i), printf('paid%08d', i), 2500, i from n where i % 8 in (2, 5, 6)`,
    `update bookings set reviewed_at = 1 where id in (select booking_id from reviews)`,
    // Money is held for jobs to come, and owed to many plumbers, each of whom is in a batch of payouts.
    `insert into ledger_transfers (id, kind, debit, credit, amount, cause_id, at)
      ${numbers} select printf('paid%08d', i), 'paid', 'clearing',
        iif(i % 4 = 1, printf('held:book%08d', i), printf('held:ahead%08d', i)), 2500, printf('paid%08d', i), ${now}
        from n where i % 4 in (1, 2)`,
    `insert into ledger_transfers (id, kind, debit, credit, amount, cause_id, at)
      ${numbers} select printf('earned%08d', i), 'earned', printf('held:book%08d', i), printf('plumber:demo%08d', i),
        2500, printf('paid%08d', i), ${now} from n where i % 4 = 1`,
    `insert into payouts (id, batch_id, plumber_id, amount, method, number, holder, status, created_at)
      ${numbers} select printf('payout%08d', i), 'batch', printf('demo%08d', i), 2500, 'ecocash', '+263771234567',
        'N', 'prepared', 1 from n where i % 4 = 1`,
  ];
  await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)));
}

/** The place of a day's first start in the order of the soonest. */
const orderOf = (day: string) => (Date.parse(day) / DAY) * 2 ** 22 + 1;

// Their counts are written by `populate`, for thousands of plumbers at once.
for (const trigger of ["plumber_profiles_get_days", "bookings_take_starts"])
  await env.DB.exec(`drop trigger ${trigger}`);
await env.DB.batch([
  env.DB.prepare(
    `insert into payout_batches (id, number, method, created_by, created_at) values ('batch', 1, 'ecocash', '${client.id}', 1)`,
  ),
]);
const upTo = (last: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${last})`;
const few = [
  `${upTo(60)} insert into bookings (id, reference, client_id, plumber_id, status, starts_at, created_at, updated_at)
      select printf('open%08d', i), printf('O%08d', i), '${client.id}', '${plumber.id}', 'pending',
        ${now + 15 * MINUTE} + i * 1800000, 1, 1 from n`,
  `insert into bookings (id, reference, client_id, plumber_id, status, starts_at, created_at, updated_at)
      select 'waits' || value, 'W' || value, '${client.id}', '${plumber.id}', 'completed', value, 1, 1 from json_each('[1,2]')`,
  `${upTo(5)} insert into webhook_endpoints (id, user_id, url, topics, secret, created_at)
      select 'own' || i, '${client.id}', 'https://hooks.test/', '[]', 's', i from n`,
  `${upTo(20)} insert into webhook_deliveries (id, endpoint_id, notice_id, kind, payload, answer, took, at)
      select 'own' || i || '.' || each.id, each.id, 'n' || i, 'k', '{}', 200, 1, i from n, webhook_endpoints each
        where each.id like 'own%'`,
  `${upTo(20)} insert into personal_tokens (id, user_id, token_hash, name, scopes, created_at)
      select 'own' || i, '${client.id}', 'own' || i, 'N', '[]', i from n`,
];
await env.DB.batch(few.map((sql) => env.DB.prepare(sql)));

/** The rows that each page reads, by its reader and path. */
export async function rowsOfPages(): Promise<Record<string, number>> {
  await setClock(now);
  const pages = everyPage({ ...SUBJECTS, client: client.id, plumber: plumber.id }, now);
  const rows: Record<string, number> = {};
  for (const [reader, paths] of Object.entries(pages) as [Reader, string[]][])
    for (const path of paths.filter((one) => !MAY_GROW.test(one))) {
      const cookie = reader === "visitor" ? undefined : cookies[reader];
      const headers = cookie ? { Authorization: `Bearer ${cookie.slice(cookie.indexOf("=") + 1)}` } : undefined;
      const response = await visit(path, { cookie, headers, settings: PAYNOW_SETTINGS });
      await response.text();
      expect(response.status, path).toBeLessThan(500);
      rows[`${reader} ${path}`] = Number(/rows=(\d+)/.exec(response.headers.get("Server-Timing")!)![1]);
    }
  return rows;
}

/**
 * Not what counts all that a merge would move; and the directory asks its filters of a city's plumbers (D23), of whom
 * there are some thousands.
 */
const MAY_GROW = /\/merge\/|\/plumbers.*((suburb|day|fee|rating)=|sort=price)/;

/** Rows of the stage, and of what it has none. */
const SUBJECTS = {
  otherClient: "gone00000042",
  reviewed: "book00000042",
  review: "rev00000042",
  enquiry: "enq00000042",
  dialogue: "dia00000042",
  pending: "open00000001",
  confirmed: "open00000002",
  request: "open00000003",
  registration: "none",
  batch: "batch",
  refund: "none",
};
