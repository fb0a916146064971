import { asc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { Instant } from "../../time/harare";
import type { BookingForCommand } from "../booking-for-command";
import { isClosedBooking, isStillOpen } from "./booking-conditions.server";
import { client, commandFields, plumber } from "./booking-columns.server";

// What the scheduled tasks have to do, only for the system: these don't ask for anyone's bookings in particular.

const selectDue = <More extends Record<string, SQL<unknown>>>(db: Database, more: More) =>
  db
    .select({ ...commandFields("system"), ...more })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId));

/** Confirmed bookings that start within `ahead` (milliseconds) and have no such reminder yet, soonest first (N7). */
export function listToRemind(
  db: Database,
  mark: "remindedDayAt" | "remindedHoursAt",
  ahead: number,
  now: Instant,
  limit: number,
): Promise<(BookingForCommand & { confirmedAt: Instant | null })[]> {
  const confirmedAt = sql<
    number | null
  >`(select max(at) from booking_events where booking_events.booking_id = ${bookings.id} and booking_events.to_status = 'confirmed')`;
  const unmarked = sql`${bookings.status} = 'confirmed' and ${bookings[mark]} is null`;
  return selectDue(db, { confirmedAt })
    .where(sql`${unmarked} and ${bookings.startsAt} > ${now} and ${bookings.startsAt} <= ${now + ahead}`)
    .orderBy(asc(bookings.startsAt))
    .limit(limit);
}

/** Requests that their plumber has had since `since` or longer without answering, and with so many nudges (N8). Nobody suspended. */
export function listToNudge(
  db: Database,
  nudges: number,
  since: Instant,
  limit: number,
): Promise<(BookingForCommand & { askedAt: Instant })[]> {
  return selectDue(db, { askedAt: sql<Instant>`${bookings.askedAt}` })
    .where(
      sql`${bookings.status} = 'pending' and ${bookings.plumberId} is not null and ${bookings.nudges} = ${nudges} and ${bookings.askedAt} <= ${since}
        and ${plumber.suspendedAt} is null`,
    )
    .limit(limit);
}

/**
 * Bookings that are still open a day after their start, and whose sides have not been asked yet, oldest first (B27).
 */
export function listToClose(db: Database, now: Instant, limit: number): Promise<BookingForCommand[]> {
  return selectDue(db, {})
    .where(sql`${isStillOpen(now)} and ${bookings.askedToCloseAt} is null`)
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(limit);
}

/**
 * Bookings with held money that may be shared out: completed by `completedBy` or released or decided, or cancelled or
 * refused (M12). Those that wait for the office are left out.
 */
export function listToSettle(db: Database, completedBy: Instant, limit: number): Promise<BookingForCommand[]> {
  return selectDue(db, {})
    .where(
      sql`${isClosedBooking} and ${bookings.heldAmount} > 0
        and ${bookings.frozenAt} is null and coalesce(${bookings.finalAnswer}, '') <> 'disputed'
        and (${bookings.status} <> 'completed' or ${bookings.completedAt} <= ${completedBy}
          or ${bookings.releasedAt} is not null or ${bookings.finalAnswer} = 'decided')`,
    )
    .limit(limit);
}

/** Requests that nobody has answered by their start (B12). */
export function listDueRequests(db: Database, now: Instant, limit: number): Promise<BookingForCommand[]> {
  return selectDue(db, {})
    .where(sql`${bookings.status} = 'pending' and ${bookings.startsAt} <= ${now}`)
    .limit(limit);
}
