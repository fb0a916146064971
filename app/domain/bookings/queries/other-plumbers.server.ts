import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles as profiles, users } from "~/db/schema";
import type { Booking } from "../booking-views";
import { publicColumns, selectBest } from "../../plumbers/directory.server";
import { nextFreeColumn, availabilityColumns, timesAround } from "../../plumbers/free-starts.server";
import type { Instant } from "../../time/harare";
import type { SessionClaims } from "../../values/user";
import { FITTING, fitsService } from "../../values/trade";
import type { PublicPlumber } from "../../plumbers/plumber";
import { type Availability, isFreeStart, type TakenTime } from "../../time/availability";
import { isOfferedStart } from "../../time/slots";

const OTHERS_OFFERED = 12;

interface OtherCandidate extends PublicPlumber {
  nextFree: Instant | null;
  availability: Availability;
  takenTimes: TakenTime[];
}

/** Someone whom a client can ask instead; `isFreeThen`: when the visit was wished for. */
export interface OtherPlumber extends Omit<OtherCandidate, "availability" | "takenTimes"> {
  isFreeThen: boolean;
}

/** The first twelve candidates (B31): whose speciality fits, of them who are free at that start, then as given. */
export function offerInstead(
  candidates: readonly OtherCandidate[],
  { startsAt, serviceType }: Pick<Booking, "startsAt" | "serviceType">,
  now: Instant,
): OtherPlumber[] {
  const weightOf = ({ speciality, isFreeThen }: OtherPlumber) =>
    2 * Number(fitsService(speciality, serviceType)) + Number(isFreeThen);
  const canBeAsked = isOfferedStart(startsAt, now);
  return candidates
    .map(({ availability, takenTimes, ...plumber }) => ({
      ...plumber,
      isFreeThen: canBeAsked && isFreeStart(availability, takenTimes, startsAt),
    }))
    .sort((one, other) => weightOf(other) - weightOf(one))
    .slice(0, OTHERS_OFFERED);
}

const CANDIDATES = 40;

/**
 * The best 40 plumbers by rank (D7) of the city of this client's booking, and the best 40 whose speciality fits, without
 * those asked already (B31). By the booking's id: no page waits for it; empty for one that isn't theirs.
 */
export async function listOtherPlumbers(
  db: Database,
  client: SessionClaims,
  bookingId: string,
  now: Instant,
): Promise<OtherCandidate[]> {
  const own = sql`from bookings where id = ${bookingId} and client_id = ${client.id}`;
  const city = sql`(select coalesce(city_key, (select city_key from plumber_profiles where user_id = bookings.plumber_id)) ${own})`;
  const best = selectBest(sql`city_key = ${city}`, CANDIDATES);
  // Each speciality has its own part of the index: the first ones of each are read, not all of all.
  const bestFitting = sql`select user_id from (
    select fits.user_id from json_each(${JSON.stringify(FITTING)}) as service
      cross join json_each(service.value) as fitting cross join plumber_profiles as fits
    where service.key = (select service_type ${own})
      and fits.user_id in (${selectBest(sql`city_key = ${city} and speciality = fitting.value`, CANDIDATES)})
    order by fits.rank_order, fits.sort_name, fits.user_id limit ${CANDIDATES})`;
  // This booking, those that it replaces, and those that replace them.
  const chain = sql`with recursive chain (id, asked, replaced) as (select id, plumber_id, replaces_id ${own}
    union select bookings.id, plumber_id, replaces_id from bookings join chain on bookings.id = replaced or replaces_id = chain.id)
    select asked from chain where asked is not null`;
  const rows = await db
    .select({
      plumber: publicColumns,
      availability: availabilityColumns,
      takenTimes: timesAround(bookingId),
      nextFree: nextFreeColumn(now).as("next_free"),
    })
    .from(sql`(${best} union ${bestFitting}) as chosen`)
    .crossJoin(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(sql`${profiles.userId} = chosen.user_id and ${profiles.userId} not in (${chain})`)
    .orderBy(asc(profiles.rankOrder), asc(profiles.sortName), asc(profiles.userId));
  return rows.map(({ plumber, ...more }) => ({ ...plumber, ...more }));
}
