import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles as profiles, users } from "~/db/schema";
import { isFreeStart, type Availability } from "../time/availability";
import type { Instant } from "../time/harare";
import { firstFreeStart, offeredStarts } from "../time/slots";
import { isListed, publicColumns } from "./directory.server";
import { availabilityColumns, selectTakenStarts, takenStartsColumn } from "./free-starts.server";
import type { Plumber, PlumberProfile } from "./plumber";

/** A listed plumber without what is booked; null for anyone else (D2). */
export async function findPlumberProfile(db: Database, id: string): Promise<PlumberProfile | null> {
  const [row] = await db
    .select({
      ...publicColumns,
      availability: availabilityColumns,
      rated: {
        1: profiles.rated1,
        2: profiles.rated2,
        3: profiles.rated3,
        4: profiles.rated4,
        5: profiles.rated5,
      },
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isListed, eq(profiles.userId, id)));
  return row ?? null;
}

/** The starts of the bookable week that open bookings of a plumber hold, in no order. */
export async function listTakenStarts(db: Database, plumberId: string, now: Instant): Promise<Instant[]> {
  const rows = await selectTakenStarts(db, plumberId, now);
  return rows.map(({ startsAt }) => startsAt);
}

/** When a plumber takes jobs, and the starts that they have taken in the bookable week, in no order. */
export interface PlumberTimes {
  availability: Availability;
  takenStarts: Instant[];
}

/**
 * The times of a booking's plumber, as if that booking were not there: for choosing another start for it. Null without a
 * plumber. The caller sees to it that the booking is theirs.
 */
export async function findTimesAround(db: Database, bookingId: string, now: Instant): Promise<PlumberTimes | null> {
  const [row] = await db
    .select({
      availability: availabilityColumns,
      takenStarts: takenStartsColumn(now, sql`bookings.id <> ${bookingId}`),
    })
    .from(profiles)
    .where(sql`user_id = (select plumber_id from bookings where id = ${bookingId})`);
  return row ?? null;
}

/** A plumber's profile with what is booked of the week that begins at `now`. */
export function withTimes(profile: PlumberProfile, takenStarts: Instant[], now: Instant): Plumber {
  return { ...profile, takenStarts, nextFree: firstFreeStart(offeredStarts(now), profile.availability, takenStarts) };
}

/** A listed plumber with what is booked of the week that begins at `now`; null for anyone else (D2). */
export async function findPlumber(db: Database, id: string, now: Instant): Promise<Plumber | null> {
  const [profile, taken] = await Promise.all([findPlumberProfile(db, id), listTakenStarts(db, id, now)]);
  return profile && withTimes(profile, taken, now);
}

/** The free starts of a listed plumber's bookable week (T4), in order; null when there is no such plumber. */
export async function listFreeStarts(db: Database, id: string, now: Instant): Promise<Instant[] | null> {
  const plumber = await findPlumber(db, id, now);
  return plumber && offeredStarts(now).filter((start) => isFreeStart(plumber.availability, plumber.takenStarts, start));
}

/** A plumber's own profile with the figures of the dashboard (D13), listed or not; null for others. */
export async function findOwnProfile(db: Database, userId: string) {
  const [row] = await db
    .select({
      speciality: profiles.speciality,
      experience: profiles.experience,
      city: profiles.city,
      feeCents: profiles.feeCents,
      ratingSum: profiles.ratingSum,
      ratingCount: profiles.ratingCount,
      jobsTotal: profiles.jobsTotal,
      jobsCompleted: profiles.jobsCompleted,
      awaitsApproval: profiles.awaitsApproval,
    })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  return row ?? null;
}
