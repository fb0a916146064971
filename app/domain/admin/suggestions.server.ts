import { and, asc, eq, sql } from "drizzle-orm";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings, plumberProfiles as profiles, users } from "~/db/schema";
import { listedColumns } from "../plumbers/directory.server";
import { availabilityColumns, startsOf } from "../plumbers/free-starts.server";
import { DAY } from "../time/harare";
import { cityKey } from "../values/cities";
import type { Candidate } from "./suggestion";

/** How many plumbers are considered, best rank first (O3); the office finds others by search. */
const MAX_CANDIDATES = 40;

/**
 * Listed plumbers for a booking, best rank first, at most 40: of one city, of all ("all"), or (null) of the
 * booking's own city, and nobody where it has none. With their open starts within a day of the booking's.
 */
export async function listCandidates(db: Database, bookingId: string, city: string | null): Promise<Candidate[]> {
  const start = sql`(select starts_at from bookings where id = ${bookingId})`;
  return db
    .select({
      ...listedColumns,
      availability: availabilityColumns,
      takenStarts: startsOf(
        sql`${isOneOf(bookings.status, OPEN_STATUSES)} and ${bookings.id} <> ${bookingId}
          and ${bookings.startsAt} > ${start} - ${DAY} and ${bookings.startsAt} < ${start} + ${DAY}`,
      ),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        sql`${profiles.listed} = 1`,
        city === "all"
          ? undefined
          : sql`${profiles.cityKey} = ${city === null ? sql`(select city_key from bookings where id = ${bookingId})` : cityKey(city)}`,
      ),
    )
    .orderBy(asc(profiles.rankOrder), asc(profiles.sortName), asc(profiles.userId))
    .limit(MAX_CANDIDATES);
}
