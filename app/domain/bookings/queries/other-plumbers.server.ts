import { asc, desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles as profiles, users } from "~/db/schema";
import { nextFreeColumn } from "../../plumbers/free-days.server";
import { publicColumns } from "../../plumbers/directory.server";
import { isFreeStartInSql } from "../../plumbers/free-starts.server";
import type { Instant } from "../../time/harare";
import { isOfferedStart } from "../../time/slots";
import type { SessionClaims } from "../../values/user";
import type { OtherPlumber } from "../other-plumber";

const SHOWN = 12;
/** How many of a city's best are looked at. */
const LOOKED_AT = 40;

/**
 * The plumbers whom a client can ask instead (B31): those of the booking's city, free at its start first, then by rank (D7),
 * at most 12 of the best 40. Left out is whom the client has asked for that time. `startsAt` is the booking's start.
 */
export async function listOtherPlumbers(
  db: Database,
  client: SessionClaims,
  { id, startsAt }: { id: string; startsAt: Instant },
  now: Instant,
): Promise<OtherPlumber[]> {
  const isFreeThen = isOfferedStart(startsAt, now) ? isFreeStartInSql(startsAt) : sql`0`;
  const city = sql`(select coalesce(city_key, (select city_key from plumber_profiles where user_id = bookings.plumber_id))
    from bookings where id = ${id} and client_id = ${client.id})`;
  const best = sql`select user_id from plumber_profiles where listed = 1 and city_key = ${city}
    order by rank_order, sort_name, user_id limit ${LOOKED_AT}`;
  const wasAsked = sql`exists (select 1 from bookings as asked
    where asked.client_id = ${client.id} and asked.starts_at = ${startsAt} and asked.plumber_id = plumber_profiles.user_id)`;
  const free = sql<boolean>`${isFreeThen}`.mapWith(Boolean).as("is_free_then");
  const rows = await db
    .select({ plumber: publicColumns, isFreeThen: free, nextFree: nextFreeColumn(now).as("next_free") })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(sql`${profiles.userId} in (${best}) and not ${wasAsked}`)
    .orderBy(desc(free), asc(profiles.rankOrder), asc(profiles.sortName))
    .limit(SHOWN);
  return rows.map(({ plumber, ...more }) => ({ ...plumber, ...more }));
}
