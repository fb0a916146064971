import { asc, eq, sql, type SQL } from "drizzle-orm";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import { type Database, columnsOf, isOneOf } from "~/db/client.server";
import { plumberProfiles as profiles, users } from "~/db/schema";
import { listedColumns, selectBest } from "../../plumbers/directory.server";
import { availabilityColumns, timesAround, timesOf } from "../../plumbers/free-starts.server";
import { DAY } from "../../time/harare";
import { cityKey } from "../../values/cities";

/** The most plumbers considered of a city, and of those based in the suburb (O27); the office finds others by search. */
const MAX_CANDIDATES = 40;
const SUBURB_LIMIT = 20;

/**
 * Lists plumbers who could take a booking (O27): the 20 best by rank of its suburb, and the 40 best of `city`: a city, "all", or
 * null for the booking's own. With how near they are, and their taken times within a day of its start.
 */
export function listCandidates(db: Database, bookingId: string, city: string | null) {
  const bookingColumn = (column: SQL) => sql`(select ${column} from bookings where id = ${bookingId})`;
  const ownCity = bookingColumn(sql`city_key`);
  // A suburb may have been written with its city behind it.
  const suburb = bookingColumn(sql`lower(trim(substr(suburb, 1, instr(suburb || ',', ',') - 1)))`);
  const wanted = city === null ? ownCity : sql`${cityKey(city)}`;
  const ids =
    city === "all"
      ? selectBest(sql`true`, MAX_CANDIDATES)
      : sql`${selectBest(sql`city_key = ${wanted} and lower(suburb) = ${suburb} and suburb is not null`, SUBURB_LIMIT)}
          union ${selectBest(sql`city_key = ${wanted}`, MAX_CANDIDATES)}`;
  const { checks: _, ...columns } = listedColumns;
  return db
    .select({
      ...columns,
      place: sql<"suburb" | "serves" | "city" | "other" | "unknown">`case
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

/**
 * Lists plumbers who could take chosen bookings (O29), best by rank first, at most 40: of `city`, or of the city that most
 * of the bookings are in (null). Those of an unknown city have none. Their taken starts leave the chosen bookings out.
 */
export function listCommonCandidates(db: Database, ids: string[], city: string | null) {
  const chosen = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const chosenFigure = (figure: string) => sql`(select ${sql.raw(figure)} from bookings where id in ${chosen})`;
  const wanted =
    city === null
      ? sql`(select city_key from bookings where id in ${chosen} and city_key is not null
          group by city_key order by count(*) desc, city_key limit 1)`
      : sql`${cityKey(city)}`;
  return db
    .select({
      id: profiles.userId,
      ...columnsOf(users, "firstName", "lastName"),
      ...columnsOf(profiles, "city", "speciality"),
      availability: availabilityColumns,
      takenTimes: timesOf(sql`${isOneOf(sql`bookings.status`, OPEN_STATUSES)} and bookings.id not in ${chosen}
        and bookings.starts_at > ${chosenFigure("min(starts_at)")} - ${DAY}
        and bookings.starts_at < ${chosenFigure("max(starts_at)")} + ${DAY}`),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      sql`${profiles.userId} in (select user_id from (select user_id from plumber_profiles
        where listed = 1 and city_key = ${wanted} order by rank_order, sort_name, user_id limit ${MAX_CANDIDATES}))`,
    )
    .orderBy(asc(profiles.rankOrder), asc(profiles.sortName), asc(profiles.userId));
}
