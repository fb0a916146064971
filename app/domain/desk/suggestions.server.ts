import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles as profiles, users } from "~/db/schema";
import type { PartiesOfBooking } from "../bookings/booking-details.server";
import { DAY, dateAt, instantOf } from "../time/harare";
import { cityKey } from "../values/place";
import { suggestPlumbers, type Suggestion } from "./suggestion";

/** How many of a city are looked at, best rank first: who is further down is found by search. */
const LOOKED_AT = 40;

/** Plumbers for a booking with reasons, best first: the listed ones of a city, or (null) of all. */
export async function listSuggestions(db: Database, booking: PartiesOfBooking, city: string | null): Promise<Suggestion[]> {
  const day = instantOf(dateAt(booking.startsAt), 0);
  const rows = await db
    .select({
      id: profiles.userId,
      name: users.name,
      username: users.username,
      photoKey: users.photoKey,
      speciality: profiles.speciality,
      city: profiles.city,
      ratingSum: profiles.ratingSum,
      ratingCount: profiles.ratingCount,
      availability: { opensAt: profiles.opensAt, closesAt: profiles.closesAt, daysOff: profiles.daysOff, paused: profiles.paused, jobMinutes: profiles.jobMinutes },
      taken: sql<string | null>`(
        select group_concat(starts_at) from bookings
        where bookings.plumber_id = ${profiles.userId} and bookings.status in ('pending', 'confirmed', 'in-progress') and bookings.id <> ${booking.id}
          and bookings.starts_at >= ${day} and bookings.starts_at < ${day + DAY})`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(sql`${profiles.listed} = 1`, city === null ? undefined : eq(profiles.cityKey, cityKey(city))))
    .orderBy(asc(profiles.rankOrder), asc(profiles.sortName), asc(profiles.userId))
    .limit(LOOKED_AT);
  const candidates = rows
    .filter(({ id }) => id !== booking.plumber?.id)
    .map(({ taken, ...plumber }) => {
      const takenStarts = taken ? taken.split(",").map(Number) : [];
      return { ...plumber, takenStarts, jobsThatDay: takenStarts.length };
    });
  return suggestPlumbers(booking, candidates);
}
