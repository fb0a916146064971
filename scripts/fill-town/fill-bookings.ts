import { SERVICE_TYPES } from "../../app/domain/bookings/booking";
import { DAY, HOUR, MINUTE, OFFSET } from "../../app/domain/time/harare";
import { ADMINS, adminOf } from "./fill-users";
import { numbers, pick, spread, type Run, type TownSize } from "./sql";
import { SUBURBS_OF_HARARE } from "./suburbs";

const DAYS_BACK = 365;
const DAYS = DAYS_BACK + 30;
/** The client whose file is long: one booking in 250 is theirs. */
export const BUSY_CLIENT = "loadclient000007";

const NOTES = [
  "The kitchen tap has been dripping since Monday. Please ring at the gate, the bell does not work.",
  "The drain in the yard has stood full since Friday and now it comes up in the shower too. There is a dog, he is friendly. We are at home after four, or ask the neighbours in number twelve for the key, they know.",
];
/** Minutes from the request to its answer. */
const ANSWERS = [3, 4, 7, 9, 12, 14, 18, 22, 25, 28, 35, 40, 55, 70, 80, 110, 150, 200, 300, 600, 1500];
/** Hours from a cancellation to the start. */
const AHEAD = [1, 30, 5, 50, 12, 26, 3, 72];
const COMMENTS = [
  "Kind and quick.",
  "Came on time, explained what was wrong and cleaned up afterwards. The tap is dry.",
  "He came two days late, without the part that I had described, went to buy it, came back in the evening and worked until nine with the children asleep next door; but in the end it works and the price was as agreed.",
];

/**
 * Bookings from a year ago to a month ahead, as many every day, in working hours; past ones are closed but for a few,
 * those of now are in progress, future ones open. Then their history and reviews, and what is counted of them.
 */
export async function fillBookings(run: Run, { users, plumbers, bookings }: TownSize, now: number): Promise<void> {
  const clients = users - plumbers - ADMINS;
  const round = `(i / ${plumbers})`;
  const midnight = now - ((now + OFFSET) % DAY);
  const day = `(i * ${DAYS} / ${bookings} - ${DAYS_BACK})`;
  const halfHour = `((${round} * 5 + i % ${plumbers} * 3) % 22)`;
  const start = `(${midnight} + ${day} * ${DAY} + ${10 * HOUR} + ${halfHour} * ${30 * MINUTE})`;
  const kind = `((${round} * 7 + i % ${plumbers} * 3) % 10)`;
  await run(`${numbers(bookings)}
    insert into bookings (id, reference, client_id, plumber_id, city_key, status, starts_at, service_type, suburb, street, city, notes, seen_at,
      asked_at, created_at, updated_at, reminded_day_at, reminded_hours_at, asked_to_close_at, job_minutes)
    select printf('loadbooking%07d', i), 'PB-' || replace(replace(printf('%06d', i), '0', 'Z'), '1', 'Y'),
      iif(i % 250 = 3, '${BUSY_CLIENT}', printf('loadclient%06d', (i * 7 + ${round}) % ${clients})),
      iif(is_unassigned, null, plumber), iif(is_unassigned, 'harare', city), status, starts_at,
      ${pick(SERVICE_TYPES, spread("i", 997))}, iif(city = 'harare', ${pick(SUBURBS_OF_HARARE, spread("i", 991))}, null), (1 + i % 90) || ' Load Street', upper(substr(city, 1, 1)) || substr(city, 2),
      iif(i % 3, null, ${pick(NOTES, "i / 3")}), created_at, created_at, created_at, ${now}, ${now}, ${now}, ${now}, iif(is_unassigned, 60, job_minutes)
    from (select *, min(starts_at - (6 + i % 90) * ${HOUR}, ${now} - iif(is_unassigned or kind = 3, ${spread("i", 2880)}, ${spread("i", 43200)}) * ${MINUTE}) as created_at,
        case
          when starts_at > ${now} then iif(is_unassigned or kind = 3 and round % 2, 'pending', iif(kind = 8, 'cancelled', 'confirmed'))
          when starts_at > ${now - 90 * MINUTE} and kind < 7 then iif(kind < 5, 'in-progress', 'confirmed')
          when starts_at > ${now - 3 * DAY} and i % 97 = 5 then 'confirmed'
          when kind < 7 then 'completed' when kind < 9 then 'cancelled' else 'refused' end as status
      from (select i, ${round} as round, ${kind} as kind, ${start} as starts_at, i % 101 = 7 and ${start} > ${now} as is_unassigned, own.user_id as plumber, own.city_key as city, own.job_minutes as job_minutes
        from n join plumber_profiles as own on own.user_id = printf('loadplumber%06d', i % ${plumbers})))`);

  const event = (name: string, status: string, at: string, where: string, role = "'plumber'", reason = "null") =>
    run(`insert into booking_events (id, booking_id, event, actor_role, actor_id, to_status, reason, assigned_to, at)
      select id || '-${name}', id, '${name}', role, case role when 'client' then client_id when 'plumber' then plumber_id when 'admin' then ${adminOf("number")} end, '${status}', ${reason}, iif('${name}' = 'assign', plumber_id, null), at
      from (select *, rowid as number, ${role} as role, ${at} as at from bookings where ${where})`);
  const answered = `min(created_at + ${pick(ANSWERS, spread("rowid", 983))} * ${MINUTE}, starts_at - ${HOUR}, ${now})`;
  await event("request", "pending", "created_at", "true", "'client'");
  await event(
    "assign",
    "pending",
    `min(created_at + ${2 * MINUTE}, ${now})`,
    "plumber_id is not null and rowid % 20 = 1",
    "'admin'",
  );
  await event("confirm", "confirmed", answered, "status in ('confirmed', 'in-progress', 'completed')");
  await event("refuse", "refused", answered, "status = 'refused'", "'plumber'", "'I am in another town that day.'");
  await event(
    "cancel",
    "cancelled",
    `max(created_at, min(starts_at - ${pick(AHEAD, spread("rowid", 977))} * ${HOUR}, ${now}))`,
    "status = 'cancelled'",
    pick(["client", "client", "plumber", "client", "admin", "client", "plumber"], spread("rowid", 971)),
    "'We found the leak ourselves.'",
  );
  await event("start", "in-progress", "starts_at", "status = 'in-progress'");
  await event("complete", "completed", `min(starts_at + ${HOUR}, ${now})`, "status = 'completed'");

  await run(`insert into reviews (id, booking_id, client_id, plumber_id, rating, comment, created_at, hidden_at, hidden_reason, held_at, reported_at)
    select id || '-review', id, client_id, plumber_id, ${pick([5, 4, 5, 5, 3, 5, 4, 2, 5, 1], spread("rowid", 967))}, ${pick(COMMENTS, "rowid")}, min(starts_at + ${2 * HOUR}, ${now}),
      iif(rowid % 400 < 2, ${now}, null), iif(rowid % 400 = 0, 'It names a private address.', null), iif(rowid % 400 = 1, ${now}, null), iif(rowid % 500 = 2, ${now} - rowid * 1000, null)
    from bookings where status = 'completed' and rowid % 3 = 0`);
  await run(`insert into review_reports (review_id, reporter_id, reason, at)
    select id, plumber_id, 'It is not about this job: that was another plumber.', reported_at from reviews where reported_at is not null`);
  await run("update bookings set reviewed_at = 1 where id in (select booking_id from reviews)");
  await countBookings(run);
}

async function countBookings(run: Run): Promise<void> {
  const visible = "from reviews where plumber_id = user_id and hidden_at is null";
  await run(`update plumber_profiles set jobs_total = (select count(*) from bookings where plumber_id = user_id), jobs_completed = (select count(*) from bookings where plumber_id = user_id and status = 'completed'),
    accepted_percent = 60 + rowid % 40, minutes_to_answer = 5 + rowid % 90,
    rating_sum = (select coalesce(sum(rating), 0) ${visible}), rating_count = (select count(*) ${visible}),
    ${[1, 2, 3, 4, 5].map((stars) => `rated${stars} = (select count(*) ${visible} and rating = ${stars})`).join(", ")}`);
  await run(
    "insert into rated_pairs (plumber_id, client_id, rating_sum, rating_count) select plumber_id, client_id, sum(rating), count(*) from reviews where hidden_at is null group by plumber_id, client_id",
  );
  await run(
    "update plumber_profiles set rank_sum = coalesce((select sum(mean) from rated_pairs where plumber_id = user_id), 0), rank_count = (select count(*) from rated_pairs where plumber_id = user_id)",
  );
  const dayOf = (at: string) => `date((${at} + ${OFFSET}) / 1000, 'unixepoch')`;
  const times = (name: string) => `sum(event = '${name}')`;
  for (const whose of ["plumber_id", "''"])
    await run(`insert into daily_tallies (day, plumber_id, requested, confirmed, refused, cancelled, completed)
      select ${dayOf("at")}, ${whose}, ${times("request")}, ${times("confirm")}, ${times("refuse")}, ${times("cancel")}, ${times("complete")}
      from booking_events join bookings on bookings.id = booking_id where ${whose} is not null group by 1, 2`);
  await run(`insert into daily_tallies (day, plumber_id, sign_ups) select ${dayOf("created_at")}, '', count(*) from users group by 1
    on conflict do update set sign_ups = excluded.sign_ups`);
  for (const whose of ["plumber_id", "''"])
    await run(`insert into daily_tallies (day, plumber_id, reviews, rating_sum) select ${dayOf("created_at")}, ${whose}, count(*), sum(rating) from reviews where true group by 1, 2
      on conflict do update set reviews = excluded.reviews, rating_sum = excluded.rating_sum`);
}
