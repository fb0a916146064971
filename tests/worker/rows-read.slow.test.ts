import { beforeAll, expect, test } from "vitest";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { listBookings, summariseClient } from "~/domain/bookings/queries/booking-lists.server";
import { countUnseenBookings, listJobsBetween, listOpenJobs } from "~/domain/bookings/queries/job-lists.server";
import {
  listBookingsByStart,
  listJobsByStart,
  listUnseenBookings,
} from "~/domain/bookings/queries/lists-by-start.server";
import { listAdmins, listUsersFor } from "~/domain/messages/message-lists.server";
import { findReviewOfJob, listReviewViewsBy, listBookingViews } from "~/domain/reviews/review-views.server";
import { listReviewable, listReviewsBy, listReviewsOf, listTestimonials } from "~/domain/reviews/reviews.server";
import { findInDirectory, listPlumbers, listSameCity } from "~/domain/plumbers/directory.server";
import { findPlumber } from "~/domain/plumbers/plumber-profiles.server";
import { parseMarkedCursor } from "~/domain/values/key-cursor";
import { listAuditEntries } from "~/domain/audit-log/audit-log.server";
import { listEnquiries } from "~/domain/enquiries/inbox.server";
import type { AdminBookingFilter } from "~/domain/admin/booking-filter";
import {
  listDay,
  listAdminBookings,
  listNow,
  listStranded,
  listUnanswered,
  listUnassigned,
} from "~/domain/admin/admin-bookings.server";
import { listUsers, listPossibleDuplicates } from "~/domain/admin/users.server";
import { findPlumberStats } from "~/domain/admin/plumber-stats.server";
import { readSearch } from "~/domain/admin/search-text";
import { searchBookings, searchUsers } from "~/domain/admin/search.server";
import { listCandidates } from "~/domain/admin/suggestions.server";
import { countToday } from "~/domain/admin/today.server";
import { listUndelivered } from "~/domain/admin/undelivered-emails.server";
import { listModerated } from "~/domain/reviews/moderation.server";
import { dateAt } from "~/domain/time/harare";
import type { Database } from "~/db/client.server";
import type { AuthenticatedUser } from "~/domain/values/user";
import { contextAt } from "../support/context";
import { createUser } from "../support/users";
import { rowsRead } from "../support/rows-read";
import { env } from "../support/env";

// Law 7: what a list costs does not grow with the table.
const context = contextAt();
const { now } = context;
let client: AuthenticatedUser;
let plumber: AuthenticatedUser;

const LISTS: Record<string, (db: Database) => Promise<unknown>> = {
  "directory, all": (db) => listPlumbers(db, { city: null, cursor: null, now }),
  "directory, a city": (db) => listPlumbers(db, { city: "harare", cursor: null, now }),
  "directory, second page": async (db) =>
    listPlumbers(db, { city: "harare", cursor: parseMarkedCursor("-4000.demo00000050.plumber 000050"), now }),
  "directory, a speciality": (db) => listPlumbers(db, { city: null, speciality: "Leak Repair", cursor: null, now }),
  "directory, a city and a speciality, second page": (db) =>
    listPlumbers(db, {
      city: "harare",
      speciality: "Leak Repair",
      cursor: parseMarkedCursor("-4000.demo00000050.plumber 000050"),
      now,
    }),
  "directory, a city and a speciality without plumbers": (db) =>
    listPlumbers(db, { city: "harare", speciality: "Gas Fitting", cursor: null, now }),
  "directory by fee": (db) => listPlumbers(db, { city: null, sort: "fee", cursor: null, now }),
  "directory by fee, second page": (db) =>
    listPlumbers(db, { city: null, sort: "fee", cursor: parseMarkedCursor("100.demo00000050.plumber 000050"), now }),
  "directory by fee, a city": (db) => listPlumbers(db, { city: "harare", sort: "fee", cursor: null, now }),
  "directory by fee, a speciality": (db) =>
    listPlumbers(db, { city: null, speciality: "Leak Repair", sort: "fee", cursor: null, now }),
  "directory by fee, a city and a speciality": (db) =>
    listPlumbers(db, { city: "harare", speciality: "Leak Repair", sort: "fee", cursor: null, now }),
  "same city": (db) => listSameCity(db, plumber.id, 5, now),
  "a plumber": (db) => findPlumber(db, plumber.id, now),
  "client's bookings": (db) => listBookings(db, ofClient(), "all", null, now),
  "client's bookings, later page": (db) => listBookings(db, ofClient(), "all", `${now}.zzz.past`, now),
  "client's bookings, later page of the open ones": (db) =>
    listBookings(db, ofClient(), "all", `${now + 3_600_001}.zzz.ahead`, now),
  "client's upcoming bookings": (db) => listBookings(db, ofClient(), "upcoming", null, now),
  "client's past bookings, later page": (db) =>
    listBookings(db, ofClient(), "past", `${now - 1_800_001}.zzz.past`, now),
  "client's cancelled bookings": (db) => listBookings(db, ofClient(), "cancelled", null, now),
  "plumber's upcoming jobs": (db) => listBookings(db, ofPlumber(), "upcoming", null, now),
  "plumber's past jobs": (db) => listBookings(db, ofPlumber(), "past", null, now),
  "plumber's cancelled jobs, later page": (db) =>
    listBookings(db, ofPlumber(), "cancelled", `${now - 1_800_001}.zzz.past`, now),
  "plumber's week": (db) => listJobsBetween(db, plumber.id, now - 600_000, now + 600_000),
  "plumber's jobs": (db) => listBookings(db, ofPlumber(), "all", null, now),
  "plumber's jobs, past page": (db) => listBookings(db, ofPlumber(), "all", `${now - 3_600_001}.zzz.past`, now),
  "plumber's jobs, later page": (db) => listBookings(db, ofPlumber(), "all", `${now + 3_600_001}.zzz.ahead`, now),
  "open jobs": (db) => listOpenJobs(db, plumber.id, 6, now),
  unseen: (db) => listUnseenBookings(db, plumber, fifty, now),
  "count of unseen": (db) => countUnseenBookings(db, plumber.id),
  "admins to write to": (db) => listAdmins(db, client),
  "jobs to review": (db) => listReviewable(db, client.id, null, now),
  "jobs of one plumber to review": (db) => listReviewable(db, client.id, plumber.id, now),
  "reviews of a plumber": (db) => listReviewsOf(db, plumber.id, null),
  "reviews by a client": (db) => listReviewsBy(db, client.id, null),
  testimonials: (db) => listTestimonials(db, 5),
  overview: (db) => summariseClient(db, client, now),
  "the desk's now": (db) => listNow(db, dateAt(now), now),
  "the desk's day": (db) => listDay(db, dateAt(now)),
  "the desk's counts": (db) => countToday(db, "nobody", now),
  "requests without a plumber": (db) => listUnassigned(db),
  "unanswered requests": (db) => listUnanswered(db, now),
  "jobs of suspended plumbers": (db) => listStranded(db, now),
  "the desk's bookings": (db) => listAdminBookings(db, everything, null),
  "the desk's bookings, later page": (db) => listAdminBookings(db, everything, `${now + 3_600_001}.zzz`),
  "the desk's bookings of a state": (db) => listAdminBookings(db, { ...everything, status: "refused" }, null),
  "the desk's bookings of a city": (db) => listAdminBookings(db, { ...everything, city: "harare" }, null),
  "the desk's bookings of a city without any": (db) =>
    listAdminBookings(db, { ...everything, city: "mutare", status: "completed" }, null),
  "the desk's bookings of a city and a state, later page": (db) =>
    listAdminBookings(db, { ...everything, city: "harare", status: "completed" }, `${now}.zzz`),
  "the desk's bookings of a plumber and a state": (db) =>
    listAdminBookings(db, { ...everything, plumber: plumber.id, status: "completed" }, null),
  "the desk's bookings of a client": (db) => listAdminBookings(db, { ...everything, client: client.id }, null),
  "the desk's bookings of a day": (db) => listAdminBookings(db, { ...everything, day: dateAt(now) }, null),
  "the desk's bookings of a state and a day": (db) =>
    listAdminBookings(db, { ...everything, status: "completed", day: dateAt(now) }, null),
  "candidates for a booking": (db) => listCandidates(db, "open00000001", "harare"),
  "candidates by the place": (db) => listCandidates(db, "open00000001", null),
  people: (db) => listUsers(db, "all", null),
  clients: (db) => listUsers(db, "client", null),
  "plumbers, later page": (db) => listUsers(db, "plumber", "1.demo00000050"),
  "suspended people": (db) => listUsers(db, "suspended", null),
  "plumbers to look at": (db) => listUsers(db, "look", null),
  "possible duplicates": (db) => listPossibleDuplicates(db, plumber.id),
  "a plumber's record": (db) => findPlumberStats(db, plumber.id),
  "search by the beginning of a name": (db) => search(db, "plumber 0000"),
  "search by two letters": (db) => search(db, "pl"),
  "search by a reference": (db) => search(db, "PB-R00"),
  "search by a phone": (db) => search(db, "0771234"),
  "search by a city": (db) => search(db, "harare"),
  "search for nobody": (db) => search(db, "zzzzzz"),
  "the desk's reviews": (db) => listModerated(db, "newest", null),
  "reported reviews": (db) => listModerated(db, "reported", null),
  "hidden reviews": (db) => listModerated(db, "hidden", null),
  "the inbox": (db) => listEnquiries(db, false, null),
  "emails that have not gone out": (db) => listUndelivered(db),
  "the log": (db) => listAuditEntries(db, {}, null),
  "API: plumbers": (db) => listPlumbers(db, { city: null, cursor: null, limit: 50, now }),
  "API: plumbers of a city, later part": async (db) =>
    listPlumbers(db, { city: "harare", cursor: await findInDirectory(db, "demo00000500"), limit: 50, now }),
  "API: everybody": (db) => listUsersFor(db, { id: "nobody", role: "admin" }, { ...fifty, before: "demo00000500" }),
  "API: whom a client may write to": (db) => listUsersFor(db, client, fifty),
  "API: a client's bookings": (db) => listBookingsByStart(db, client, fifty, now),
  "API: a client's bookings, later part": (db) =>
    listBookingsByStart(db, client, { ...fifty, before: "book00000042" }, now),
  "API: a plumber's jobs": (db) => listJobsByStart(db, plumber, fifty, now),
  "API: a plumber's jobs ahead, later part": (db) =>
    listJobsByStart(db, plumber, { ...fifty, before: "book00000041" }, now),
  "API: a plumber's past jobs, later part": (db) =>
    listJobsByStart(db, plumber, { ...fifty, before: "book00000042" }, now),
  "API: unseen jobs": (db) => listUnseenBookings(db, plumber, fifty, now),
  "API: reviews by a client, later part": (db) => listReviewViewsBy(db, client.id, { ...fifty, before: "rev00000497" }),
  "API: reviews of a plumber": (db) => listBookingViews(db, plumber.id, fifty),
  "API: a job's review": (db) => findReviewOfJob(db, client, "PB-R00000041"),
};

const ofClient = () => ({ id: client.id, role: "client" }) as const;
const ofPlumber = () => ({ id: plumber.id, role: "plumber" }) as const;
const fifty = { before: null, limit: 50 };

const everything: AdminBookingFilter = { status: null, city: null, plumber: null, client: null, day: null };
const search = (db: Database, words: string) =>
  Promise.all([searchUsers(db, readSearch(words)!), searchBookings(db, readSearch(words)!)]);

/** Plumbers of Harare and closed bookings of one client with one plumber, ever further away in both directions, by number; and what lies on the desk. */
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
  for (const [name, list] of Object.entries(LISTS)) before[name] = await rowsRead(list);
  await populate(1000, 100_000);
  expect(await env.DB.prepare("select count(*) as count from bookings").first("count")).toBeGreaterThan(99_000);
  const after: Record<string, number> = {};
  for (const [name, list] of Object.entries(LISTS)) after[name] = await rowsRead(list);
  console.info("rows read", JSON.stringify(after));
  expect(after).toEqual(before);
  // The desk's counts are nine in one statement, each of at most 100 rows, and the day's jobs.
  const { "the desk's counts": counts, ...lists } = after;
  expect(counts).toBeLessThan(9 * 100 + 500);
  for (const rows of Object.values(lists)) expect(rows).toBeLessThan(700);
}, 120_000);

test("a booking is found by its id alone", async () => {
  expect(await rowsRead((db) => findBookingFor(db, client, "book00000042"))).toBeLessThanOrEqual(3);
});
