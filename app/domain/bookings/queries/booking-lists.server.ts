import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { readRows } from "~/db/readable-rows.server";
import { bookings } from "~/db/schema";
import type { Instant } from "../../time/harare";
import { pageByKey, parseMarkedCursor, type KeyCursor } from "../../values/key-cursor";
import type { SessionClaims } from "../../values/user";
import { AGREED_STATUSES, isOpen, type Booking, type BookingFilter, type BookingView } from "../booking";
import { listBooking, type ListedBooking, type OnlineStepOf } from "../next-step/listed-booking";
import type { StepRow } from "../next-step/step-facts";
import { isCalledOffBooking, isClosedBooking, isOf, isOpenBooking } from "./booking-conditions.server";
import { stepDetails } from "./step-columns.server";
import { newestFirst, selectListed, selectViews, type ListedRow } from "./booking-views.server";

export const BOOKINGS_PAGE_SIZE = 15;

type Owner = SessionClaims & { role: "client" | "plumber" };

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

type Placed = Pick<Booking, "id" | "status" | "startsAt"> & { openOrder: number };

/**
 * A page of what `owner` has (L5): open bookings soonest first, with those in progress on top, then late ones; after them
 * the closed ones, newest first. `cursor` is the `next` of the page before; null, or anything that is no cursor, is
 * the first page. `onlineStepOf` null: nothing can be paid online, or a plumber reads.
 */
export async function listOwnBookings(
  db: Database,
  owner: Owner,
  filter: BookingFilter,
  cursor: string | null,
  now: Instant,
  onlineStepOf: OnlineStepOf<ListedRow> | null = null,
): Promise<BookingPage<ListedBooking>> {
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
  const rows = await readRows(db, selectListed(db, owner.role).where(sql`${bookings.id} in (${firstOf(parts)})`));
  const { shown, next } = pageByKey(
    rows.sort(inOrder),
    BOOKINGS_PAGE_SIZE,
    ({ status, openOrder, startsAt }) => (isOpen(status) ? openOrder : startsAt),
    ({ status }) => (isOpen(status) ? "ahead" : "past"),
  );
  return { bookings: shown.map((row) => listBooking(row, owner.role, now, onlineStepOf)), next };
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

/** How many bookings of a client are open, and how many of those lie ahead (B21). */
export async function countOpen(
  db: Database,
  client: SessionClaims,
  now: Instant,
): Promise<{ active: number; upcoming: number }> {
  const [counts] = await db
    .select({
      active: sql<number>`count(*)`.as("active"),
      upcoming: sql<number>`coalesce(sum(${bookings.startsAt} > ${now}), 0)`.as("upcoming"),
    })
    .from(bookings)
    .where(and(eq(bookings.clientId, client.id), isOpenBooking));
  return counts ?? { active: 0, upcoming: 0 };
}

/** The condition and the order of what comes first: for a plumber only what is agreed on. */
const isNextOf = (owner: Owner) =>
  and(isOf(owner), isOpenBooking, owner.role === "plumber" ? isOneOf(bookings.status, AGREED_STATUSES) : undefined);
const soonestFirst = [asc(bookings.openOrder), asc(bookings.id)];

/**
 * The booking that runs or comes first, for the first card of a dashboard (B19, B21); null: none. A plumber's
 * requests are listed below it.
 */
export async function findNextVisit(db: Database, owner: Owner, now: Instant): Promise<(BookingView & StepRow) | null> {
  const [row] = await selectViews(db, owner, now, stepDetails)
    .where(isNextOf(owner))
    .orderBy(...soonestFirst)
    .limit(1);
  return row ?? null;
}

/** A query for the id of that booking, for what is read beside it in the same batch. */
export const nextVisitOf = (db: Database, owner: Owner): SQL =>
  sql`(${db
    .select({ id: bookings.id })
    .from(bookings)
    .where(isNextOf(owner))
    .orderBy(...soonestFirst)
    .limit(1)})`;
