import { and, asc, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "~/db/client.server";
import { bookingEvents, bookings, users } from "~/db/schema";
import type { Viewer } from "../accounts/user";
import { DAY, type Instant } from "../time/harare";
import { sharesPhones, type Booking, type BookingFilter, type BookingStatus, type Party } from "./booking";
import type { BookingActor, BookingEventName } from "./booking-machine";
import { formatCursor, type ListCursor } from "./list-cursor";

const client = alias(users, "client");
const plumber = alias(users, "plumber");

const partyOf = <User extends typeof client | typeof plumber>(user: User): Pick<User, "id" | "name" | "username" | "photoKey"> => ({
  id: user.id,
  name: user.name,
  username: user.username,
  photoKey: user.photoKey,
});
const contactOf = <User extends typeof client | typeof plumber>(user: User): Pick<User, "id" | "name" | "username" | "photoKey" | "email" | "phone"> => ({
  ...partyOf(user),
  email: user.email,
  phone: user.phone,
});

const bookingFields = {
  id: bookings.id,
  reference: bookings.reference,
  status: bookings.status,
  startsAt: bookings.startsAt,
  serviceType: bookings.serviceType,
  location: bookings.location,
  notes: bookings.notes,
  title: bookings.title,
  report: bookings.report,
  seenAt: bookings.seenAt,
  proposedStart: bookings.proposedStart,
  proposedBy: bookings.proposedBy,
  proposals: bookings.proposals,
  createdAt: bookings.createdAt,
};

/** The condition of an open booking, in the words of the partial indexes: with bound values SQLite could not use them. */
export const isOpenBooking = sql`${bookings.status} in ('pending', 'confirmed', 'in-progress')`;

/** A page of a list that never grows without bound; `next` continues it, null at its end. */
export interface BookingPage {
  bookings: Booking[];
  next: string | null;
}

export const BOOKINGS_A_PAGE = 20;

async function selectBookings(db: Database, where: SQL | undefined, order: SQL[], limit: number): Promise<Booking[]> {
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
): Promise<{ bookings: (Booking & { phone: string | null; reason: string | null })[]; next: string | null }> {
  const rows = await db
    .select({ ...bookingFields, client: partyOf(client), plumber: { ...partyOf(plumber), phone: plumber.phone }, completedAt, reason })
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
  select reason from booking_events where booking_events.booking_id = ${bookings.id} and booking_events.to_status = ${bookings.status} and reason is not null limit 1)`;

const completedAt = sql<number | null>`(
  select max(at) from booking_events where booking_events.booking_id = ${bookings.id} and booking_events.to_status = 'completed')`;

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

/** The newest bookings of all: the desk's. */
export function listNewestBookings(db: Database, limit: number): Promise<Booking[]> {
  return selectBookings(db, undefined, [desc(bookings.createdAt)], limit);
}

interface Contact extends Party {
  email: string;
  phone: string | null;
}

/** A booking with what its letters and its page need of both sides. */
export interface PartiesOfBooking extends Booking {
  client: Contact;
  plumber: Contact | null;
  /** The plumber's. */
  city: string | null;
}

/** The booking, if the viewer is its client or its plumber, or an admin; else null: what is not yours does not exist. */
export async function findBookingFor(db: Database, viewer: Viewer, id: string): Promise<PartiesOfBooking | null> {
  const own = {
    client: eq(bookings.clientId, viewer.id),
    plumber: eq(bookings.plumberId, viewer.id),
    admin: undefined,
  }[viewer.role];
  const [row] = await selectWithContacts(db, and(eq(bookings.id, id), own), 1);
  return row ?? null;
}

/** Confirmed bookings that start within `ahead` and whose reminder is still to be written, soonest first: for the system alone. */
export function listToRemind(db: Database, mark: "reminded_day_at" | "reminded_hours_at", ahead: number, now: Instant, limit: number): Promise<(PartiesOfBooking & { confirmedAt: Instant | null })[]> {
  const confirmedAt = sql<number | null>`(select max(at) from booking_events where booking_events.booking_id = ${bookings.id} and booking_events.to_status = 'confirmed')`;
  const unmarked = mark === "reminded_day_at" ? sql`${bookings.status} = 'confirmed' and ${bookings.remindedDayAt} is null` : sql`${bookings.status} = 'confirmed' and ${bookings.remindedHoursAt} is null`;
  return db
    .select({ ...bookingFields, client: contactOf(client), plumber: contactOf(plumber), city: plumberCity, confirmedAt })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
    .where(sql`${unmarked} and ${bookings.startsAt} > ${now} and ${bookings.startsAt} <= ${now + ahead}`)
    .orderBy(asc(bookings.startsAt))
    .limit(limit);
}

/** Requests that have waited for an answer since before `since` and whose plumber was reminded `nudges` times: for the system alone. */
export function listToNudge(db: Database, nudges: number, since: Instant, limit: number): Promise<PartiesOfBooking[]> {
  return selectWithContacts(
    db,
    sql`${bookings.status} = 'pending' and ${bookings.plumberId} is not null and ${bookings.nudges} = ${nudges} and ${bookings.createdAt} <= ${since}`,
    limit,
  );
}

/** Requests that nobody has answered by their start: for the system alone. */
export function listDueRequests(db: Database, now: Instant, limit: number): Promise<PartiesOfBooking[]> {
  return selectWithContacts(db, sql`${bookings.status} = 'pending' and ${bookings.startsAt} <= ${now}`, limit);
}

function selectWithContacts(db: Database, where: SQL | undefined, limit: number): Promise<PartiesOfBooking[]> {
  return db
    .select({ ...bookingFields, client: contactOf(client), plumber: contactOf(plumber), city: plumberCity })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
    .where(where)
    .limit(limit);
}

const plumberCity = sql<string | null>`(select city from plumber_profiles where plumber_profiles.user_id = ${bookings.plumberId})`;

export interface BookingEvent {
  event: BookingEventName;
  actorRole: BookingActor;
  actorName: string | null;
  to: BookingStatus;
  reason: string | null;
  at: Instant;
}

/** What happened to a booking that the viewer is part of, oldest first; empty when it is not theirs. */
export async function listHistory(db: Database, viewer: Viewer, bookingId: string): Promise<BookingEvent[]> {
  const own = {
    client: eq(bookings.clientId, viewer.id),
    plumber: eq(bookings.plumberId, viewer.id),
    admin: undefined,
  }[viewer.role];
  return db
    .select({
      event: bookingEvents.event,
      actorRole: bookingEvents.actorRole,
      actorName: sql<string | null>`${users.name} || ' ' || ${users.username}`,
      to: sql<BookingStatus>`${bookingEvents.toStatus}`,
      reason: bookingEvents.reason,
      at: bookingEvents.at,
    })
    .from(bookingEvents)
    .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
    .leftJoin(users, eq(users.id, bookingEvents.actorId))
    .where(and(eq(bookingEvents.bookingId, bookingId), own))
    .orderBy(asc(bookingEvents.at), sql`booking_events.rowid`);
}

/** How many bookings of a client are open, how many of those lie ahead, and the next of them (spec 2.6 Overview). */
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
    selectBookings(db, and(open, sql`${bookings.startsAt} > ${now}`), soonestFirst, 1),
  ]);
  return { active: counts?.active ?? 0, upcoming: counts?.upcoming ?? 0, next: next ?? null };
}
