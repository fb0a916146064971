import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookingEvents, bookings, users } from "~/db/schema";
import type { SessionClaims } from "../../values/user";
import type { BookingStatus } from "../booking";
import type { BookingForCommand } from "../booking-for-command";
import type { BookingEvent } from "../booking-event";
import { isOf } from "./booking-conditions.server";
import { selectForCommand } from "./booking-views.server";

/**
 * The booking with this id for a command, if the viewer is its client, its plumber or an admin; else null (B10). It holds
 * the whole address: a page shows `findBookingView`.
 */
export async function findBookingFor(
  db: Database,
  viewer: SessionClaims,
  id: string,
): Promise<BookingForCommand | null> {
  const [row] = await selectForCommand(db).where(and(eq(bookings.id, id), isOf(viewer)));
  return row ?? null;
}

/** An event as its history shows it, of `booking_events` joined with its actor in `users`. */
export const eventColumns = {
  event: bookingEvents.event,
  actorRole: bookingEvents.actorRole,
  actorId: bookingEvents.actorId,
  actorName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`.as("actor_name"),
  reason: bookingEvents.reason,
  // By id: an erased plumber must not stay named here (A18).
  plumberName: sql<
    string | null
  >`(select first_name || ' ' || last_name from users where users.id = ${bookingEvents.assignedTo})`.as(
    "assigned_to_name",
  ),
  minutesAway: bookingEvents.minutesAway,
  aboutStart: bookingEvents.aboutStart,
  amount: bookingEvents.amount,
  at: bookingEvents.at,
};

/** What happened to a booking (B11), oldest first; empty when the viewer is not its client, its plumber or an admin. */
export async function listHistory(db: Database, viewer: SessionClaims, bookingId: string): Promise<BookingEvent[]> {
  return db
    .select({ ...eventColumns, to: sql<BookingStatus>`${bookingEvents.toStatus}` })
    .from(bookingEvents)
    .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
    .leftJoin(users, eq(users.id, bookingEvents.actorId))
    .where(and(eq(bookingEvents.bookingId, bookingId), isOf(viewer)))
    .orderBy(asc(bookingEvents.at), sql`booking_events.rowid`);
}

/**
 * The latest event of each name that a booking has, the latest first, to say who was first (`withLatest`). A command, which
 * holds the booking already, reads them in its own batch. With a `viewer` they are empty when it isn't theirs.
 */
export const selectLatest = (db: Database, bookingId: string, viewer?: SessionClaims) =>
  db
    .select(eventColumns)
    .from(bookingEvents)
    .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
    .leftJoin(users, eq(users.id, bookingEvents.actorId))
    .where(
      and(
        sql`booking_events.rowid in (select max(rowid) from booking_events where booking_id = ${bookingId} group by event)`,
        viewer && isOf(viewer),
      ),
    )
    .orderBy(sql`booking_events.rowid desc`);
