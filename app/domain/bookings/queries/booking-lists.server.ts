import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { Instant } from "../../time/harare";
import { pageByKey, parseMarkedCursor, type KeyCursor } from "../../values/key-cursor";
import type { SessionClaims } from "../../values/user";
import { isOpen, type BookingFilter, type BookingSummary, type ClientBooking } from "../booking";
import { isCalledOffBooking, isClosedBooking, isOf, isOpenBooking } from "./booking-conditions.server";
import { newestFirst, selectClientBookings, selectSummaries } from "./booking-views.server";

export const BOOKINGS_PAGE_SIZE = 20;

/** A page of a list; `next` is the cursor of the page after it, null at the end. */
export interface BookingPage<Row> {
  bookings: Row[];
  next: string | null;
}

/** The closed bookings that a filter shows, after its open ones if it shows those too; null: none. */
const CLOSED: Record<BookingFilter, SQL | null> = {
  all: isClosedBooking,
  upcoming: null,
  past: sql`${bookings.status} = 'completed'`,
  cancelled: isCalledOffBooking,
};
const showsOpen = (filter: BookingFilter) => filter === "all" || filter === "upcoming";

/** A page of a client's bookings (L5). */
export const listClientBookings = (
  db: Database,
  client: SessionClaims & { role: "client" },
  filter: BookingFilter,
  cursor: string | null,
): Promise<BookingPage<ClientBooking>> =>
  listOwn(db, client, filter, cursor, (isShown) => selectClientBookings(db).where(isShown));

/** A page of a plumber's jobs (L5). */
export const listJobs = (
  db: Database,
  plumber: SessionClaims & { role: "plumber" },
  filter: BookingFilter,
  cursor: string | null,
): Promise<BookingPage<BookingSummary>> =>
  listOwn(db, plumber, filter, cursor, (isShown) => selectSummaries(db, "plumber").where(isShown));

type Placed = Pick<BookingSummary, "id" | "status" | "startsAt"> & { openOrder: number };

/**
 * A page of what `owner` has: open bookings soonest first, with those in progress on top, then late ones; after them
 * the closed ones, newest first. `cursor` is the `next` of the page before; null, or anything that is no cursor, is
 * the first page. `select` reads the bookings that its condition names, in any order.
 */
async function listOwn<Row extends Placed>(
  db: Database,
  owner: SessionClaims,
  filter: BookingFilter,
  cursor: string | null,
  select: (isShown: SQL) => PromiseLike<Row[]>,
): Promise<BookingPage<Row>> {
  const last = parseMarkedCursor(cursor);
  const lastPast = last?.mark === "past" ? last : null;
  const closed = CLOSED[filter];
  const parts = [
    ...(showsOpen(filter) && !lastPast ? [selectAhead(db, owner, last)] : []),
    ...(closed ? [selectPast(db, owner, closed, lastPast)] : []),
  ];
  // A cursor of the closed ones, under a filter that shows none.
  if (parts.length === 0) return { bookings: [], next: null };
  // Only by id: with the owner beside it SQLite would read all of their bookings.
  const rows = await select(sql`${bookings.id} in (${firstOf(parts)})`);
  const { shown, next } = pageByKey(
    rows.sort(inOrder),
    BOOKINGS_PAGE_SIZE,
    ({ status, openOrder, startsAt }) => (isOpen(status) ? openOrder : startsAt),
    ({ status }) => (isOpen(status) ? "ahead" : "past"),
  );
  return { bookings: shown, next };
}

const ONE_MORE = BOOKINGS_PAGE_SIZE + 1;

/** The ids of the open bookings after `last`, in their order. */
const selectAhead = (db: Database, owner: SessionClaims, last: KeyCursor | null) =>
  db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        isOf(owner),
        isOpenBooking,
        last ? sql`(${bookings.openOrder}, ${bookings.id}) > (${last.at}, ${last.id})` : undefined,
      ),
    )
    .orderBy(asc(bookings.openOrder), asc(bookings.id))
    .limit(ONE_MORE);

/** The ids of the bookings of `closed` after `last`, newest first. */
const selectPast = (db: Database, owner: SessionClaims, closed: SQL, last: KeyCursor | null) =>
  db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        isOf(owner),
        closed,
        last ? sql`(${bookings.startsAt}, ${bookings.id}) < (${last.at}, ${last.id})` : undefined,
      ),
    )
    .orderBy(...newestFirst)
    .limit(ONE_MORE);

/** The first ids of the parts one after another: only those bookings are read whole. */
const firstOf = (parts: { getSQL: () => SQL }[]): SQL =>
  sql`${sql.join(
    parts.map((part) => sql`select id from (${part.getSQL()})`),
    sql` union all `,
  )} limit ${ONE_MORE}`;

/** The order of the parts: open bookings by their order, then closed ones, newest first. */
function inOrder(a: Placed, b: Placed): number {
  const [aOpen, bOpen] = [isOpen(a.status), isOpen(b.status)];
  if (aOpen !== bOpen) return aOpen ? -1 : 1;
  return aOpen
    ? a.openOrder - b.openOrder || (a.id < b.id ? -1 : 1)
    : b.startsAt - a.startsAt || (a.id > b.id ? -1 : 1);
}

const CURRENT_ROWS = 5;

/**
 * How many bookings of a client are open and how many of those lie ahead; those that run or should have begun
 * (`current`), at most five; and the next of the others, or null (B21).
 */
export async function summariseClient(
  db: Database,
  client: SessionClaims,
  now: Instant,
): Promise<{ active: number; upcoming: number; current: ClientBooking[]; next: ClientBooking | null }> {
  const open = and(eq(bookings.clientId, client.id), isOpenBooking);
  const hasBegun = sql`(${bookings.startsAt} <= ${now} or ${bookings.status} = 'in-progress')`;
  const [[counts], current, [next]] = await Promise.all([
    db
      .select({
        active: sql<number>`count(*)`,
        upcoming: sql<number>`coalesce(sum(${bookings.startsAt} > ${now}), 0)`,
      })
      .from(bookings)
      .where(open),
    selectClientBookings(db)
      .where(and(open, hasBegun))
      .orderBy(asc(bookings.openOrder), asc(bookings.id))
      .limit(CURRENT_ROWS),
    selectClientBookings(db)
      .where(and(open, sql`not ${hasBegun}`))
      .orderBy(asc(bookings.openOrder), asc(bookings.id))
      .limit(1),
  ]);
  return { active: counts?.active ?? 0, upcoming: counts?.upcoming ?? 0, current, next: next ?? null };
}
