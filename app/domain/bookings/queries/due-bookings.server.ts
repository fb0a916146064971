import { asc, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { Instant } from "../../time/harare";
import { selectWithContacts, withContacts, type BookingParticipants } from "./booking-details.server";

/** Confirmed bookings that start within `ahead` and whose reminder is still to be written, soonest first: for the system alone. */
export function listToRemind(
  db: Database,
  mark: "reminded_day_at" | "reminded_hours_at",
  ahead: number,
  now: Instant,
  limit: number,
): Promise<(BookingParticipants & { confirmedAt: Instant | null })[]> {
  const confirmedAt = sql<
    number | null
  >`(select max(at) from booking_events where booking_events.booking_id = ${bookings.id} and booking_events.to_status = 'confirmed')`;
  const unmarked =
    mark === "reminded_day_at"
      ? sql`${bookings.status} = 'confirmed' and ${bookings.remindedDayAt} is null`
      : sql`${bookings.status} = 'confirmed' and ${bookings.remindedHoursAt} is null`;
  return withContacts(db, { confirmedAt })
    .where(sql`${unmarked} and ${bookings.startsAt} > ${now} and ${bookings.startsAt} <= ${now + ahead}`)
    .orderBy(asc(bookings.startsAt))
    .limit(limit);
}

/** Requests that have waited for an answer since before `since` and whose plumber was reminded `nudges` times: for the system alone. */
export function listToNudge(
  db: Database,
  nudges: number,
  since: Instant,
  limit: number,
): Promise<BookingParticipants[]> {
  return selectWithContacts(
    db,
    sql`${bookings.status} = 'pending' and ${bookings.plumberId} is not null and ${bookings.nudges} = ${nudges} and ${bookings.askedAt} <= ${since}`,
    limit,
  );
}

/** Requests that nobody has answered by their start: for the system alone. */
export function listDueRequests(db: Database, now: Instant, limit: number): Promise<BookingParticipants[]> {
  const city = sql<
    string | null
  >`(select city from plumber_profiles where plumber_profiles.user_id = ${bookings.plumberId})`;
  return withContacts(db, { city })
    .where(sql`${bookings.status} = 'pending' and ${bookings.startsAt} <= ${now}`)
    .limit(limit);
}
