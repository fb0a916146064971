import { and, asc, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { DAY, type Instant } from "../../time/harare";
import { isOpen, sharesPhones, type Booking, type BookingFilter, type BookingStatus } from "../booking";
import { bookingFields, client, completedAt, participantOf, plumber } from "./booking-columns.server";
import { isCalledOffBooking, isClosedBooking, isKeptBooking, isOpenBooking } from "./booking-conditions.server";
import { formatCursor, type ListCursor } from "./booking-cursor";

/** A page of a list that never grows without bound; `next` continues it, null at its end. */
export interface BookingPage {
  bookings: Booking[];
  next: string | null;
}

export const BOOKINGS_PAGE_SIZE = 20;

/** Bookings with both their people, for those who say which and in what order. */
export async function selectBookings(
  db: Database,
  where: SQL | undefined,
  order: SQL[],
  limit: number,
): Promise<Booking[]> {
  return db
    .select({ ...bookingFields, client: participantOf(client), plumber: participantOf(plumber) })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
    .where(where)
    .orderBy(...order)
    .limit(limit);
}

const newestFirst = [desc(bookings.startsAt), desc(bookings.id)];
const soonestFirst = [asc(bookings.startsAt), asc(bookings.id)];
const inOpenOrder = [asc(bookings.openOrder), asc(bookings.id)];

/** What a filter shows beside the open bookings, or in their place. */
const CLOSED: Record<BookingFilter, SQL | null> = {
  all: isClosedBooking,
  upcoming: null,
  past: sql`${bookings.status} = 'completed'`,
  cancelled: isCalledOffBooking,
};
const showsOpen = (filter: BookingFilter) => filter === "all" || filter === "upcoming";

/**
 * A page of somebody's bookings (L5): open ones soonest first, what is in progress or late on
 * top; then what is over, newest first. `own` says whose, `select` reads rows.
 */
async function listPage<Row extends { id: string; status: BookingStatus; startsAt: Instant; openOrder: number | null }>(
  own: SQL,
  filter: BookingFilter,
  cursor: ListCursor | null,
  select: (where: SQL | undefined, order: SQL[]) => Promise<Row[]>,
): Promise<{ bookings: Omit<Row, "openOrder">[]; next: string | null }> {
  const isPast = cursor?.part === "past";
  const later = cursor && sql`(${bookings.openOrder}, ${bookings.id}) > (${cursor.at}, ${cursor.id})`;
  const earlier =
    cursor && isPast ? sql`(${bookings.startsAt}, ${bookings.id}) < (${cursor.at}, ${cursor.id})` : undefined;
  const closed = CLOSED[filter];
  const [open, over] = await Promise.all([
    showsOpen(filter) && !isPast ? select(and(own, isOpenBooking, later ?? undefined), inOpenOrder) : [],
    closed ? select(and(own, closed, earlier), newestFirst) : [],
  ]);
  const rows = [...open, ...over];
  const shown = rows.slice(0, BOOKINGS_PAGE_SIZE);
  const last = shown.at(-1);
  const lastKey =
    last &&
    (isOpen(last.status)
      ? ({ part: "ahead", at: last.openOrder ?? 0, id: last.id } as const)
      : ({ part: "past", at: last.startsAt, id: last.id } as const));
  return {
    bookings: shown.map(({ openOrder: _, ...booking }) => booking),
    next: lastKey && rows.length > shown.length ? formatCursor(lastKey) : null,
  };
}

/** A client's bookings, a page at a time, with the plumber's phone while they may share it. */
export async function listBookingsOfClient(
  db: Database,
  clientId: string,
  filter: BookingFilter,
  cursor: ListCursor | null,
  now: Instant,
): Promise<{
  bookings: (Booking & { phone: string | null; reason: string | null; reviewedAt: Instant | null })[];
  next: string | null;
}> {
  const page = await listPage(eq(bookings.clientId, clientId), filter, cursor, (where, order) =>
    db
      .select({
        ...bookingFields,
        openOrder: bookings.openOrder,
        client: participantOf(client),
        plumber: { ...participantOf(plumber), phone: plumber.phone },
        completedAt,
        reason,
        reviewedAt: bookings.reviewedAt,
      })
      .from(bookings)
      .innerJoin(client, eq(client.id, bookings.clientId))
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(where)
      .orderBy(...order)
      .limit(BOOKINGS_PAGE_SIZE + 1),
  );
  return {
    ...page,
    bookings: page.bookings.map(({ completedAt, plumber, ...booking }) => ({
      ...booking,
      plumber: plumber && {
        id: plumber.id,
        firstName: plumber.firstName,
        lastName: plumber.lastName,
        photoKey: plumber.photoKey,
      },
      phone: plumber && sharesPhones(booking.status, completedAt, now) ? plumber.phone : null,
    })),
  };
}

const reason = sql<string | null>`(
  select reason from booking_events where booking_events.booking_id = ${bookings.id} and booking_events.to_status = ${bookings.status}
    and booking_events.event <> 'assign' and reason is not null limit 1)`;

/** A plumber's jobs, a page at a time. */
export function listJobsOfPlumber(
  db: Database,
  plumberId: string,
  filter: BookingFilter,
  cursor: ListCursor | null,
): Promise<BookingPage> {
  return listPage(eq(bookings.plumberId, plumberId), filter, cursor, (where, order) =>
    db
      .select({
        ...bookingFields,
        openOrder: bookings.openOrder,
        client: participantOf(client),
        plumber: participantOf(plumber),
      })
      .from(bookings)
      .innerJoin(client, eq(client.id, bookings.clientId))
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(where)
      .orderBy(...order)
      .limit(BOOKINGS_PAGE_SIZE + 1),
  );
}

/** A plumber's jobs that start in a span of time and were not called off, soonest first; at most 200. */
export function listJobsBetween(db: Database, plumberId: string, from: Instant, until: Instant): Promise<Booking[]> {
  return selectBookings(
    db,
    and(
      eq(bookings.plumberId, plumberId),
      isKeptBooking,
      sql`${bookings.startsAt} >= ${from} and ${bookings.startsAt} < ${until}`,
    ),
    soonestFirst,
    200,
  );
}

/** What a plumber has not yet marked as seen, soonest first, at most `limit` (B15). */
export function listUnseenBookings(db: Database, plumberId: string, limit = 50): Promise<Booking[]> {
  return selectBookings(db, and(eq(bookings.plumberId, plumberId), isNull(bookings.seenAt)), soonestFirst, limit);
}

/** How many of them there are: the number in the menu. Counts to 100 and no further. */
export async function countUnseenBookings(db: Database, plumberId: string): Promise<number> {
  const unseen = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.plumberId, plumberId), isNull(bookings.seenAt)))
    .limit(100)
    .as("unseen");
  const [row] = await db.select({ count: sql<number>`count(*)` }).from(unseen);
  return row?.count ?? 0;
}

/** A plumber's jobs that wait for an answer, or are open today or later, soonest first: what the dashboard begins with. */
export function listOpenJobs(db: Database, plumberId: string, limit: number, now: Instant): Promise<Booking[]> {
  const current = sql`(${bookings.status} = 'pending' or ${bookings.startsAt} > ${now - DAY})`;
  return selectBookings(db, and(eq(bookings.plumberId, plumberId), isOpenBooking, current), soonestFirst, limit);
}

/** How many bookings of a client are open, how many of those lie ahead, and the next of them with the plumber's phone while they share it (B21). */
export async function summariseClient(db: Database, clientId: string, now: Instant) {
  const open = and(eq(bookings.clientId, clientId), isOpenBooking);
  const [[counts], [next]] = await Promise.all([
    db
      .select({
        active: sql<number>`count(*)`,
        upcoming: sql<number>`coalesce(sum(${bookings.startsAt} > ${now}), 0)`,
      })
      .from(bookings)
      .where(open),
    db
      .select({
        ...bookingFields,
        client: participantOf(client),
        plumber: participantOf(plumber),
        phone: plumber.phone,
      })
      .from(bookings)
      .innerJoin(client, eq(client.id, bookings.clientId))
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(and(open, sql`${bookings.startsAt} > ${now}`))
      .orderBy(...soonestFirst)
      .limit(1),
  ]);
  return {
    active: counts?.active ?? 0,
    upcoming: counts?.upcoming ?? 0,
    next: next ? { ...next, phone: sharesPhones(next.status, null, now) ? next.phone : null } : null,
  };
}
