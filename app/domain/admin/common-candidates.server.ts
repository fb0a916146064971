import { asc, eq, sql } from "drizzle-orm";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { plumberProfiles as profiles, users } from "~/db/schema";
import { availabilityColumns, timesOf } from "../plumbers/free-starts.server";
import { DAY } from "../time/harare";
import { cityKey } from "../values/cities";
import type { CommonCandidate } from "./common-candidate";

const MAX_CANDIDATES = 40;

/**
 * Lists plumbers who could take chosen bookings (O29), best by rank first, at most 40: of `city`, or of the city that most
 * of the bookings are in (null). Those of an unknown city have none. Their taken starts leave the chosen bookings out.
 */
export function listCommonCandidates(db: Database, ids: string[], city: string | null): Promise<CommonCandidate[]> {
  const chosen = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const ofChosen = (figure: string) => sql`(select ${sql.raw(figure)} from bookings where id in ${chosen})`;
  const wanted =
    city === null
      ? sql`(select city_key from bookings where id in ${chosen} and city_key is not null
          group by city_key order by count(*) desc, city_key limit 1)`
      : sql`${cityKey(city)}`;
  return db
    .select({
      id: profiles.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      city: profiles.city,
      speciality: profiles.speciality,
      availability: availabilityColumns,
      takenTimes: timesOf(sql`${isOneOf(sql`bookings.status`, OPEN_STATUSES)} and bookings.id not in ${chosen}
        and bookings.starts_at > ${ofChosen("min(starts_at)")} - ${DAY}
        and bookings.starts_at < ${ofChosen("max(starts_at)")} + ${DAY}`),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      sql`${profiles.userId} in (select user_id from (select user_id from plumber_profiles
        where listed = 1 and city_key = ${wanted} order by rank_order, sort_name, user_id limit ${MAX_CANDIDATES}))`,
    )
    .orderBy(asc(profiles.rankOrder), asc(profiles.sortName), asc(profiles.userId));
}
