import { beforeAll, expect, test } from "vitest";
import { findBookingFor } from "~/domain/bookings/booking-details.server";
import { countUnseenBookings, listBookingsOfClient, listJobsBetween, listJobsOfPlumber, listOpenJobs, listPartOfJobs, listUnseenBookings, summariseClient } from "~/domain/bookings/booking-lists.server";
import { parseCursor } from "~/domain/bookings/list-cursor";
import { listAdmins } from "~/domain/messages/message-lists.server";
import { listReviewable, listReviewsBy, listReviewsOf, listTestimonials } from "~/domain/reviews/reviews.server";
import { findPlumber, listPlumbers, listSameCity } from "~/domain/plumbers/directory.server";
import type { Database } from "~/db/client.server";
import type { Member } from "~/domain/accounts/user";
import { contextAt } from "../support/context";
import { settle } from "../support/people";
import { rowsRead } from "../support/rows-read";
import { env } from "../support/env";

// Law 7: what a list costs does not grow with the table.
const context = contextAt();
const { now } = context;
let client: Member;
let plumber: Member;

const LISTS: Record<string, (db: Database) => Promise<unknown>> = {
  "directory, all": (db) => listPlumbers(db, { city: null, after: null, now }),
  "directory, a city": (db) => listPlumbers(db, { city: "harare", after: null, now }),
  "directory, second page": async (db) => listPlumbers(db, { city: "harare", after: "-4000.demo00000050.plumber 000050", now }),
  "directory, a speciality": (db) => listPlumbers(db, { city: null, speciality: "Leak Repair", after: null, now }),
  "directory, a city and a speciality, second page": (db) =>
    listPlumbers(db, { city: "harare", speciality: "Leak Repair", after: "-4000.demo00000050.plumber 000050", now }),
  "directory, a city and a speciality without plumbers": (db) => listPlumbers(db, { city: "harare", speciality: "Gas Fitting", after: null, now }),
  "directory by fee": (db) => listPlumbers(db, { city: null, sort: "fee", after: null, now }),
  "directory by fee, second page": (db) => listPlumbers(db, { city: null, sort: "fee", after: "100.demo00000050.plumber 000050", now }),
  "directory by fee, a city": (db) => listPlumbers(db, { city: "harare", sort: "fee", after: null, now }),
  "directory by fee, a speciality": (db) => listPlumbers(db, { city: null, speciality: "Leak Repair", sort: "fee", after: null, now }),
  "directory by fee, a city and a speciality": (db) => listPlumbers(db, { city: "harare", speciality: "Leak Repair", sort: "fee", after: null, now }),
  "same city": (db) => listSameCity(db, plumber.id, 5, now),
  "a plumber": (db) => findPlumber(db, plumber.id, now),
  "client's bookings": (db) => listBookingsOfClient(db, client.id, "all", null, now),
  "client's bookings, later page": (db) => listBookingsOfClient(db, client.id, "all", parseCursor(`past.${now}.zzz`), now),
  "client's upcoming bookings": (db) => listBookingsOfClient(db, client.id, "upcoming", null, now),
  "client's past bookings, later page": (db) => listBookingsOfClient(db, client.id, "past", parseCursor(`past.${now - 1_800_001}.zzz`), now),
  "client's cancelled bookings": (db) => listBookingsOfClient(db, client.id, "cancelled", null, now),
  "plumber's upcoming jobs": (db) => listPartOfJobs(db, plumber.id, "upcoming", null, now),
  "plumber's past jobs": (db) => listPartOfJobs(db, plumber.id, "past", null, now),
  "plumber's cancelled jobs, later page": (db) => listPartOfJobs(db, plumber.id, "cancelled", parseCursor(`past.${now - 1_800_001}.zzz`), now),
  "plumber's week": (db) => listJobsBetween(db, plumber.id, now - 600_000, now + 600_000),
  "plumber's jobs": (db) => listJobsOfPlumber(db, plumber.id, null, now),
  "plumber's jobs, past page": (db) => listJobsOfPlumber(db, plumber.id, parseCursor(`past.${now - 3_600_001}.zzz`), now),
  "plumber's jobs, later page": (db) => listJobsOfPlumber(db, plumber.id, parseCursor(`ahead.${now + 3_600_001}.zzz`), now),
  "open jobs": (db) => listOpenJobs(db, plumber.id, 6, now),
  "unseen": (db) => listUnseenBookings(db, plumber.id),
  "count of unseen": (db) => countUnseenBookings(db, plumber.id),
  "admins to write to": (db) => listAdmins(db, client),
  "jobs to review": (db) => listReviewable(db, client.id, null),
  "jobs of one plumber to review": (db) => listReviewable(db, client.id, plumber.id),
  "reviews of a plumber": (db) => listReviewsOf(db, plumber.id, null),
  "reviews by a client": (db) => listReviewsBy(db, client.id, null),
  "testimonials": (db) => listTestimonials(db, 5),
  "overview": (db) => summariseClient(db, client.id, now),
};

/** Plumbers of Harare and closed and open bookings of one client with one plumber, by number. */
async function populate(from: number, to: number) {
  const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1})`;
  await env.DB.batch([
    env.DB.prepare(`insert into users (id, email, role, name, username, password_hash, email_verified_at, created_at, updated_at)
      ${numbers} select printf('demo%08d', i), printf('p%d@rows.test', i), 'plumber', 'Plumber', printf('%06d', i), 'x', 1, 1, 1 from n`),
    env.DB.prepare(`insert into plumber_profiles (user_id, sort_name, speciality, experience, about, fee_cents, city, city_key, listed)
      ${numbers} select printf('demo%08d', i), printf('plumber %06d', i), 'Leak Repair', '5', 'About', 100, 'Harare', 'harare', 1 from n`),
    env.DB.prepare(`insert into bookings (id, reference, client_id, plumber_id, status, starts_at, seen_at, created_at, updated_at)
      ${numbers} select printf('book%08d', i), printf('R%08d', i), '${client.id}', '${plumber.id}', iif(i % 2, 'completed', 'refused'),
        ${now} + (i - ${to} / 2) * 1800000, 1, 1, 1 from n`),
    // Each completed one was reviewed: what waits is few among many.
    env.DB.prepare(`insert into reviews (id, booking_id, client_id, plumber_id, rating, comment, created_at)
      ${numbers} select printf('rev%08d', i), printf('book%08d', i), '${client.id}', '${plumber.id}', 5, 'Good', i from n where i % 2 = 1`),
    env.DB.prepare(`update bookings set reviewed_at = 1 where id in (select booking_id from reviews)`),
  ]);
}

beforeAll(async () => {
  client = await settle(context, "client");
  plumber = await settle(context, "plumber");
  // Enough of each kind that every page is full before the table grows.
  await populate(1, 100);
  await env.DB.prepare(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
    insert into bookings (id, reference, client_id, plumber_id, status, starts_at, created_at, updated_at)
    select printf('open%08d', i), printf('O%08d', i), ?1, ?2, 'pending', ?3 + i * 60000, 1, 1 from n`).bind(client.id, plumber.id, now).run();
  await env.DB.prepare(`insert into bookings (id, reference, client_id, plumber_id, status, starts_at, created_at, updated_at)
    values ('waits1', 'W1', ?1, ?2, 'completed', 1, 1, 1), ('waits2', 'W2', ?1, ?2, 'completed', 2, 1, 1)`).bind(client.id, plumber.id).run();
});

test("every list reads the same number of rows with 100 and with 100,000 rows", async () => {
  const before: Record<string, number> = {};
  for (const [name, list] of Object.entries(LISTS)) before[name] = await rowsRead(list);
  await populate(100, 100_000);
  expect(await env.DB.prepare("select count(*) as count from bookings").first("count")).toBeGreaterThan(99_000);
  const after: Record<string, number> = {};
  for (const [name, list] of Object.entries(LISTS)) after[name] = await rowsRead(list);
  console.info("rows read", JSON.stringify(after));
  expect(after).toEqual(before);
  for (const rows of Object.values(after)) expect(rows).toBeLessThan(700);
}, 120_000);

test("a booking is found by its id alone", async () => {
  expect(await rowsRead((db) => findBookingFor(db, client, "book00000042"))).toBeLessThanOrEqual(3);
});
