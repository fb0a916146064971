import { suburbsOf } from "../../app/content/suburbs";
import { DAY } from "../../app/domain/time/harare";
import { DEMO_CLIENTS, DEMO_PLUMBERS } from "../demo-town/demo-people";
import { numbers, pick, spread, type Run } from "../town/what-follows";
import type { TownSize } from "./town-size";

export const ADMINS = 3;
export const adminOf = (index: string): string => `printf('loadadmin%06d', (${index}) % ${ADMINS})`;

const PEOPLE = [...DEMO_PLUMBERS, ...DEMO_CLIENTS];
const FIRST = [...PEOPLE.map(({ firstName }) => firstName), "Nomvuyiso Thandazani"];
const LAST = [...PEOPLE.map(({ lastName }) => lastName), "Mukwindidza-Nyamadzawo"];
const CITIES = [
  "Harare",
  "Bulawayo",
  "Harare",
  "Gweru",
  "Harare",
  "Mutare",
  "Harare",
  "Bulawayo",
  "Harare",
  "Harare",
  "Masvingo",
  "Chinhoyi",
];
export const HARARE_SUBURBS = suburbsOf("Harare").slice(0, 13);
const SPECIALITIES = [
  "Leak Repair",
  "Residential Plumbing",
  "Emergency Plumbing",
  "Pipe Replacement",
  "Pipe Inspection & Leak Detection",
];

/** The accounts: three admins, plumbers and clients, who came evenly over the last 400 days, and what the office checked of plumbers. */
export function fillUsers(run: Run, { users, plumbers }: TownSize, now: number): void {
  const account = (prefix: string, role: string, count: number, offset: number) =>
    run(`${numbers(count)}
      insert into users (
        id,
        email,
        role,
        first_name,
        last_name,
        phone,
        password_hash,
        email_verified_at,
        created_at,
        updated_at
      )
      select
        printf('${prefix}%06d', i),
        printf('${prefix}%d@load.test', i),
        '${role}',
        ${pick(FIRST, "i")},
        ${pick(LAST, "i / 3")},
        printf('+26377%07d', i + ${offset}),
        'no password', at, at, ${now} from (select i, ${now - 400 * DAY} + i * ${Math.floor((400 * DAY) / count)} as at from n)`);
  account("loadadmin", "admin", ADMINS, 2_000_000);
  account("loadplumber", "plumber", plumbers, 0);
  account("loadclient", "client", users - plumbers - ADMINS, 1_000_000);
  run(`insert into plumber_profiles (
      user_id,
      sort_name,
      speciality,
      experience,
      about,
      fee_cents,
      city,
      city_key,
      suburb,
      listed,
      hours_set_at
    )
    select
      id,
      lower(first_name || ' ' || last_name),
      ${pick(SPECIALITIES, "rowid")},
      '5 Years',
      'Load.',
      ${pick([2000, 2500, 3000, 3500], "rowid")},
      ${pick(CITIES, "rowid")},
      lower(${pick(CITIES, "rowid")}),
      iif(${pick(CITIES, "rowid")} = 'Harare' and rowid % 5, ${pick(HARARE_SUBURBS, "rowid")}, null),
      1,
      ${now}
    from users
    where role = 'plumber'`);
  run(`insert into served_suburbs (plumber_id, suburb_key, suburb)
    select user_id, lower(suburb), suburb
    from (select user_id, ${pick(HARARE_SUBURBS, `${spread("plumber_profiles.rowid", 1000)} + value`)} as suburb
      from plumber_profiles, json_each('[0,3,5,8]') where city_key = 'harare')`);
  run(`update plumber_profiles set
    paused = rowid % 29 = 3,
    days_off = iif(rowid % 3, 0, 64),
    opens_at = iif(rowid % 7, 600, 720),
    closes_at = iif(rowid % 11, 1260, 1020),
    job_minutes = iif(rowid % 13, 30, 60)`);
  run(`insert into plumber_checks (plumber_id, kind, name_key, checked_at, recorded_by)
    select user_id, 'identity', sort_name, ${now - 100 * DAY}, ${adminOf("rowid")} from plumber_profiles where rowid % 3`);
  run(
    `update plumber_profiles set approval = 'waiting', listed = 0, queued_at = ${now} - rowid * 3600000 where rowid % 50 = 9`,
  );
  run(
    `update users set suspended_at = ${now} - rowid * 600000, suspended_reason = 'Did not come to three visits.'
      where role <> 'admin' and rowid % 100 = 31`,
  );
  run("update plumber_profiles set listed = 0 where user_id in (select id from users where suspended_at is not null)");
}
