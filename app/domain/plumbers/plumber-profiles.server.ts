import { and, eq, sql, gte } from "drizzle-orm";
import * as z from "zod";
import { type Database, columnsOf, firstRow, batch, selectFacts, insertWhere } from "~/db/client.server";
import { plumberProfiles as profiles, profileTextColumns, users, savedPlumbers, dailyTallies } from "~/db/schema";
import { isFreeStart, type Availability, type TakenTime } from "../time/availability";
import { type Instant, addDays, dateAt, mondayOf, type LocalDate } from "../time/harare";
import { firstFreeStart, offeredStarts } from "../time/slots";
import { publicColumns, selectListed } from "./directory.server";
import { availabilityColumns, selectTakenTimes, takenTimesColumn } from "./free-starts.server";
import type { Plumber, PlumberProfile, PlumberSummary } from "./plumber";
import type { AuthenticatedUser } from "../values/user";
import type { DomainContext } from "../domain-context.server";
import { OK, refuse } from "../values/refusal";
import { isListed } from "../accounts/listing.server";

const suburbs = z.array(z.string());

/** Finds a listed plumber without what is booked; null for anyone else (D2). */
export function findPlumberProfile(db: Database, id: string): Promise<PlumberProfile | null> {
  return firstRow(
    db
      .select({
        ...publicColumns,
        suburb: profiles.suburb,
        served: sql`(select json_group_array(suburb) from (
        select suburb from served_suburbs where plumber_id = ${profiles.userId} order by suburb))`
          .mapWith((text: string) => suburbs.parse(JSON.parse(text)))
          .as("served"),
        acceptedPercent: profiles.acceptedPercent,
        availability: availabilityColumns,
        rated: { 1: profiles.rated1, 2: profiles.rated2, 3: profiles.rated3, 4: profiles.rated4, 5: profiles.rated5 },
      })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(and(isListed, eq(profiles.userId, id))),
  );
}

/** Finds a booking's plumber's times as if it weren't there; the caller sees to it that the booking is theirs. */
export function findTimesAround(db: Database, bookingId: string, now: Instant) {
  return firstRow(
    db
      .select({
        availability: {
          ...availabilityColumns,
          jobMinutes: sql<number>`(select job_minutes from bookings where id = ${bookingId})`.as("own_minutes"),
        },
        takenTimes: takenTimesColumn(now, bookingId),
      })
      .from(profiles)
      .where(sql`user_id = (select plumber_id from bookings where id = ${bookingId})`),
  );
}

export function withTimes(profile: PlumberProfile, takenTimes: TakenTime[], now: Instant): Plumber {
  return { ...profile, takenTimes, nextFree: firstFreeStart(offeredStarts(now), profile.availability, takenTimes) };
}

/** Finds a listed plumber with what is booked of the week from `now`; null for anyone else (D2). */
export async function findPlumber(db: Database, id: string, now: Instant): Promise<Plumber | null> {
  const [profile, taken] = await Promise.all([findPlumberProfile(db, id), selectTakenTimes(db, id, now)]);
  return profile && withTimes(profile, taken, now);
}

/** Lists the free starts of a listed plumber's bookable week (T4); null for anyone else. */
export async function listFreeStarts(db: Database, id: string, now: Instant): Promise<Instant[] | null> {
  const plumber = await findPlumber(db, id, now);
  return plumber && offeredStarts(now).filter((start) => isFreeStart(plumber.availability, plumber.takenTimes, start));
}

/** Finds a plumber's own profile with the dashboard's figures (D13) and what a start needs (D22); null for others. */
export function findOwnProfile(db: Database, userId: string) {
  const hasPhoto = sql<boolean>`exists (select 1 from users where id = plumber_profiles.user_id and photo_key is not null)`;
  const countOfTheirs = (table: string) =>
    sql<number>`(select count(*) from ${sql.raw(table)} where plumber_id = plumber_profiles.user_id)`.as(table);
  return firstRow(
    db
      .select({
        ...profileTextColumns,
        ...columnsOf(profiles, "city", "feeCents", "ratingSum", "ratingCount", "jobsTotal", "jobsCompleted"),
        ...columnsOf(profiles, "approval", "officeWords", "suburb", "checks", "hoursSetAt"),
        hasPhoto: hasPhoto.mapWith(Boolean).as("has_photo"),
        servedSuburbs: countOfTheirs("served_suburbs"),
        papers: countOfTheirs("plumber_papers"),
        listed: profiles.listed,
      })
      .from(profiles)
      .where(eq(profiles.userId, userId)),
  );
}

/** A plumber's hours (T9); null for anyone else. */
export const findAvailability = (db: Database, plumberId: string): Promise<Availability | null> =>
  firstRow(db.select(availabilityColumns).from(profiles).where(eq(profiles.userId, plumberId)));

/** Changes a plumber's hours, all of them. They bind new bookings only: what is booked stays (T9). */
export async function setAvailability({ db, now }: DomainContext, { id }: AuthenticatedUser, hours: Availability) {
  await db
    .update(profiles)
    .set({ ...hours, hoursSetAt: now })
    .where(eq(profiles.userId, id));
}

export const MAX_SAVED = 50;

/** Saves a listed plumber (D15). Refuses with `onlyClientsBook`, and `notSaved` if unlisted, or beyond 50. */
export async function savePlumber({ db, now }: DomainContext, client: AuthenticatedUser, plumberId: string) {
  if (client.role !== "client") return refuse("onlyClientsBook");
  const isSaved = sql`exists (select 1 from saved_plumbers where ${isPair(client.id, plumberId)})`;
  const row = { clientId: client.id, plumberId: sql`user_id`, savedAt: now };
  const isPossible = sql`user_id = ${plumberId} and listed = 1
        and ${MAX_SAVED} > (select count(*) from saved_plumbers where client_id = ${client.id})`;
  const { after } = await batch(db, {
    saved: insertWhere(db, savedPlumbers, row, isPossible, { from: sql`plumber_profiles`, onConflict: "nothing" }),
    after: selectFacts(db, { isSaved }),
  });
  return after[0]?.isSaved ? OK : refuse("notSaved");
}

const isPair = (clientId: string, plumberId: string) => sql`client_id = ${clientId} and plumber_id = ${plumberId}`;

/** Takes a plumber from a client's list (D15). */
export async function forgetPlumber({ db }: DomainContext, client: AuthenticatedUser, plumberId: string) {
  await db.delete(savedPlumbers).where(isPair(client.id, plumberId));
}

export const hasSaved = async (db: Database, clientId: string, plumberId: string) =>
  (await db.select({ savedAt: savedPlumbers.savedAt }).from(savedPlumbers).where(isPair(clientId, plumberId))).length >
  0;

/** Lists a client's saved plumbers who are listed, latest first, at most 50. */
export function listSavedPlumbers(db: Database, clientId: string, now: Instant): Promise<PlumberSummary[]> {
  const mine = sql`(select plumber_id from saved_plumbers where client_id = ${clientId}
    order by saved_at desc, plumber_id desc limit ${sql.raw(String(MAX_SAVED))})`;
  const savedAt = sql`(select saved_at from saved_plumbers where client_id = ${clientId} and plumber_id = ${profiles.userId})`;
  return selectListed(db, now, sql`${profiles.userId} in ${mine}`, [sql`${savedAt} desc`], MAX_SAVED);
}

const WEEKS_SHOWN = 8;

const NOTHING = { requested: 0, confirmed: 0, completed: 0, cancelled: 0, signUps: 0, reviews: 0, ratingSum: 0 };

/** Lists the last eight weeks, oldest first, of a plumber or ('') the site, which alone has `signUps`. */
export async function listWeekFigures(db: Database, plumberId: string, now: Instant) {
  const first = addDays(mondayOf(dateAt(now)), -7 * (WEEKS_SHOWN - 1));
  // From a Sunday, or the next one, back to its week's Monday.
  const monday = sql<LocalDate>`date(${dailyTallies.day}, 'weekday 0', '-6 days')`;
  const sum = (column: string) => sql<number>`sum(${sql.raw(column)})`.as(`${column}_of_week`);
  const weeks = await db
    .select({
      monday: monday.as("monday"),
      requested: sum("requested"),
      confirmed: sum("confirmed"),
      completed: sum("completed"),
      cancelled: sql<number>`sum(refused + cancelled)`.as("cancelled_of_week"),
      signUps: sum("sign_ups"),
      reviews: sum("reviews"),
      ratingSum: sum("rating_sum"),
    })
    .from(dailyTallies)
    .where(and(eq(dailyTallies.plumberId, plumberId), gte(dailyTallies.day, first)))
    .groupBy(monday);
  return Array.from({ length: WEEKS_SHOWN }, (_, week) => {
    const monday = addDays(first, 7 * week);
    return weeks.find((figures) => figures.monday === monday) ?? { monday, ...NOTHING };
  });
}
