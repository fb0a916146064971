import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookingEvents, bookings, users } from "~/db/schema";
import type { SessionClaims } from "../../values/user";
import type { Booking, BookingStatus } from "../booking";
import type { BookingEvent } from "../booking-event";
import { isOf } from "./booking-conditions.server";
import { selectBookings } from "./booking-views.server";

/**
 * The booking with this id for a command, if the viewer is its client, its plumber or an admin; else null (B10). It holds
 * the whole address, which notices to the other side need: a page shows `findBookingView`.
 */
export async function findBookingFor(db: Database, viewer: SessionClaims, id: string): Promise<Booking | null> {
  const [row] = await selectBookings(db).where(and(eq(bookings.id, id), isOf(viewer)));
  return row ?? null;
}

/** What happened to a booking (B11), oldest first; empty when the viewer is not its client, its plumber or an admin. */
export async function listHistory(db: Database, viewer: SessionClaims, bookingId: string): Promise<BookingEvent[]> {
  return db
    .select({
      event: bookingEvents.event,
      actorRole: bookingEvents.actorRole,
      actorName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
      to: sql<BookingStatus>`${bookingEvents.toStatus}`,
      // For an assignment it holds the plumber's id, not the name: an erased plumber must not stay named here (A18).
      reason: sql<
        string | null
      >`iif(${bookingEvents.event} = 'assign', (select first_name || ' ' || last_name from users where users.id = ${bookingEvents.reason}), ${bookingEvents.reason})`,
      amount: bookingEvents.amount,
      at: bookingEvents.at,
    })
    .from(bookingEvents)
    .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
    .leftJoin(users, eq(users.id, bookingEvents.actorId))
    .where(and(eq(bookingEvents.bookingId, bookingId), isOf(viewer)))
    .orderBy(asc(bookingEvents.at), sql`booking_events.rowid`);
}
