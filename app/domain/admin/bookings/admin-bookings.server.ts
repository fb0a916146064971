import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { type Database, firstRow, columnsOf, isOneOf } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { AGREED_STATUSES, TO_COME_STATUSES, UNDER_WAY_STATUSES } from "../../bookings/booking";
import { isStillOpen } from "../../bookings/queries/booking-conditions.server";
import { countEach, keysetOrder } from "../../values/lists.server";
import { pageByKey, parseKeyCursor, type KeyCursor } from "../../values/lists";
import { DAY, instantOf, type Instant, type LocalDate } from "../../time/harare";
import { BOOKING_VIEWS, type AdminBookingFilter, type BookingView } from "../lists/office-lists";
import { LATE_AFTER } from "./office-row";
import { readOfficeRows } from "./office-rows.server";

const PAGE_SIZE = 50;

/** Lists a page of the bookings that match a filter, in its order (O5). `cursor` is the previous page's `next`, null at first. */
export async function listAdminBookings(db: Database, filter: AdminBookingFilter, cursor: string | null, now: Instant) {
  const { where, orderBy, key } = pageOf(filter, parseKeyCursor(cursor), PAGE_SIZE + 1, now);
  const page = sql`${where} order by ${orderBy} limit ${PAGE_SIZE + 1}`;
  const { shown, next } = pageByKey(await readOfficeRows(db, page, now), PAGE_SIZE, (row) => row[key]);
  return { rows: shown.map(({ more: _, ...row }) => row), next };
}

/** The bookings of a filter's list behind a cursor, for a page of at most `limit`, as a condition and an order over `bookings`. */
export function pageOf(filter: AdminBookingFilter, last: KeyCursor | null, limit: number, now: Instant) {
  const key = ORDERS[filter.sort.replace("-", "") as keyof typeof ORDERS];
  const isAscending = filter.sort === "start" || filter.sort === "created" || filter.sort === "-waiting";
  const byKey = keysetOrder(bookings[key], bookings.id, isAscending);
  const bounds = last && isAscending ? "until" : last ? "from" : "both";
  const orderBy = sql.join([...byKey.order], sql`, `);
  const isWithin = and(whose(filter), dayCondition(filter, bounds), byKey.after(last));
  // One index has the order of each status alone: of both, a page is among the first of each.
  const firstOf = (status: string) =>
    sql`select id from (select id from bookings where ${and(
      eq(bookings.status, sql.raw(`'${status}'`)),
      filter.view === "open" ? isStillOpen(now) : isToStart(now),
      isWithin,
    )} order by ${orderBy} limit ${limit})`;
  const statuses = filter.view === "open" ? AGREED_STATUSES : filter.view === "to-come" ? TO_COME_STATUSES : null;
  const where = statuses
    ? sql`${bookings.id} in (${sql.join(statuses.map(firstOf), sql` union all `)})`
    : (and(viewCondition(filter, now), isWithin) ?? sql`true`);
  return { where, orderBy, key };
}

const ORDERS = { start: "startsAt", created: "createdAt", waiting: "waitingSince" } as const;

const isToStart = (now: Instant) => sql`${bookings.startsAt} >= ${now - LATE_AFTER}`;

function viewCondition({ view, sort }: Pick<AdminBookingFilter, "view" | "sort">, now: Instant) {
  // In the words of the partial index `bookings_waiting`.
  if (sort.endsWith("waiting")) return sql`${bookings.status} = 'pending'`;
  if (view === "late") return isLate(now);
  if (view === "open") return isStillOpen(now);
  return view === "all" || view === "to-come" ? undefined : eq(bookings.status, view);
}

function whose({ client, plumber, city }: AdminBookingFilter) {
  if (client) return eq(bookings.clientId, client);
  if (plumber) return eq(bookings.plumberId, plumber);
  return city ? eq(bookings.cityKey, city) : undefined;
}

/** The condition of the day; beside a cursor one bound at its other end, because with two SQLite reads what lies between. */
function dayCondition({ day }: AdminBookingFilter, bounds: "from" | "until" | "both") {
  if (!day) return undefined;
  const from = instantOf(day, 0);
  return and(
    bounds === "until" ? undefined : sql`${bookings.startsAt} >= ${from}`,
    bounds === "from" ? undefined : sql`${bookings.startsAt} < ${from + DAY}`,
  );
}

/** Views that another page links to: shown only while one is in them. */
type LinkedView = "late" | "open";
type Counts = Record<Exclude<BookingView, "all" | LinkedView>, number> & Partial<Record<LinkedView, number>>;

/** Counts the bookings that match a filter in each view that is shown but "all", each up to `COUNTED` (O25). */
export function countByView(db: Database, filter: AdminBookingFilter, now: Instant): Promise<Counts> {
  const shown = BOOKING_VIEWS.filter((view) => view === filter.view || !["late", "open"].includes(view));
  const counted = shown.filter((view) => view !== "all");
  return countEach(db, counted, (view) => {
    const isIn =
      view === "to-come"
        ? and(isOneOf(bookings.status, TO_COME_STATUSES), isToStart(now))
        : viewCondition({ view, sort: "start" }, now);
    return sql`${bookings} where ${and(whose(filter), isIn, dayCondition(filter, "both"))}`;
  });
}

/** Finds a user's earliest request that waits for a plumber or for the plumber's answer, on either side; or null. */
export function findPendingOf(db: Database, userId: string) {
  const earliest = (side: SQL) =>
    sql`select id from (select id from bookings where ${side} = ${userId} and status = 'pending' order by starts_at, id limit 1)`;
  const selected = columnsOf(bookings, "id", "reference", "plumberId");
  const isEarliest = sql`${bookings.id} in (${earliest(sql`client_id`)} union ${earliest(sql`plumber_id`)})`;
  return firstRow(db.select(selected).from(bookings).where(isEarliest).orderBy(asc(bookings.startsAt)).limit(1));
}

const LIST_SIZE = 30;

/** The condition that a confirmed job should have begun (O2); a day after its start it is among the open ones instead (B27). */
export const isLate = (now: Instant): SQL =>
  sql`status = 'confirmed' and starts_at > ${now - DAY} and starts_at < ${now - LATE_AFTER}`;

/** Lists jobs under way, whatever the day, and those still to come of `day`; at most 30 of each, soonest first, no late ones. */
export function listNow(db: Database, day: LocalDate, now: Instant) {
  const until = instantOf(day, 0) + DAY;
  const first = (statuses: readonly string[], from: SQL) => sql`select id from (select id from bookings
    where ${isOneOf(sql`status`, statuses)} and starts_at ${from} and starts_at < ${until}
    order by starts_at, id limit ${sql.raw(String(LIST_SIZE))})`;
  return readOfficeRows(
    db,
    sql`bookings.id in (${first(UNDER_WAY_STATUSES, sql`> ${now - DAY}`)} union all
      ${first(TO_COME_STATUSES, sql`>= ${now - LATE_AFTER}`)}) order by starts_at, bookings.id`,
    now,
  );
}
