import { sql } from "drizzle-orm";
import { bookingEvents, bookings } from "~/db/schema";
import type { Database } from "~/db/client.server";
import { isKeptBooking } from "./booking-conditions.server";

/** So many answers make a habit. */
const ANSWERS_NEEDED = 3;

/**
 * How long the plumber of a booking usually takes to answer a request, in milliseconds: the mean of their latest 20
 * bookings. Null when there are fewer than three answers, or no plumber.
 */
export async function findAnswerTime(db: Database, bookingId: string): Promise<number | null> {
  const latest = db
    .select({ id: bookings.id, askedAt: bookings.askedAt })
    .from(bookings)
    .where(sql`${bookings.plumberId} = (select plumber_id from bookings where id = ${bookingId}) and ${isKeptBooking}`)
    .orderBy(sql`${bookings.startsAt} desc, ${bookings.id} desc`)
    .limit(20)
    .as("latest");
  const [row] = await db
    .select({
      mean: sql<number | null>`avg(${bookingEvents.at} - ${latest.askedAt})`.as("mean"),
      answers: sql<number>`count(*)`.as("answers"),
    })
    .from(latest)
    .innerJoin(bookingEvents, sql`${bookingEvents.bookingId} = ${latest.id} and ${bookingEvents.event} = 'confirm'`);
  return row && row.answers >= ANSWERS_NEEDED ? row.mean : null;
}
