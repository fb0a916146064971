import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookingEvents, bookings, users } from "~/db/schema";
import type { SessionClaims } from "../../values/user";
import type { Booking, BookingStatus, Participant } from "../booking";
import { bookingFields, client, participantOf, plumber } from "./booking-columns.server";
import { isOf } from "./booking-conditions.server";
import type { BookingEvent } from "../booking-machine";

const contactDetailsOf = <User extends typeof client | typeof plumber>(
  user: User,
): Pick<User, "id" | "firstName" | "lastName" | "photoKey" | "email" | "phone"> => ({
  ...participantOf(user),
  email: user.email,
  phone: user.phone,
});

interface Contact extends Participant {
  email: string;
  phone: string | null;
}

/** A booking with what its emails and its page need of both sides. */
export interface BookingParticipants extends Booking {
  client: Contact;
  plumber: Contact | null;
  /** The plumber's, where a template offers others of the same city. */
  city?: string | null;
}

/** The booking, if the viewer is its client or its plumber, or an admin; else null: what is not yours does not exist. */
export async function findBookingFor(
  db: Database,
  viewer: SessionClaims,
  id: string,
): Promise<BookingParticipants | null> {
  const [row] = await selectWithContacts(db, and(eq(bookings.id, id), isOf(viewer)), 1);
  return row ?? null;
}

/** Bookings with what emails need of both sides. */
export function selectWithContacts(
  db: Database,
  where: SQL | undefined,
  limit: number,
): Promise<BookingParticipants[]> {
  return withContacts(db, {}).where(where).limit(limit);
}

/** The same with further columns, for those who go on building the query. */
export const withContacts = <More extends Record<string, SQL<unknown>>>(db: Database, more: More) =>
  db
    .select({ ...bookingFields, client: contactDetailsOf(client), plumber: contactDetailsOf(plumber), ...more })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId));

/** What happened to a booking that the viewer is part of, oldest first; empty when it is not theirs. */
export async function listHistory(db: Database, viewer: SessionClaims, bookingId: string): Promise<BookingEvent[]> {
  return db
    .select({
      event: bookingEvents.event,
      actorRole: bookingEvents.actorRole,
      actorName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
      to: sql<BookingStatus>`${bookingEvents.toStatus}`,
      // Of an assignment it is the plumber's id: who is erased must not stay named here.
      reason: sql<
        string | null
      >`iif(${bookingEvents.event} = 'assign', (select first_name || ' ' || last_name from users where users.id = ${bookingEvents.reason}), ${bookingEvents.reason})`,
      at: bookingEvents.at,
    })
    .from(bookingEvents)
    .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
    .leftJoin(users, eq(users.id, bookingEvents.actorId))
    .where(and(eq(bookingEvents.bookingId, bookingId), isOf(viewer)))
    .orderBy(asc(bookingEvents.at), sql`booking_events.rowid`);
}
