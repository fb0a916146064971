import { asc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles as profiles, users } from "~/db/schema";
import { listedColumns, selectBest } from "../plumbers/directory.server";
import { availabilityColumns, timesAround } from "../plumbers/free-starts.server";
import { cityKey } from "../values/cities";
import type { Candidate, Place } from "./suggestion";

/** How many plumbers of a city are considered, and of those based in the suburb (O27); the office finds others by search. */
const MAX_CANDIDATES = 40;
const MAX_OF_SUBURB = 20;

/**
 * Lists plumbers who could take a booking (O27), with how near they are and their open starts within a day of its own: the 20
 * best by rank of those who are based in its suburb, and the 40 best of the city. `city` is a city, "all", or null for
 * the booking's own; a booking without a city has none.
 */
export async function listCandidates(db: Database, bookingId: string, city: string | null): Promise<Candidate[]> {
  const ofBooking = (column: SQL) => sql`(select ${column} from bookings where id = ${bookingId})`;
  const ownCity = ofBooking(sql`city_key`);
  // A suburb may have been written with its city behind it.
  const suburb = ofBooking(sql`lower(trim(substr(suburb, 1, instr(suburb || ',', ',') - 1)))`);
  const wanted = city === null ? ownCity : sql`${cityKey(city)}`;
  const ids =
    city === "all"
      ? selectBest(sql`true`, MAX_CANDIDATES)
      : sql`${selectBest(sql`city_key = ${wanted} and lower(suburb) = ${suburb} and suburb is not null`, MAX_OF_SUBURB)}
          union ${selectBest(sql`city_key = ${wanted}`, MAX_CANDIDATES)}`;
  const { checks: _, ...columns } = listedColumns;
  return db
    .select({
      ...columns,
      place: sql<Place>`case
        when ${ownCity} is null then 'unknown'
        when ${profiles.cityKey} <> ${ownCity} then 'other'
        when lower(${profiles.suburb}) = ${suburb} then 'suburb'
        when exists (select 1 from served_suburbs
          where served_suburbs.plumber_id = ${profiles.userId} and served_suburbs.suburb_key = ${suburb}) then 'serves'
        else 'city' end`,
      availability: availabilityColumns,
      takenTimes: timesAround(bookingId),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(sql`${profiles.userId} in (${ids})`)
    .orderBy(asc(profiles.rankOrder), asc(profiles.sortName), asc(profiles.userId));
}
