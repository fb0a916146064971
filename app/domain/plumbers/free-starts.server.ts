import { inArray, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import { type Database, batch, columnsOf, isOneOf } from "~/db/client.server";
import { bookings, plumberProfiles as profiles, freeDays } from "~/db/schema";
import { LONGEST_JOB, weekdayBit, type TakenTime } from "../time/availability";
import { DAY, dateAt, MINUTE, minuteAt, type Instant, addDays, instantOf, type LocalDate } from "../time/harare";
import { SLOT_DAYS, startBits, DAY_STARTS, startsOn } from "../time/slots";
import type { DomainContext } from "../domain-context.server";

// The rules of `time/availability.ts` in SQL, for statements that decide by themselves (decision 048).

export const availabilityColumns = columnsOf(profiles, "opensAt", "closesAt", "daysOff", "paused", "jobMinutes");

const timePerJobOf = (plumberId: SQLWrapper): SQL =>
  sql`(select own.job_minutes from plumber_profiles as own where own.user_id = ${plumberId})`;

/**
 * `hasConflict` as a condition: an open booking of this plumber, other than `except`, is in the way of a job of
 * `minutes` at `start`. Columns are given as text (sql`bookings.plumber_id`): drizzle leaves the table out in a select
 * from one table, and a bare name would mean a column of the subquery.
 */
export const hasConflictInSql = (
  plumberId: SQLWrapper,
  start: SQLWrapper,
  except: SQLWrapper | null,
  minutes: SQLWrapper = timePerJobOf(plumberId),
): SQL =>
  // The longest job first: the index knows starts alone.
  sql`exists (
    select 1 from bookings as other where other.plumber_id = ${plumberId} and other.id is not ${except ?? sql`null`}
      and other.starts_at > ${start} - ${sql.raw(String(LONGEST_JOB * MINUTE))}
      and other.starts_at < ${start} + ${minutes} * ${sql.raw(String(MINUTE))}
      and other.starts_at + other.job_minutes * ${sql.raw(String(MINUTE))} > ${start}
      and ${isOneOf(sql`other.status`, OPEN_STATUSES)})`;

/** `isWithinHours` as a condition in a statement over `plumber_profiles`. */
export const isWithinHoursInSql = (start: Instant): SQL =>
  sql`(paused = 0 and opens_at <= ${minuteAt(start)} and closes_at > ${minuteAt(start)}
    and (days_off & cast(${weekdayBit(dateAt(start))} as integer)) = 0)`;

/** `isFreeStart` as a condition in a statement over `plumber_profiles`. */
export const isFreeStartInSql = (start: Instant): SQL =>
  sql`(${isWithinHoursInSql(start)} and not ${hasConflictInSql(sql`plumber_profiles.user_id`, sql`${start}`, null)})`;

/** The condition over `bookings` that the start can conflict with one of the bookable week. */
const isOfBookableWeek = (now: Instant): SQL =>
  sql`${isOneOf(bookings.status, OPEN_STATUSES)}
    and ${bookings.startsAt} > ${now - LONGEST_JOB * MINUTE} and ${bookings.startsAt} < ${now + (SLOT_DAYS + 1) * DAY}`;

/** Times as a column of a query over profiles: of the plumber's bookings that meet `condition`, in no order. */
export const timesOf = (condition: SQL): SQL<TakenTime[]> =>
  sql`coalesce((select group_concat(starts_at || ' ' || job_minutes) from bookings
    where bookings.plumber_id = plumber_profiles.user_id and ${condition}), '')`.mapWith((text: string) =>
    text === ""
      ? []
      : text.split(",").map((one) => {
          const [startsAt, jobMinutes] = one.split(" ").map(Number) as [number, number];
          return { startsAt, jobMinutes };
        }),
  );

/** As `timesOf`, of other open bookings within a day of a booking. */
export function timesAround(bookingId: string): SQL<TakenTime[]> {
  const start = sql`(select starts_at from bookings where id = ${bookingId})`;
  return timesOf(
    sql`${isOneOf(bookings.status, OPEN_STATUSES)} and ${bookings.id} <> ${bookingId}
      and ${bookings.startsAt} > ${start} - ${DAY} and ${bookings.startsAt} < ${start} + ${DAY}`,
  );
}

/** As `timesOf`, of open bookings but one in the bookable week. */
export const takenTimesColumn = (now: Instant, exceptBookingId: string): SQL<TakenTime[]> =>
  timesOf(sql`${isOfBookableWeek(now)} and bookings.id <> ${exceptBookingId}`);

/** The query of the times that a plumber's open bookings hold in the bookable week. */
export const selectTakenTimes = (db: Database, plumberId: string, now: Instant) =>
  db
    .select({ startsAt: bookings.startsAt, jobMinutes: bookings.jobMinutes })
    .from(bookings)
    .where(sql`plumber_id = ${plumberId} and ${isOfBookableWeek(now)}`);

/** The starts of a day that are still offered at `now`, as bits. */
const offeredBits = (day: LocalDate, now: Instant) => startBits(startsOn(day, now));

export const isFreeOn = (day: LocalDate, now: Instant): SQL => sql`(coalesce(starts, 0) & ${offeredBits(day, now)})`;

/** The next free start as a column over `plumber_profiles` (D8), of the week from `now` or one of its days; null: none. */
export function nextFreeColumn(now: Instant, day: LocalDate | null = null): SQL<Instant | null> {
  const today = dateAt(now);
  const starts = sql`(starts & iif(day = ${today}, ${offeredBits(today, now)}, -1))`;
  return sql`(select day || ' ' || ${starts} from free_days
    where plumber_id = plumber_profiles.user_id and ${day ? sql`day = ${day}` : sql`day >= ${today}`} and ${starts} > 0
    order by day limit 1)`.mapWith((text: string) => {
    const [date, bits] = text.split(" ") as [LocalDate, string];
    const first = DAY_STARTS.find((_, slot) => Number(bits) & (1 << slot));
    return instantOf(date, first!);
  });
}

/** Lists the free starts of some plumbers in the week from `now` (D23), by plumber, in order of time. */
export async function listFreeStartsOf(db: Database, plumberIds: string[], now: Instant) {
  const isAhead = sql`${inArray(freeDays.plumberId, plumberIds)} and day >= ${dateAt(now)}`;
  const days = await db
    .select(columnsOf(freeDays, "plumberId", "day", "starts"))
    .from(freeDays)
    .where(isAhead)
    .orderBy(freeDays.day);
  const startsOf = ({ day, starts }: (typeof days)[number]) =>
    startsOn(day, now)
      .filter((minute) => starts & startBits([minute]))
      .map((minute) => instantOf(day, minute));
  return new Map(
    [...Map.groupBy(days, ({ plumberId }) => plumberId)].map(([id, theirs]) => [id, theirs.flatMap(startsOf)]),
  );
}

/** Days per statement and statements per run, at most: 20,000 days a minute. */
const DAYS_A_STATEMENT = 1000;
const MOST_STATEMENTS = 20;

/**
 * Moves the stored free starts on with time (D23): days that are over become the same weekday a week later, and today's
 * starts that are no longer offered go. Readers skip those, so a late run only ranks someone too high.
 */
export async function rollFreeDays({ db, now }: Pick<DomainContext, "db" | "now">): Promise<void> {
  const today = dateAt(now);
  const last = addDays(today, SLOT_DAYS - 1);
  const offered = offeredBits(today, now);
  const firstOffered = offered === 0 ? 1 << DAY_STARTS.length : offered & -offered;
  const sameWeekday = sql`date(${today}, ((cast(julianday(day) - julianday(${today}) as integer) % 7 + 7) % 7) || ' days')`;
  const isOutside = sql`(plumber_id, day) in (select plumber_id, day from free_days where day < ${today}
    union all select plumber_id, day from free_days where day > ${last} limit ${DAYS_A_STATEMENT})`;
  const hasPassed = sql`(plumber_id, day) in (select plumber_id, day from free_days
    where day = ${today} and first_start > 0 and first_start < ${firstOffered} limit ${DAYS_A_STATEMENT})`;
  for (let round = 0; round < MOST_STATEMENTS; round++) {
    const { rolled, passed } = await batch(db, {
      rolled: db.update(freeDays).set({ day: sameWeekday }).where(isOutside),
      passed: db
        .update(freeDays)
        .set({ starts: sql`starts & ${offered}` })
        .where(hasPassed),
    });
    // Triggers' changes count too: fewer means that nothing was left.
    if (rolled.meta.changes < DAYS_A_STATEMENT && passed.meta.changes < DAYS_A_STATEMENT) return;
  }
}
