import { and, asc, desc, eq, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { Instant } from "../../time/harare";
import type { SessionClaims } from "../../values/user";
import type { Booking, BookingView } from "../booking";
import { bookingFields, client, participantAsSeenBy, participantOf, plumber, reason } from "./booking-columns.server";
import { isOf } from "./booking-conditions.server";

/** The orders of lists by start. */
export const newestFirst = [desc(bookings.startsAt), desc(bookings.id)];
export const soonestFirst = [asc(bookings.startsAt), asc(bookings.id)];

/**
 * The query of bookings with what this viewer may see of both sides (law 15), and with `more` columns, for callers that
 * say which bookings, in what order and how many.
 */
export const selectViews = <More extends Record<string, SQL<unknown>>>(
  db: Database,
  viewer: SessionClaims,
  now: Instant,
  more: More,
) =>
  db
    .select({
      ...bookingFields,
      reviewedAt: bookings.reviewedAt,
      reason,
      client: participantAsSeenBy(viewer, client, now),
      plumber: participantAsSeenBy(viewer, plumber, now),
      ...more,
    })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId));

/** The booking with this id, if the viewer is its client, its plumber or an admin; else null (B10). */
export async function findBookingView(
  db: Database,
  viewer: SessionClaims,
  id: string,
  now: Instant,
): Promise<BookingView | null> {
  const [row] = await selectViews(db, viewer, now, {}).where(and(eq(bookings.id, id), isOf(viewer)));
  return row ?? null;
}

/** Bookings with only what both sides may see of each other: for lists that show names. */
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
