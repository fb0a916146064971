import { and, eq, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings, plumberProfiles as profiles } from "~/db/schema";
import { LONGEST_JOB, weekdayBit } from "../time/availability";
import { DAY, dateAt, MINUTE, minuteAt, type Instant } from "../time/harare";
import { SLOT_DAYS } from "../time/slots";

// The rules of `time/availability.ts` in SQL, for statements that decide by themselves (decision 048).

/** What of a profile makes its `Availability`. */
export const availabilityColumns = {
  opensAt: profiles.opensAt,
  closesAt: profiles.closesAt,
  daysOff: profiles.daysOff,
  paused: profiles.paused,
  jobMinutes: profiles.jobMinutes,
};

/**
 * `hasConflict` as a condition in any statement: an open booking of this plumber is less than their time per job away
 * from `start`. `except` is the id of the booking that is being moved, which is not in its own way; null: of none.
 * `since`: only of those changed from that instant on. Columns are given as text (sql`bookings.plumber_id`): drizzle leaves the table's name out of its own columns in a
 * select from one table, and a bare name would mean a column of the subquery.
 */
export const hasConflictInSql = (
  plumberId: SQLWrapper,
  start: SQLWrapper,
  except: SQLWrapper | null,
  since: SQLWrapper | null = null,
): SQL => {
  const margin = sql`(select own.job_minutes from plumber_profiles as own where own.user_id = ${plumberId}) * ${sql.raw(String(MINUTE))}`;
  return sql`exists (
    select 1 from bookings as other where other.plumber_id = ${plumberId} and other.id is not ${except ?? sql`null`}
      and other.starts_at > ${start} - ${margin} and other.starts_at < ${start} + ${margin}
      ${since ? sql`and other.updated_at >= ${since}` : sql``}
      and ${isOneOf(sql`other.status`, OPEN_STATUSES)})`;
};

/** `isWithinHours` as a condition in a statement over `plumber_profiles`. */
export const isWithinHoursInSql = (start: Instant): SQL =>
  sql`(paused = 0 and opens_at <= ${minuteAt(start)} and closes_at > ${minuteAt(start)}
    and (days_off & cast(${weekdayBit(dateAt(start))} as integer)) = 0)`;

/** `isFreeStart` as a condition in a statement over `plumber_profiles`. */
export const isFreeStartInSql = (start: Instant): SQL =>
  sql`(${isWithinHoursInSql(start)} and not ${hasConflictInSql(sql`plumber_profiles.user_id`, sql`${start}`, null)})`;

/** The condition over `bookings` of those whose start can conflict with one of the bookable week that begins at `now`. */
const isOfBookableWeek = (now: Instant): SQL =>
  sql`${isOneOf(bookings.status, OPEN_STATUSES)}
    and ${bookings.startsAt} > ${now - LONGEST_JOB * MINUTE} and ${bookings.startsAt} < ${now + (SLOT_DAYS + 1) * DAY}`;

/** Starts as a column of a query over profiles: those of the plumber's bookings that meet `condition`, in no order. */
export const startsOf = (condition: SQL): SQL<Instant[]> =>
  sql`coalesce((select group_concat(starts_at) from bookings where bookings.plumber_id = plumber_profiles.user_id and ${condition}), '')`.mapWith(
    (text: string) => (text === "" ? [] : text.split(",").map(Number)),
  );

/**
 * The starts of a plumber's other open bookings within a day of a booking's own, as a column of a query over profiles.
 */
export function startsAround(bookingId: string): SQL<Instant[]> {
  const start = sql`(select starts_at from bookings where id = ${bookingId})`;
  return startsOf(
    sql`${isOneOf(bookings.status, OPEN_STATUSES)} and ${bookings.id} <> ${bookingId}
      and ${bookings.startsAt} > ${start} - ${DAY} and ${bookings.startsAt} < ${start} + ${DAY}`,
  );
}

/**
 * The starts that open bookings hold in the bookable week, as a column of a query over profiles; `condition`: only of
 * bookings that meet it.
 */
export const takenStartsColumn = (now: Instant, condition: SQL = sql`true`): SQL<Instant[]> =>
  startsOf(sql`${isOfBookableWeek(now)} and ${condition}`);

/** The query of the starts that open bookings of one plumber hold in the bookable week, in no order. */
export const selectTakenStarts = (db: Database, plumberId: string, now: Instant) =>
  db
    .select({ startsAt: bookings.startsAt })
    .from(bookings)
    .where(and(eq(bookings.plumberId, plumberId), isOfBookableWeek(now)));
