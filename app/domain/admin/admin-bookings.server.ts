import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings } from "~/db/schema";
import type { Booking, BookingSummary } from "../bookings/booking";
import { ASSIGNABLE_STATUSES } from "../bookings/booking-machine";
import { isStillOpen } from "../bookings/queries/booking-conditions.server";
import { newestFirst, selectSummaries, selectBookings, soonestFirst } from "../bookings/queries/booking-views.server";
import { pageByKey, parseKeyCursor } from "../values/key-cursor";
import { DAY, instantOf, MINUTE, type Instant, type LocalDate } from "../time/harare";
import { DISPATCH_LIST_SIZE, MAX_JOBS_PER_DAY } from "./dispatch-list";
import type { AdminBookingFilter } from "./booking-filter";

const PAGE_SIZE = 30;

/**
 * Lists a page of the bookings that match a filter, latest start first (O5). `cursor` is the previous page's `next`;
 * null for the first page.
 */
export async function listAdminBookings(
  db: Database,
  filter: AdminBookingFilter,
  cursor: string | null,
): Promise<{ bookings: BookingSummary[]; next: string | null }> {
  const day = filter.day && instantOf(filter.day, 0);
  const last = parseKeyCursor(cursor);
  const rows = await selectSummaries(db, "admin")
    .where(
      and(
        filter.client
          ? eq(bookings.clientId, filter.client)
          : filter.plumber
            ? eq(bookings.plumberId, filter.plumber)
            : filter.city
              ? eq(bookings.cityKey, filter.city)
              : undefined,
        filter.status && !filter.client ? eq(bookings.status, filter.status) : undefined,
        day ? sql`${bookings.startsAt} >= ${day}` : undefined,
        // One upper bound: with two SQLite reads what lies between them.
        last
          ? sql`(${bookings.startsAt}, ${bookings.id}) < (${last.at}, ${last.id})`
          : day
            ? sql`${bookings.startsAt} < ${day + DAY}`
            : undefined,
      ),
    )
    .orderBy(...newestFirst)
    .limit(PAGE_SIZE + 1);
  const { shown, next } = pageByKey(rows, PAGE_SIZE, ({ startsAt }) => startsAt);
  return { bookings: shown, next };
}

/** Lists the latest bookings of a user, on either side, latest start first; at most `limit`. */
export const listBookingsOf = (db: Database, userId: string, limit: number): Promise<BookingSummary[]> =>
  selectSummaries(db, "admin")
    .where(
      sql`${bookings.id} in (
        select id from (select id from bookings where client_id = ${userId} order by starts_at desc, id desc limit ${limit})
        union select id from (select id from bookings where plumber_id = ${userId} order by starts_at desc, id desc limit ${limit}))`,
    )
    .orderBy(...newestFirst)
    .limit(limit);

// Each list of Dispatch has at most one booking more than the page shows: it only tells that there are more.

/** Lists unassigned requests, soonest start first; at most 51 (O3). */
export const listUnassigned = (db: Database): Promise<Booking[]> =>
  selectBookings(db)
    .where(sql`${bookings.plumberId} is null and ${bookings.status} = 'pending'`)
    .orderBy(...soonestFirst)
    .limit(DISPATCH_LIST_SIZE + 1);

/**
 * Lists requests that were sent to their plumber at `since` or earlier and are still pending, longest wait first; at
 * most 51 (O3).
 */
export const listUnanswered = (db: Database, since: Instant): Promise<Booking[]> =>
  selectBookings(db)
    .where(
      sql`${bookings.status} = 'pending' and ${bookings.plumberId} is not null and ${bookings.askedAt} <= ${since}`,
    )
    .orderBy(asc(bookings.askedAt))
    .limit(DISPATCH_LIST_SIZE + 1);

/**
 * Lists upcoming open bookings of suspended plumbers, which need another plumber, soonest first; at most 51 (O3, O7).
 */
export const listStranded = (db: Database, now: Instant): Promise<Booking[]> =>
  selectBookings(db)
    .where(
      sql`${bookings.id} in (
      select stranded.id from (select id from users where suspended_at is not null order by suspended_at desc limit 100) as gone, bookings as stranded
      where stranded.plumber_id = gone.id and ${isOneOf(sql`stranded.status`, ASSIGNABLE_STATUSES)} and stranded.starts_at > ${now} limit ${sql.raw(String(DISPATCH_LIST_SIZE + 1))})`,
    )
    .orderBy(asc(bookings.startsAt))
    .limit(DISPATCH_LIST_SIZE + 1);

/** Lists all bookings of a day in Harare, soonest first; at most 300. */
export const listDay = (db: Database, day: LocalDate): Promise<BookingSummary[]> =>
  selectSummaries(db, "admin")
    .where(sql`${bookings.startsAt} >= ${instantOf(day, 0)} and ${bookings.startsAt} < ${instantOf(day, 0) + DAY}`)
    .orderBy(...soonestFirst)
    .limit(MAX_JOBS_PER_DAY);

const OPEN_ROWS = 30;

/** Lists bookings that are still open a day after their start, longest first; at most 30 (B27). */
export const listStillOpen = (db: Database, now: Instant): Promise<BookingSummary[]> =>
  selectSummaries(db, "admin")
    .where(isStillOpen(now))
    .orderBy(...soonestFirst)
    .limit(OPEN_ROWS);

/** How long after its start a confirmed job counts as late. */
export const LATE_AFTER = 30 * MINUTE;
const OF_EACH = 30;

/**
 * Lists what matters of a day in Harare now: jobs that should have begun (`late`), those under way, and open ones to
 * come (`ahead`); at most 30 of each, soonest first.
 */
export async function listNow(db: Database, day: LocalDate, now: Instant) {
  const [from, until] = [instantOf(day, 0), instantOf(day, 0) + DAY];
  const lateSince = now - LATE_AFTER;
  const first = (condition: SQL) =>
    sql`select id from (select id from bookings where ${condition} order by starts_at, id limit ${sql.raw(String(OF_EACH))})`;
  const shown = await selectSummaries(db, "admin")
    .where(
      sql`${bookings.id} in (
      ${first(sql`status = 'confirmed' and starts_at >= ${from} and starts_at < ${lateSince}`)}
      union ${first(sql`status = 'in-progress' and starts_at >= ${from} and starts_at < ${until}`)}
      union ${first(sql`${isOneOf(sql`status`, ASSIGNABLE_STATUSES)} and starts_at >= ${lateSince} and starts_at < ${until}`)})`,
    )
    .orderBy(...soonestFirst)
    .limit(3 * OF_EACH);
  return {
    late: shown.filter(({ status, startsAt }) => status === "confirmed" && startsAt < lateSince),
    underWay: shown.filter(({ status }) => status === "in-progress"),
    ahead: shown.filter(({ status, startsAt }) => status !== "in-progress" && startsAt >= lateSince),
  };
}
