import { dateAt, DAY, OFFSET } from "../app/domain/time/harare";
import { migrateLocal } from "./local-database";
import { localSettings } from "./local-state";
import { openLocalStorage } from "./local-storage";

/** How many of each the filled town has. One of twenty users is a plumber. */
export interface TownSize {
  users: number;
  bookings: number;
  messages: number;
}

type D1 = Pick<D1Database, "prepare">;

const FIRST = [
  "Tendai",
  "Rudo",
  "Farai",
  "Chipo",
  "Tatenda",
  "Nyasha",
  "Kudzai",
  "Thandiwe",
  "Blessing",
  "Tapiwa",
  "Sibongile",
  "Munashe",
  "Ropafadzo",
  "Simba",
  "Nokuthula",
  "Tafadzwa",
];
const LAST = [
  "Moyo",
  "Ncube",
  "Dube",
  "Sibanda",
  "Ndlovu",
  "Phiri",
  "Banda",
  "Chirwa",
  "Gumbo",
  "Marufu",
  "Zhou",
  "Mpofu",
  "Nyoni",
  "Chikwanha",
  "Mutasa",
  "Hove",
  "Makoni",
];
const CITIES = ["Harare", "Bulawayo", "Gweru", "Mutare", "Masvingo", "Chinhoyi"];

const pick = (list: string[], index: string) =>
  `json_extract('${JSON.stringify(list)}', '$[' || ((${index}) % ${list.length}) || ']')`;
const numbers = (count: number) =>
  `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;

/**
 * Fills a database with made-up users, bookings from a year ago to a month ahead, their history, reviews, contacts
 * and messages, each by one statement: load for the office, the same for the same size. Needs an empty database.
 */
export async function fillTown(d1: D1, { users, bookings, messages }: TownSize, now: number): Promise<void> {
  const plumbers = Math.max(1, Math.floor(users / 20));
  const clients = users - plumbers;
  const run = (sql: string) => d1.prepare(sql).run();
  const user = (prefix: string, role: string, count: number, offset: number) =>
    run(`${numbers(count)} insert into users (id, email, role, first_name, last_name, phone, password_hash, email_verified_at, created_at, updated_at)
      select printf('${prefix}%06d', i), printf('${prefix}%d@load.test', i), '${role}', ${pick(FIRST, "i")}, ${pick(LAST, "i / 16")}, printf('+26377%07d', i + ${offset}),
        'no password', ${now - 400 * DAY}, ${now - 400 * DAY} + i * 1000, ${now} from n`);
  await user("loadplumber", "plumber", plumbers, 0);
  await user("loadclient", "client", clients, 1_000_000);
  await run(`insert into plumber_profiles (user_id, sort_name, speciality, experience, about, fee_cents, city, city_key, listed)
    select id, lower(first_name || ' ' || last_name), 'Leak Repair', '5 Years', 'Load.', 2500, ${pick(CITIES, "rowid")}, lower(${pick(CITIES, "rowid")}), 1 from users where role = 'plumber'`);

  // Each plumber's own starts, half an hour apart; past ones are closed, future ones open.
  const perPlumber = Math.ceil(bookings / plumbers);
  const start = `(${now - (now % 1_800_000)} + ((i / ${plumbers}) - ${Math.floor(perPlumber * 0.92)}) * 1800000 * ${Math.max(1, Math.floor((365 * 48) / perPlumber))})`;
  await run(`${numbers(bookings)} insert into bookings (id, reference, client_id, plumber_id, city_key, status, starts_at, service_type, street, seen_at, asked_at, created_at, updated_at)
    select printf('loadbooking%07d', i), 'PB-' || replace(replace(printf('%06d', i), '0', 'Z'), '1', 'Y'), printf('loadclient%06d', i % ${clients}), iif(i % 2000 = 7 and ${start} > ${now}, null, printf('loadplumber%06d', i % ${plumbers})), null,
      iif(${start} > ${now}, iif(i % 3, 'confirmed', 'pending'), iif(i % 10 < 7, 'completed', iif(i % 10 < 9, 'cancelled', 'refused'))),
      ${start}, 'Leak Fixing', '1 Load Street, Harare', 1, ${start} - 172800000, ${start} - 172800000, ${now} from n`);
  await run(
    "update bookings set city_key = coalesce((select city_key from plumber_profiles where user_id = plumber_id), 'harare'), status = iif(plumber_id is null, 'pending', status)",
  );
  const event = (name: string, status: string, role: string, actor: string, at: string, where: string) =>
    run(
      `insert into booking_events (id, booking_id, event, actor_role, actor_id, to_status, at) select id || '-${name}', id, '${name}', '${role}', ${actor}, '${status}', ${at} from bookings where ${where}`,
    );
  await event("request", "pending", "client", "client_id", "created_at", "true");
  await event(
    "confirm",
    "confirmed",
    "plumber",
    "plumber_id",
    "created_at + 1800000",
    "status in ('confirmed', 'completed')",
  );
  await event("refuse", "refused", "plumber", "plumber_id", "created_at + 3600000", "status = 'refused'");
  await event("cancel", "cancelled", "client", "client_id", "created_at + 7200000", "status = 'cancelled'");
  await event(
    "complete",
    "completed",
    "plumber",
    "plumber_id",
    `min(starts_at + 3600000, ${now})`,
    "status = 'completed'",
  );
  await run(`insert into reviews (id, booking_id, client_id, plumber_id, rating, comment, created_at)
    select id || '-review', id, client_id, plumber_id, 1 + abs(random()) % 5, 'A review of the load.', min(starts_at + 7200000, ${now}) from bookings where status = 'completed' and rowid % 3 = 0`);
  await run("update bookings set reviewed_at = 1 where id in (select booking_id from reviews)");
  await run(`update plumber_profiles set jobs_total = (select count(*) from bookings where plumber_id = user_id), jobs_completed = (select count(*) from bookings where plumber_id = user_id and status = 'completed'),
    rating_sum = coalesce((select sum(rating) from reviews where plumber_id = user_id), 0), rating_count = (select count(*) from reviews where plumber_id = user_id),
    ${[1, 2, 3, 4, 5].map((stars) => `rated${stars} = (select count(*) from reviews where plumber_id = user_id and rating = ${stars})`).join(", ")}`);
  await run(
    "insert into rated_pairs (plumber_id, client_id, rating_sum, rating_count) select plumber_id, client_id, sum(rating), count(*) from reviews group by plumber_id, client_id",
  );
  await run(
    `update plumber_profiles set rank_sum = coalesce((select sum(mean) from rated_pairs where plumber_id = user_id), 0), rank_count = (select count(*) from rated_pairs where plumber_id = user_id)`,
  );
  await run(
    `insert into daily_tallies (day, plumber_id, requested) select date((created_at + ${OFFSET}) / 1000, 'unixepoch') as day, '', count(*) from bookings where created_at > ${now - 60 * DAY} group by day`,
  );
  await run(`insert into contacts (user_id, other_id, conversation_id, active_at)
    select one, other, min(one, other) || '.' || max(one, other), max(at) from (
      select client_id as one, plumber_id as other, created_at as at from bookings where plumber_id is not null union all select plumber_id, client_id, created_at from bookings where plumber_id is not null) group by one, other`);
  if (messages > 0) {
    await run(`${numbers(messages)} insert into messages (id, conversation_id, sender_id, recipient_id, content, created_at)
      select printf('loadmessage%08d', i), min(b.client_id, b.plumber_id) || '.' || max(b.client_id, b.plumber_id), iif(i % 2, b.client_id, b.plumber_id), iif(i % 2, b.plumber_id, b.client_id), 'A message of the load.', ${now} - i * 100
      from n join bookings as b on b.id = printf('loadbooking%07d', i % ${bookings}) where b.plumber_id is not null`);
  }
}

// npm run db:fill -- 100000 20000 1000000: bookings, users and messages for this machine's own, empty database.
if (process.argv[1]?.endsWith("fill-town.ts")) {
  const [bookings = 100_000, users = 20_000, messages = 0] = process.argv.slice(2).map(Number);
  const { stateDir } = localSettings();
  await migrateLocal(stateDir);
  const storage = await openLocalStorage(stateDir);
  const began = performance.now();
  await fillTown(storage.DB, { users, bookings, messages }, Date.now());
  await storage.close();
  console.info(
    `${bookings} bookings, ${users} users and ${messages} messages up to ${dateAt(Date.now())}, in ${((performance.now() - began) / 1000).toFixed(0)} s.`,
  );
}
