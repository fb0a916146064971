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

/** How many plumbers are considered (O3); the office finds others by search. */
const MAX_CANDIDATES = 40;

/**
 * Lists plumbers who could take a booking, best rank first, at most 40 (O3), with their open starts within a day of its
 * own. `city` is a city, "all", or null for the booking's own; a booking without a city has none.
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
