import { and, asc, eq, ne, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles as profiles, users } from "~/db/schema";
import type { Instant } from "../time/harare";
import { firstFreeStart, offeredStarts } from "../time/slots";
import { cityKey } from "../values/cities";
import { pageByKey, type MarkedCursor } from "../values/key-cursor";
import { availabilityColumns, takenStartsColumn } from "./free-starts.server";
import type { DirectorySort, ListedPlumber } from "./plumber";

export const PLUMBERS_PAGE_SIZE = 24;

// In the words of the partial indexes: with a bound value SQLite could not use them.
export const isListed = sql`${profiles.listed} = 1`;

/** What every list of plumbers says of each. */
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

/** What everyone may see of a plumber (D4). */
export const publicColumns = { ...listedColumns, experience: profiles.experience, about: profiles.about };

/** Selects listed plumbers with their next free time. */
export async function selectListed(db: Database, now: Instant, where: SQL | undefined, order: SQL[], limit: number) {
  const rows = await db
    .select({
      plumber: publicColumns,
      rankOrder: sql<number>`${profiles.rankOrder}`,
      sortName: profiles.sortName,
      availability: availabilityColumns,
      takenStarts: takenStartsColumn(now),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isListed, where))
    .orderBy(...order)
    .limit(limit);
  const offered = offeredStarts(now);
  return rows.map(({ plumber, availability, takenStarts, ...keys }) => ({
    id: plumber.id,
    ...keys,
    plumber: { ...plumber, nextFree: firstFreeStart(offered, availability, takenStarts) },
  }));
}

/** How many plumbers of a city the office chooses from. */
const MAX_IN_CITY = 200;

/** Lists the plumbers of a city by name, at most 200, for the office to choose one. `city` is one of ours. */
export const listPlumbersOfCity = (
  db: Database,
  city: string,
): Promise<{ id: string; firstName: string; lastName: string; speciality: string }[]> =>
  db
    .select({
      id: profiles.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      speciality: profiles.speciality,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isListed, eq(profiles.cityKey, cityKey(city))))
    .orderBy(asc(profiles.sortName), asc(profiles.userId))
    .limit(MAX_IN_CITY);

type Row = Awaited<ReturnType<typeof selectListed>>[number];

const ORDERS = {
  rank: { column: profiles.rankOrder, of: ({ rankOrder }: Row) => rankOrder },
  fee: { column: profiles.feeCents, of: ({ plumber }: Row) => plumber.feeCents },
} as const satisfies Record<DirectorySort, unknown>;

/**
 * The listed plumbers of a city (a `cityKey`; null: of all) and a speciality (as stored; null: of all), by rank (D7) or
 * by fee, lowest first, then by name (D3, D5), a page at a time: at most `limit` after `cursor`, which a page in the
 * same order has given as `next` (null at the end). `now` is where the week begins in which the next free start lies.
 */
export async function listPlumbers(
  db: Database,
  options: {
    city: string | null;
    cursor: MarkedCursor | null;
    now: Instant;
    speciality?: string | null;
    sort?: DirectorySort;
    limit?: number;
  },
): Promise<{ plumbers: ListedPlumber[]; next: string | null }> {
  const { city, cursor, now, speciality = null, sort = "rank", limit = PLUMBERS_PAGE_SIZE } = options;
  const order = ORDERS[sort];
  const rows = await selectListed(
    db,
    now,
    and(
      city === null ? undefined : eq(profiles.cityKey, city),
      speciality === null ? undefined : eq(profiles.speciality, speciality),
      cursor
        ? sql`(${order.column}, ${profiles.sortName}, ${profiles.userId}) > (${cursor.at}, ${cursor.mark}, ${cursor.id})`
        : undefined,
    ),
    [asc(order.column), asc(profiles.sortName), asc(profiles.userId)],
    limit + 1,
  );
  const { shown, next } = pageByKey(rows, limit, order.of, ({ sortName }) => sortName);
  return { plumbers: shown.map(({ plumber }) => plumber), next };
}

/** The cursor of a listed plumber in the directory by rank; null for anyone else. */
export async function findInDirectory(db: Database, id: string): Promise<MarkedCursor | null> {
  const [row] = await db
    .select({ at: sql<number>`${profiles.rankOrder}`, id: profiles.userId, mark: profiles.sortName })
    .from(profiles)
    .where(and(isListed, eq(profiles.userId, id)));
  return row ?? null;
}

/** Whether any plumber is listed in a city (a `cityKey`): a city without has no page (D3). */
export async function hasPlumbers(db: Database, city: string): Promise<boolean> {
  const rows = await db
    .select({ id: profiles.userId })
    .from(profiles)
    .where(and(isListed, eq(profiles.cityKey, city)))
    .limit(1);
  return rows.length > 0;
}

/** Other plumbers of the same city by name, at most `limit` (D10). By id, so that no page waits for the city first. */
export async function listSameCity(db: Database, id: string, limit: number, now: Instant): Promise<ListedPlumber[]> {
  const rows = await selectListed(
    db,
    now,
    and(
      sql`${profiles.cityKey} = (select city_key from plumber_profiles where user_id = ${id})`,
      ne(profiles.userId, id),
    ),
    [asc(profiles.sortName), asc(profiles.userId)],
    limit,
  );
  return rows.map(({ plumber }) => plumber);
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
