import { sql } from "drizzle-orm";
import { plumberProfiles } from "~/db/schema";
import type { Database } from "~/db/client.server";
import { MINUTE } from "../../time/harare";

/**
 * How long the plumber of a booking usually takes to answer a request, in milliseconds (D19). Null when there are too few
 * answers, or no plumber.
 */
export async function findAnswerTime(db: Database, bookingId: string): Promise<number | null> {
  const [row] = await db
    .select({ minutes: plumberProfiles.minutesToAnswer })
    .from(plumberProfiles)
    .where(sql`user_id = (select plumber_id from bookings where id = ${bookingId})`);
  return row?.minutes == null ? null : row.minutes * MINUTE;
}
