import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { readRows } from "~/db/readable-rows.server";
import { bookings } from "~/db/schema";
import {
  BOOKING_STATUSES,
  isToCome,
  isUnderWay,
  TO_COME_STATUSES,
  UNDER_WAY_STATUSES,
  type BookingStatus,
} from "../bookings/booking";
import { isStillOpen } from "../bookings/queries/booking-conditions.server";
import { selectOfficeRows, soonestFirst } from "../bookings/queries/booking-views.server";
import { countEach } from "../values/bounded-count.server";
import { inOrder } from "../values/key-order.server";
import { pageByKey, parseKeyCursor, type KeyCursor } from "../values/key-cursor";
import type { ListPage } from "../values/list-query";
import { DAY, instantOf, MINUTE, type Instant, type LocalDate } from "../time/harare";
import type { AdminBookingFilter } from "./booking-filter";
import { officeRow, type OfficeBookingRow } from "./office-row";

const PAGE_SIZE = 50;

/**
 * Lists a page of the bookings that match a filter, in its order (O5). `cursor` is the previous page's `next`;
 * null for the first page.
 */
export async function listAdminBookings(
  db: Database,
  filter: AdminBookingFilter,
  cursor: string | null,
  now: Instant,
): Promise<ListPage<OfficeBookingRow>> {
  const { where, orderBy, at } = pageOf(filter, parseKeyCursor(cursor));
  const rows = await readRows(
    db,
    selectOfficeRows(db, {})
      .where(where)
      .orderBy(...orderBy)
      .limit(PAGE_SIZE + 1),
  );
  const { shown, next } = pageByKey(rows, PAGE_SIZE, at);
  return { rows: shown.map((row) => officeRow(row, now)), next };
}

/** What follows a cursor (null: the beginning) in a filter's list, as a condition and an order over `bookings`. */
export function pageOf(filter: AdminBookingFilter, last: KeyCursor | null) {
  const { key, at } = ORDERS[filter.sort.replace("-", "") as keyof typeof ORDERS];
  // The longest wait is the one that began first.
  const isAscending = filter.sort === "start" || filter.sort === "created" || filter.sort === "-waiting";
  const byKey = inOrder(key, bookings.id, isAscending);
  const bounds = last && isAscending ? "until" : last ? "from" : "both";
  return {
    where: and(ofFilter(filter), onDay(filter, bounds), byKey.after(last)),
    orderBy: [...byKey.order],
    key,
    at,
  };
}

type Sorted = Record<"startsAt" | "createdAt" | "waitingSince", Instant>;

/** What the list is ordered by, before the id: in SQL, and of a row. */
const ORDERS = {
  start: { key: bookings.startsAt, at: ({ startsAt }: Sorted) => startsAt },
  created: { key: bookings.createdAt, at: ({ createdAt }: Sorted) => createdAt },
  waiting: { key: bookings.waitingSince, at: ({ waitingSince }: Sorted) => waitingSince },
};

/** The condition of all of a filter but its day. */
const ofFilter = (filter: AdminBookingFilter) =>
  and(
    whose(filter),
    // In the words of the partial index `bookings_waiting`.
    filter.sort.endsWith("waiting")
      ? sql`${bookings.status} = 'pending'`
      : filter.status && !filter.client
        ? eq(bookings.status, filter.status)
        : undefined,
  );

/** The condition of a client, else a plumber, else a city. */
const whose = ({ client, plumber, city }: AdminBookingFilter) =>
  client
    ? eq(bookings.clientId, client)
    : plumber
      ? eq(bookings.plumberId, plumber)
      : city
        ? eq(bookings.cityKey, city)
        : undefined;

/** The condition of the day; beside a cursor one bound at its other end, because with two SQLite reads what lies between. */
function onDay({ day }: AdminBookingFilter, bounds: "from" | "until" | "both") {
  if (!day) return undefined;
  const from = instantOf(day, 0);
  return and(
    bounds === "until" ? undefined : sql`${bookings.startsAt} >= ${from}`,
    bounds === "from" ? undefined : sql`${bookings.startsAt} < ${from + DAY}`,
  );
}

/** Counts the bookings that match a filter whatever their status, by status, each up to 500 (O25). */
export const countByStatus = (db: Database, filter: AdminBookingFilter): Promise<Record<BookingStatus, number>> =>
  countEach(
    db,
    BOOKING_STATUSES,
    (status) => sql`${bookings} where ${and(whose(filter), eq(bookings.status, status), onDay(filter, "both"))}`,
  );

/** Finds a user's earliest request that waits for a plumber or for the plumber's answer, on either side; or null. */
export async function findPendingOf(db: Database, userId: string) {
  const earliest = (side: SQL) =>
    sql`select id from (select id from bookings where ${side} = ${userId} and status = 'pending' order by starts_at, id limit 1)`;
  const [row] = await db
    .select({
      id: bookings.id,
      reference: bookings.reference,
      hasPlumber: sql<boolean>`${bookings.plumberId} is not null`.mapWith(Boolean),
    })
    .from(bookings)
    .where(sql`${bookings.id} in (${earliest(sql`client_id`)} union ${earliest(sql`plumber_id`)})`)
    .orderBy(asc(bookings.startsAt))
    .limit(1);
  return row ?? null;
}

const OPEN_ROWS = 30;

/** Lists bookings that are still open a day after their start, longest first; at most 30 (B27). */
export async function listStillOpen(db: Database, now: Instant): Promise<OfficeBookingRow[]> {
  const rows = await readRows(
    db,
    selectOfficeRows(db, {})
      .where(isStillOpen(now))
      .orderBy(...soonestFirst)
      .limit(OPEN_ROWS),
  );
  return rows.map((row) => officeRow(row, now));
}

/** How long after its start a confirmed job counts as late. */
export const LATE_AFTER = 30 * MINUTE;
const OF_EACH = 30;

/**
 * The condition that a confirmed job should have begun (O2). It doesn't end with the day: a day after its start the job
 * is among those that are still open (B27).
 */
export const isLate = (now: Instant): SQL =>
  sql`status = 'confirmed' and starts_at > ${now - DAY} and starts_at < ${now - LATE_AFTER}`;

/**
 * Lists what matters now: jobs that should have begun (`late`) and those under way, whatever the day, and what is still
 * to come of `day` in Harare (`ahead`); at most 30 of each, soonest first.
 */
export async function listNow(db: Database, day: LocalDate, now: Instant) {
  const until = instantOf(day, 0) + DAY;
  const lateSince = now - LATE_AFTER;
  const first = (condition: SQL) =>
    sql`select id from (select id from bookings where ${condition} order by starts_at, id limit ${sql.raw(String(OF_EACH))})`;
  const phoneOf = (side: SQL) => sql<string | null>`(select phone from users where id = ${side})`;
  const rows = await readRows(
    db,
    selectOfficeRows(db, {
      plumberPhone: phoneOf(sql`${bookings.plumberId}`).as("plumber_phone"),
      clientPhone: phoneOf(sql`${bookings.clientId}`).as("client_phone"),
    })
      .where(
        sql`${bookings.id} in (
      ${first(isLate(now))}
      union ${first(sql`${isOneOf(sql`status`, UNDER_WAY_STATUSES)} and starts_at > ${now - DAY} and starts_at < ${until}`)}
      union ${first(sql`${isOneOf(sql`status`, TO_COME_STATUSES)} and starts_at >= ${lateSince} and starts_at < ${until}`)})`,
      )
      .orderBy(...soonestFirst)
      .limit(3 * OF_EACH),
  );
  const isLateRow = ({ status, startsAt }: { status: BookingStatus; startsAt: Instant }) =>
    status === "confirmed" && startsAt < lateSince;
  const shown = rows.map((row) => officeRow(row, now));
  return {
    /** With whom the office calls. */
    late: rows
      .filter(isLateRow)
      .map(({ plumberPhone, clientPhone, ...row }) => ({ ...officeRow(row, now), plumberPhone, clientPhone })),
    underWay: shown.filter(({ status }) => isUnderWay(status)),
    ahead: shown.filter(({ status, startsAt }) => isToCome(status) && startsAt >= lateSince),
  };
}
