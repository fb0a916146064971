import { and, asc, eq, ne, sql, type SQL } from "drizzle-orm";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings, plumberProfiles as profiles, users } from "~/db/schema";
import { isFreeStart, LONGEST_JOB } from "../time/availability";
import { DAY, MINUTE, type Instant } from "../time/harare";
import { offeredStarts } from "../time/slots";
import { resolveCursor, type ListPart, type ListRange } from "../values/key-cursor";
import type { Refusal } from "../values/refusal";
import type { DirectorySort, Plumber, PlumberProfile, PlumberSummary, PublicPlumber } from "./plumber";

export const PLUMBERS_PAGE_SIZE = 24;

// In the words of the partial indexes: with a bound value SQLite could not use them.
const isListed = sql`${profiles.listed} = 1`;

/** What a list of plumbers says of each, whoever reads it. */
export const listedColumns = {
  id: profiles.userId,
  firstName: users.firstName,
  lastName: users.lastName,
  photoKey: users.photoKey,
  speciality: profiles.speciality,
  feeCents: profiles.feeCents,
  city: profiles.city,
  ratingSum: profiles.ratingSum,
  ratingCount: profiles.ratingCount,
};

const availabilityColumns = {
  opensAt: profiles.opensAt,
  closesAt: profiles.closesAt,
  daysOff: profiles.daysOff,
  paused: profiles.paused,
  jobMinutes: profiles.jobMinutes,
};

/** What a card shows. */
const summaryColumns = (now: Instant) => ({
  ...listedColumns,
  ...availabilityColumns,
  taken: sql<string | null>`(
    select group_concat(starts_at) from bookings
    where bookings.plumber_id = ${profiles.userId} and ${isOneOf(bookings.status, OPEN_STATUSES)}
      and bookings.starts_at > ${now - LONGEST_JOB * MINUTE} and bookings.starts_at < ${now + 8 * DAY})`,
});

async function selectSummaries(db: Database, now: Instant, where: SQL | undefined, order: SQL[], limit: number) {
  const rows = await db
    .select({ ...summaryColumns(now), rankOrder: profiles.rankOrder, sortName: profiles.sortName })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isListed, where))
    .orderBy(...order)
    .limit(limit);
  const offered = offeredStarts(now);
  return rows.map((row) => {
    const { opensAt, closesAt, daysOff, paused, jobMinutes, taken, ...rest } = row;
    const takenStarts = taken ? taken.split(",").map(Number) : [];
    const nextFree =
      offered.find((start) => isFreeStart({ opensAt, closesAt, daysOff, paused, jobMinutes }, takenStarts, start)) ??
      null;
    return { ...rest, nextFree };
  });
}

type Row = Awaited<ReturnType<typeof selectSummaries>>[number];

function toSummary({ rankOrder: _, sortName: __, ...plumber }: Row): PlumberSummary {
  return plumber;
}

const ORDERS = { rank: "rankOrder", fee: "feeCents" } as const satisfies Record<DirectorySort, keyof Row>;

/**
 * The listed plumbers of a city (a `cityKey`; null: of all) and a speciality (as stored; null: of all), by rank
 * (D3, D7) or by fee, lowest first, then by name, a page at a time. `after` is the cursor of the page
 * before in the same order; a cursor that is not ours starts at the beginning.
 */
export async function listPlumbers(
  db: Database,
  options: {
    city: string | null;
    after: string | null;
    now: Instant;
    speciality?: string | null;
    sort?: DirectorySort;
    limit?: number;
  },
): Promise<{ plumbers: PlumberSummary[]; next: string | null }> {
  const { city, speciality = null, sort = "rank", limit = PLUMBERS_PAGE_SIZE } = options;
  const order = ORDERS[sort];
  const from = parseDirectoryCursor(options.after);
  const rows = await selectSummaries(
    db,
    options.now,
    and(
      city === null ? undefined : eq(profiles.cityKey, city),
      speciality === null ? undefined : eq(profiles.speciality, speciality),
      from
        ? sql`(${profiles[order]}, ${profiles.sortName}, ${profiles.userId}) > (${from.figure}, ${from.name}, ${from.id})`
        : undefined,
    ),
    [asc(profiles[order]), asc(profiles.sortName), asc(profiles.userId)],
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last ? `${last[order]}.${last.id}.${last.sortName}` : null;
  return { plumbers: shown.map(toSummary), next };
}

/** Whether anybody is listed in a city (a `cityKey`): a city without has no page (D3). */
export async function hasPlumbers(db: Database, city: string): Promise<boolean> {
  const rows = await db
    .select({ id: profiles.userId })
    .from(profiles)
    .where(and(isListed, eq(profiles.cityKey, city)))
    .limit(1);
  return rows.length > 0;
}

/**
 * The listed plumbers as API clients are shown them (D4), best rank first; of a city (a `cityKey`) or, null,
 * of all.
 */
export async function listPublicPlumbers(
  db: Database,
  city: string | null,
  { before, limit }: ListRange,
): Promise<ListPart<PublicPlumber> | Refusal<"notInList">> {
  const key = { figure: sql<number>`${profiles.rankOrder}`, name: profiles.sortName, id: profiles.userId };
  const found = await resolveCursor(before, parseDirectoryCursor, async (id) => {
    const [row] = await db
      .select(key)
      .from(profiles)
      .where(and(isListed, eq(profiles.userId, id)));
    return row ?? null;
  });
  if (!found.ok) return found;
  const { cursor } = found;
  const rows = await db
    .select({
      ...listedColumns,
      experience: profiles.experience,
      about: profiles.about,
      rankOrder: profiles.rankOrder,
      sortName: profiles.sortName,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        isListed,
        city === null ? undefined : eq(profiles.cityKey, city),
        cursor
          ? sql`(${profiles.rankOrder}, ${profiles.sortName}, ${profiles.userId}) > (${cursor.figure}, ${cursor.name}, ${cursor.id})`
          : undefined,
      ),
    )
    .orderBy(asc(profiles.rankOrder), asc(profiles.sortName), asc(profiles.userId))
    .limit(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    ok: true,
    items,
    next: rows.length > limit && last ? `${last.rankOrder}.${last.id}.${last.sortName}` : null,
  };
}

function parseDirectoryCursor(text: string | null): { figure: number; name: string; id: string } | null {
  const match = /^(-?\d{1,7})\.([a-z0-9-]{1,40})\.(.{1,300})$/s.exec(text ?? "");
  return match ? { figure: Number(match[1]), id: match[2]!, name: match[3]! } : null;
}

/** A listed plumber without what is booked, or null: not verified and suspended ones have no page (D2). */
export async function findPlumberProfile(db: Database, id: string): Promise<PlumberProfile | null> {
  const [row] = await db
    .select({
      ...listedColumns,
      ...availabilityColumns,
      experience: profiles.experience,
      about: profiles.about,
      rated1: profiles.rated1,
      rated2: profiles.rated2,
      rated3: profiles.rated3,
      rated4: profiles.rated4,
      rated5: profiles.rated5,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isListed, eq(profiles.userId, id)));
  if (!row) return null;
  const { opensAt, closesAt, daysOff, paused, jobMinutes, rated1, rated2, rated3, rated4, rated5, ...plumber } = row;
  const availability = { opensAt, closesAt, daysOff, paused, jobMinutes };
  return { ...plumber, availability, rated: { 1: rated1, 2: rated2, 3: rated3, 4: rated4, 5: rated5 } };
}

/** The starts of the coming week that open bookings of a plumber hold, in no order. */
export async function listTakenStarts(db: Database, plumberId: string, now: Instant): Promise<Instant[]> {
  const rows = await // In the words of the partial index.
  db.select({ startsAt: bookings.startsAt }).from(bookings)
    .where(sql`${bookings.plumberId} = ${plumberId} and ${isOneOf(bookings.status, OPEN_STATUSES)}
      and ${bookings.startsAt} > ${now - LONGEST_JOB * MINUTE} and ${bookings.startsAt} < ${now + 8 * DAY}`);
  return rows.map(({ startsAt }) => startsAt);
}

/** A plumber's profile with what is booked of the week after `now`. */
export function withTimes(profile: PlumberProfile, takenStarts: Instant[], now: Instant): Plumber {
  const nextFree = offeredStarts(now).find((start) => isFreeStart(profile.availability, takenStarts, start)) ?? null;
  return { ...profile, takenStarts, nextFree };
}

/** A listed plumber with what is booked of the week after `now`; null for others (D2). */
export async function findPlumber(db: Database, id: string, now: Instant): Promise<Plumber | null> {
  const [profile, taken] = await Promise.all([findPlumberProfile(db, id), listTakenStarts(db, id, now)]);
  return profile && withTimes(profile, taken, now);
}

/** The free starts of a listed plumber's coming week, in order; null when there is no such plumber. */
export async function listFreeStarts(db: Database, id: string, now: Instant): Promise<Instant[] | null> {
  const plumber = await findPlumber(db, id, now);
  return plumber && offeredStarts(now).filter((start) => isFreeStart(plumber.availability, plumber.takenStarts, start));
}

/** Others of the same city by name (D10), so that the page need not wait for the plumber's city first. */
export async function listSameCity(db: Database, id: string, limit: number, now: Instant): Promise<PlumberSummary[]> {
  const rows = await selectSummaries(
    db,
    now,
    and(
      sql`${profiles.cityKey} = (select city_key from plumber_profiles where user_id = ${id})`,
      ne(profiles.userId, id),
    ),
    [asc(profiles.sortName), asc(profiles.userId)],
    limit,
  );
  return rows.map(toSummary);
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

/**
 * Who is listed, best rank first, in which city and when the account was last changed: for the sitemap, which may name
 * 50,000 pages; the first 40,000 of them.
 */
export const listPlumberPages = (db: Database): Promise<{ id: string; city: string; updatedAt: Instant }[]> =>
  db
    .select({ id: profiles.userId, city: profiles.city, updatedAt: users.updatedAt })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(isListed)
    .orderBy(asc(profiles.rankOrder))
    .limit(40_000);
