import { SERVICE_TYPES } from "../../app/domain/bookings/booking";
import { DAY, HOUR, MINUTE, OFFSET } from "../../app/domain/time/harare";
import { numbers, pick, spread, type Run } from "../town/sql";
import { followBookings, followPayments, followQuotes, recordEvent } from "../town/what-follows";
import { fillOnline } from "./fill-online";
import type { TownSize } from "./fill-town";
import { ADMINS, SUBURBS_OF_HARARE } from "./fill-users";

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

const FEE = 25_00;
const LINES = [
  { what: "Visit fee", amount: FEE },
  { what: "New tap, fitted", amount: 55_00 },
];
const QUOTED = LINES.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Bookings from a year ago to a month ahead, as many every day, in working hours; past ones are closed but for a few,
 * those of now are in progress, future ones open. Then their history, money and reviews.
 */
export async function fillBookings(run: Run, { users, plumbers, bookings }: TownSize, now: number): Promise<void> {
  const clients = users - plumbers - ADMINS;
  const round = `(i / ${plumbers})`;
  const midnight = now - ((now + OFFSET) % DAY);
  const day = `(i * ${DAYS} / ${bookings} - ${DAYS_BACK})`;
  const halfHour = `((${round} * 5 + i % ${plumbers} * 3) % 22)`;
  const start = `(${midnight} + ${day} * ${DAY} + ${10 * HOUR} + ${halfHour} * ${30 * MINUTE})`;
  const kind = `((${round} * 7 + i % ${plumbers} * 3) % 10)`;
  const answered = `min(created_at + ${pick(ANSWERS, spread("i", 983))} * ${MINUTE}, starts_at - ${HOUR}, ${now})`;
  await run(`${numbers(bookings)}
    insert into bookings (id, reference, client_id, plumber_id, city_key, status, starts_at, service_type, suburb, street, city, notes, fee, seen_at, completed_at,
      asked_at, created_at, updated_at, reminded_day_at, reminded_hours_at, asked_to_close_at, job_minutes)
    select printf('loadbooking%07d', i), 'PB-' || replace(replace(printf('%06d', i), '0', 'Z'), '1', 'Y'),
      iif(i % 250 = 3, '${BUSY_CLIENT}', printf('loadclient%06d', (i * 7 + ${round}) % ${clients})),
      iif(is_unassigned, null, plumber), iif(is_unassigned, 'harare', city), status, starts_at,
      ${pick(SERVICE_TYPES, spread("i", 997))}, iif(city = 'harare', ${pick(SUBURBS_OF_HARARE, spread("i", 991))}, null), (1 + i % 90) || ' Load Street', upper(substr(city, 1, 1)) || substr(city, 2),
      iif(i % 3, null, ${pick(NOTES, "i / 3")}), iif(is_unassigned, null, ${FEE}), iif(status = 'pending', created_at, ${answered}), iif(status = 'completed', starts_at + ${HOUR}, null),
      created_at, created_at, ${now}, ${now}, ${now}, ${now}, iif(is_unassigned, 60, job_minutes)
    from (select *, min(starts_at - (6 + i % 90) * ${HOUR}, ${now} - iif(is_unassigned or kind = 3, ${spread("i", 2880)}, ${spread("i", 43200)}) * ${MINUTE}) as created_at,
        case
          when starts_at > ${now} then iif(is_unassigned or kind = 3 and round % 2, 'pending', iif(kind = 8, 'cancelled', 'confirmed'))
          when starts_at > ${now - 90 * MINUTE} and kind < 7 then iif(kind < 5, 'in-progress', 'confirmed')
          when starts_at > ${now - 3 * DAY} and i % 97 = 5 then 'confirmed'
          when kind < 7 then 'completed' when kind < 9 then 'cancelled' else 'refused' end as status
      from (select i, ${round} as round, ${kind} as kind, ${start} as starts_at, i % 101 = 7 and ${start} > ${now} as is_unassigned, own.user_id as plumber, own.city_key as city, own.job_minutes as job_minutes
        from n join plumber_profiles as own on own.user_id = printf('loadplumber%06d', i % ${plumbers})))`);

  await fillMoney(run, now);

  const isAssigned = "plumber_id is not null and rowid % 20 = 1";
  const assigned = { at: `min(created_at + ${2 * MINUTE}, ${now})`, role: "'admin'", assignedTo: "plumber_id" };
  await recordEvent(run, { event: "assign", toStatus: "pending", where: isAssigned, ...assigned });
  const role = pick(["client", "client", "plumber", "client", "admin", "client", "plumber"], spread("rowid", 971));
  const ahead = `${pick(AHEAD, spread("rowid", 977))} * ${HOUR}`;
  const cancelled = { at: `max(created_at, min(starts_at - ${ahead}, ${now}))`, where: "status = 'cancelled'", role };
  const reason = "'We found the leak ourselves.'";
  await recordEvent(run, { event: "cancel", toStatus: "cancelled", reason, ...cancelled });

  await run(`insert into reviews (id, booking_id, client_id, plumber_id, rating, comment, created_at, hidden_at, hidden_reason, held_at, reported_at)
    select id || '-review', id, client_id, plumber_id, ${pick([5, 4, 5, 5, 3, 5, 4, 2, 5, 1], spread("rowid", 967))}, ${pick(COMMENTS, "rowid")}, min(starts_at + ${2 * HOUR}, ${now}),
      iif(rowid % 400 < 2, ${now}, null), iif(rowid % 400 = 0, 'It names a private address.', null), iif(rowid % 400 = 1, ${now}, null), iif(rowid % 500 = 2, ${now} - rowid * 1000, null)
    from bookings where status = 'completed' and rowid % 3 = 0`);
  await run(`insert into review_reports (review_id, reporter_id, reason, at)
    select id, plumber_id, 'It is not about this job: that was another plumber.', reported_at from reviews where reported_at is not null`);
}

/**
 * Money in about the proportions of the demo town: a quote for a third of the jobs and a quarter of the open requests; of
 * 22 completed jobs 18 are paid by hand, one online, two have a payment to confirm, one has none; one payment in a hundred
 * is denied. Bookings repeat their statuses by tens: these parts must not.
 */
async function fillMoney(run: Run, now: number): Promise<void> {
  await run(`insert into quotes (id, booking_id, version, lines, total, valid_until, status, created_at, answered_at)
    select id || '-quote', id, 1, '${JSON.stringify(LINES)}', ${QUOTED}, created_at + ${30 * DAY}, iif(status = 'completed', 'accepted', 'open'),
      min(created_at + ${HOUR}, ${now}), iif(status = 'completed', created_at + ${2 * HOUR}, null)
    from bookings where status = 'completed' and rowid % 3 = 0 or status in ('pending', 'confirmed') and plumber_id is not null and rowid % 4 = 0`);
  await followQuotes(run);
  await run("update bookings set final_amount = coalesce(agreed_price, fee) where status = 'completed'");
  await followBookings(run, now);
  await fillOnline(run, now);
  await run(`insert into payments (id, booking_id, amount, method, status, recorded_by, recorded_at, answered_by, answered_at)
    select id || '-payment', id, final_amount, method, status, 'client', at, iif(status = 'open', null, 'plumber'), iif(status = 'open', null, min(at + ${HOUR}, ${now}))
    from (select id, final_amount, iif(rowid % 2, 'cash', 'ecocash') as method, min(completed_at + ${HOUR}, ${now}) as at,
      iif(rowid % 101 = 11, 'denied', iif(rowid % 11 = 5, 'open', 'confirmed')) as status
      from bookings where status = 'completed' and rowid % 11 <> 8)`);
  await followPayments(run);
}
