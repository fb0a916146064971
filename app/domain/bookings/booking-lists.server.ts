import { and, asc, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { DAY, type Instant } from "../time/harare";
import { sharesPhones, type Booking, type BookingFilter } from "./booking";
import { bookingFields, client, completedAt, partyOf, plumber } from "./booking-columns.server";
import { formatCursor, type ListCursor } from "./list-cursor";

/** The condition of an open booking, in the words of the partial indexes: with bound values SQLite could not use them. */
export const isOpenBooking = sql`${bookings.status} in ('pending', 'confirmed', 'in-progress')`;

/** A page of a list that never grows without bound; `next` continues it, null at its end. */
export interface BookingPage {
  bookings: Booking[];
  next: string | null;
}

export const BOOKINGS_A_PAGE = 20;

/** Bookings with both their people, for those who say which and in what order. */
export async function selectBookings(db: Database, where: SQL | undefined, order: SQL[], limit: number): Promise<Booking[]> {
  return db
    .select({ ...bookingFields, client: partyOf(client), plumber: partyOf(plumber) })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
    .where(where)
    .orderBy(...order)
    .limit(limit);
}

const newestFirst = [desc(bookings.startsAt), desc(bookings.id)];
const soonestFirst = [asc(bookings.startsAt), asc(bookings.id)];
const before = (cursor: ListCursor | null) =>
  cursor ? sql`(${bookings.startsAt}, ${bookings.id}) < (${cursor.startsAt}, ${cursor.id})` : undefined;
const after = (cursor: ListCursor | null) =>
  cursor ? sql`(${bookings.startsAt}, ${bookings.id}) > (${cursor.startsAt}, ${cursor.id})` : undefined;

// In the words of the partial indexes.
const isCalledOff = sql`${bookings.status} in ('cancelled', 'refused')`;
const isKept = sql`${bookings.status} in ('pending', 'confirmed', 'in-progress', 'completed')`;

/**
 * A client's bookings, newest start first (product.md, Order of lists), what lies ahead soonest first; with the
 * plumber's phone while they may share it.
 */
export async function listBookingsOfClient(
  db: Database,
  clientId: string,
  filter: BookingFilter,
  cursor: ListCursor | null,
  now: Instant,
): Promise<{ bookings: (Booking & { phone: string | null; reason: string | null; reviewedAt: Instant | null })[]; next: string | null }> {
  const rows = await db
    .select({ ...bookingFields, client: partyOf(client), plumber: { ...partyOf(plumber), phone: plumber.phone }, completedAt, reason, reviewedAt: bookings.reviewedAt })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
    .where(and(eq(bookings.clientId, clientId), isPartOf(filter, cursor, now)))
    .orderBy(...(filter === "upcoming" ? soonestFirst : newestFirst))
    .limit(BOOKINGS_A_PAGE + 1);
  const page = pageOf(rows, filter === "upcoming" ? "ahead" : "past");
  return {
    ...page,
    bookings: page.bookings.map(({ completedAt, plumber, ...booking }) => ({
      ...booking,
      plumber: plumber && { id: plumber.id, name: plumber.name, username: plumber.username, photoKey: plumber.photoKey },
      phone: plumber && sharesPhones(booking.status, completedAt, now) ? plumber.phone : null,
    })),
  };
}

/** The condition of a filter from a cursor on; one bound of the start each, as with two SQLite reads what lies between. */
function isPartOf(filter: BookingFilter, cursor: ListCursor | null, now: Instant): SQL | undefined {
  switch (filter) {
    case "all":
      return before(cursor);
    case "upcoming":
      return and(isKept, cursor && cursor.startsAt > now ? after(cursor) : sql`${bookings.startsAt} > ${now}`);
    case "past":
      return and(isKept, cursor && cursor.startsAt <= now ? before(cursor) : sql`${bookings.startsAt} <= ${now}`);
    case "cancelled":
      return and(isCalledOff, before(cursor));
    default:
      return filter satisfies never;
  }
}

const reason = sql<string | null>`(
  select reason from booking_events where booking_events.booking_id = ${bookings.id} and booking_events.to_status = ${bookings.status}
    and booking_events.event <> 'assign' and reason is not null limit 1)`;

/** A plumber's jobs: those ahead of `now` soonest first, then the past ones, latest first. */
export async function listJobsOfPlumber(
  db: Database,
  plumberId: string,
  cursor: ListCursor | null,
  now: Instant,
): Promise<BookingPage> {
  const own = eq(bookings.plumberId, plumberId);
  // One bound each: given two, SQLite seeks to `now` and reads every row up to the cursor.
  const fromHere = cursor?.part === "ahead" && cursor.startsAt >= now ? after(cursor) : sql`${bookings.startsAt} >= ${now}`;
  const beforeHere = cursor?.part === "past" && cursor.startsAt < now ? before(cursor) : sql`${bookings.startsAt} < ${now}`;
  const [ahead, past] = await Promise.all([
    cursor?.part === "past" ? [] : selectBookings(db, and(own, fromHere), soonestFirst, BOOKINGS_A_PAGE + 1),
    selectBookings(db, and(own, beforeHere), newestFirst, BOOKINGS_A_PAGE + 1),
  ]);
  const page = pageOf([...ahead, ...past], "ahead");
  const last = page.bookings.at(-1);
  return last && page.next && last.startsAt < now
    ? { ...page, next: formatCursor({ part: "past", startsAt: last.startsAt, id: last.id }) }
    : page;
}

function pageOf<Row extends Booking>(rows: Row[], part: ListCursor["part"]): { bookings: Row[]; next: string | null } {
  const shown = rows.slice(0, BOOKINGS_A_PAGE);
  const last = shown.at(-1);
  const more = rows.length > BOOKINGS_A_PAGE && last;
  return { bookings: shown, next: more ? formatCursor({ part, startsAt: last.startsAt, id: last.id }) : null };
}

/** A part of a plumber's jobs: what lies ahead soonest first, the rest latest first. */
export async function listPartOfJobs(
  db: Database,
  plumberId: string,
  filter: Exclude<BookingFilter, "all">,
  cursor: ListCursor | null,
  now: Instant,
): Promise<BookingPage> {
  const ahead = filter === "upcoming";
  const rows = await selectBookings(db, and(eq(bookings.plumberId, plumberId), isPartOf(filter, cursor, now)), ahead ? soonestFirst : newestFirst, BOOKINGS_A_PAGE + 1);
  return pageOf(rows, ahead ? "ahead" : "past");
}

/** A plumber's jobs that start in a span of time and were not called off, soonest first; at most 200. */
export function listJobsBetween(db: Database, plumberId: string, from: Instant, until: Instant): Promise<Booking[]> {
  return selectBookings(db, and(eq(bookings.plumberId, plumberId), isKept, sql`${bookings.startsAt} >= ${from} and ${bookings.startsAt} < ${until}`), soonestFirst, 200);
}

/** What a plumber has not yet marked as seen, soonest first, at most `limit` (spec 2.7.5). */
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

/** How many bookings of a client are open, how many of those lie ahead, and the next of them with the plumber's phone while they share it (spec 2.6 Overview). */
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
      .select({ ...bookingFields, client: partyOf(client), plumber: partyOf(plumber), phone: plumber.phone })
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
