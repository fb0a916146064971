import { asc, eq, sql, type SQL } from "drizzle-orm";
import { KEPT_STATUSES, OPEN_STATUSES } from "~/db/booking-statuses";
import { type Database, columnsOf, isOneOf } from "~/db/client.server";
import { nameIn } from "~/db/user-names.server";
import { bookings, plumberProfiles as profiles, users } from "~/db/schema";
import { client, plumber } from "../../bookings/queries/booking-views.server";
import { availabilityColumns } from "../../plumbers/free-starts.server";
import { DAY, instantOf } from "../../time/harare";
import { pageByKey, parseMarkedCursor } from "../../values/lists";
import { type BoardChoice, daysOf, NOBODY, PLUMBERS_SHOWN, type BoardJob, type BoardRow } from "./board";

/** The most jobs of a page's plumbers, and of each row beside them. */
const MAX_JOBS = 1500;
const MAX_BESIDE = 60;

/**
 * Lists a page of a board (O26): listed plumbers by name, of a suburb those based there or serving it, with what is open or
 * completed on the shown days. The first page also has requests without a plumber and open jobs of unlisted plumbers.
 */
export async function listBoard(db: Database, choice: BoardChoice) {
  const { view, day, city, suburb, cursor } = choice;
  const days = daysOf(view, day);
  const isShown = (start: SQL) =>
    sql`${start} >= ${instantOf(days[0]!, 0)} and ${start} < ${instantOf(days.at(-1)!, 0) + DAY}`;
  const isFirst = parseMarkedCursor(cursor) === null;
  const walked = sql`select user_id, suburb from plumber_profiles where ${isAhead(choice)}
    order by city_key, sort_name, user_id limit ${PLUMBERS_SHOWN[view]}`;
  const [plumbers, jobs, unassigned, unlisted] = await Promise.all([
    selectPlumbers(db, choice),
    selectJobs(db)
      // By name: with the index by plumber and status SQLite reads each plumber's jobs once for each status.
      .where(
        sql`${bookings.id} in (select id from bookings indexed by bookings_by_plumber
          where plumber_id in (select user_id from (${walked}) where ${suburb ? isOf(suburb) : sql`true`})
            and ${isOneOf(sql`status`, KEPT_STATUSES)} and ${isShown(sql`starts_at`)})`,
      )
      .limit(MAX_JOBS + 1),
    isFirst
      ? selectJobs(db)
          .where(
            sql`plumber_id is null and ${bookings.status} = 'pending' and ${isShown(sql`${bookings.startsAt}`)}
              and ${city ? sql`coalesce(${bookings.cityKey}, ${city}) = ${city}` : sql`true`}`,
          )
          .orderBy(asc(bookings.startsAt))
          .limit(MAX_BESIDE)
      : [],
    isFirst && !suburb
      ? selectJobs(db).where(
          // From the plumbers, who are few: a day's open jobs are as many as there is business.
          sql`bookings.id in (select id from plumber_profiles indexed by plumbers_unlisted
            cross join bookings job indexed by bookings_slot where listed = 0 and plumber_id = user_id
            and ${isOneOf(sql`status`, OPEN_STATUSES)} and ${isShown(sql`starts_at`)}
            and ${city ? sql`job.city_key = ${city}` : sql`true`} limit ${MAX_BESIDE})`,
        )
      : [],
  ]);
  const { shown, next } = pageByKey(
    plumbers,
    PLUMBERS_SHOWN[view],
    () => 0,
    ({ cityKey, sortName }) => `${cityKey}\t${sortName}`,
  );
  const byPlumber = Map.groupBy([...jobs, ...unlisted].slice(0, MAX_JOBS), ({ plumberId }) => plumberId ?? NOBODY);
  const gone = new Map(unlisted.map(({ plumberId, plumberName }) => [plumberId!, plumberName ?? ""]));
  const rows: BoardRow[] = [
    ...(isFirst ? [{ id: NOBODY, name: "", hours: null, jobs: sortJobs(unassigned) }] : []),
    ...shown
      .filter(({ fits }) => fits)
      .map(({ id, name, hours }) => ({ id, name, hours, jobs: sortJobs(byPlumber.get(id)) })),
    ...[...gone].map(([id, name]) => ({ id, name, hours: null, jobs: sortJobs(byPlumber.get(id)) })),
  ];
  return { rows, next, isCut: jobs.length > MAX_JOBS };
}

interface JobOfPlumber extends BoardJob {
  plumberId: string | null;
  plumberName: string | null;
}

const sortJobs = (jobs: JobOfPlumber[] = []): BoardJob[] =>
  jobs
    .map(({ plumberId: _, plumberName: __, ...job }) => job)
    .sort((one, other) => one.startsAt - other.startsAt || one.reference.localeCompare(other.reference));

function isAhead({ city, cursor }: BoardChoice): SQL {
  const after = parseMarkedCursor(cursor);
  const [afterCity = "", afterName = ""] = after?.mark.split("\t") ?? [];
  const isListed = city ? sql`listed = 1 and city_key = ${city}` : sql`listed = 1`;
  if (!after) return isListed;
  return city
    ? sql`${isListed} and (sort_name, user_id) > (${afterName}, ${after.id})`
    : sql`${isListed} and (city_key, sort_name, user_id) > (${afterCity}, ${afterName}, ${after.id})`;
}

const isOf = (suburb: string): SQL =>
  sql`(lower(suburb) = ${suburb} or exists (
    select 1 from served_suburbs where served_suburbs.plumber_id = user_id and suburb_key = ${suburb}))`;

const selectPlumbers = (db: Database, choice: BoardChoice) =>
  db
    .select({
      id: profiles.userId,
      name: nameIn(users).as("name"),
      cityKey: profiles.cityKey,
      sortName: profiles.sortName,
      fits: (choice.suburb ? isOf(choice.suburb) : sql`true`).mapWith(Boolean).as("fits"),
      hours: availabilityColumns,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(isAhead(choice))
    .orderBy(asc(profiles.cityKey), asc(profiles.sortName), asc(profiles.userId))
    .limit(PLUMBERS_SHOWN[choice.view] + 1);

const selectJobs = (db: Database) =>
  db
    .select({
      ...columnsOf(bookings, "reference", "status", "startsAt", "jobMinutes", "plumberId"),
      client: nameIn(client).as("client_name"),
      plumberName: nameIn<string | null>(plumber).as("plumber_name"),
    })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
    .$dynamic();
