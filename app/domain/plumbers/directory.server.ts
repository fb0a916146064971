import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberPrices, plumberProfiles as profiles, profileTextColumns, users } from "~/db/schema";
import type { Instant } from "../time/harare";
import { citiesLike, cityKey } from "../values/cities";
import type { MarkedCursor } from "../values/key-cursor";
import { isBasedIn, isListed, rowsOfEach, walkedRows, walksFor, type DirectoryFilters } from "./directory-walks.server";
import { nextFreeColumn } from "./free-days.server";
import type { DirectorySort, ListedPlumber, PlumberCount, PublicPlumber } from "./plumber";

export const PLUMBERS_PAGE_SIZE = 24;

/** Plumbers are counted up to this number. */
const MOST_COUNTED = 100;

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
  jobsCompleted: profiles.jobsCompleted,
  minutesToAnswer: profiles.minutesToAnswer,
  checks: profiles.checks,
};

/** What everyone may see of a plumber (D4). */
export const publicColumns = { ...listedColumns, ...profileTextColumns };

/** Selects listed plumbers with their next free time. */
export async function selectListed(
  db: Database,
  now: Instant,
  where: SQL | undefined,
  order: SQL[],
  limit: number,
): Promise<ListedPlumber[]> {
  const rows = await db
    .select({
      plumber: publicColumns,
      nextFree: nextFreeColumn(now).as("next_free"),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isListed, where))
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ plumber, nextFree }) => ({ ...plumber, near: null, nextFree, usualPrice: null }));
}

/** Selects the ids of the best listed plumbers by rank (D7) of those that meet `condition`. */
export const selectBest = (condition: SQL, limit: number): SQL =>
  sql`select user_id from (select user_id from plumber_profiles where listed = 1 and ${condition}
    order by rank_order, sort_name, user_id limit ${limit})`;

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

/** The same plumbers, with those who have no free start in the coming week last (D12). */
export const freeOnesFirst = (plumbers: ListedPlumber[]): ListedPlumber[] =>
  plumbers.toSorted((one, other) => Number(one.nextFree === null) - Number(other.nextFree === null));

/**
 * The listed plumbers whom the filters want, by rank (D7), with those who are based in a chosen suburb first, by fee or by
 * who is free first, then by name (D3, D5, D23), a page at a time: at most `limit` after `cursor`, which a page of the same
 * choice has given as `next` (null at the end). It looks at a bounded number of plumbers, so a page may show fewer, or
 * nobody, and still have a `next`. `now` is where the week begins in which the next free start lies: of the chosen day, else
 * of the week. `count`, where `isCounted`, is of all, for the first page.
 */
export async function listPlumbers(
  db: Database,
  options: DirectoryFilters & {
    cursor: MarkedCursor | null;
    now: Instant;
    sort?: DirectorySort;
    limit?: number;
    isCounted?: boolean;
  },
): Promise<{ plumbers: ListedPlumber[]; next: string | null; count: PlumberCount }> {
  const {
    cursor,
    now,
    sort = "rank",
    limit = PLUMBERS_PAGE_SIZE,
    isCounted = false,
    day = null,
    suburb,
    service = null,
  } = options;
  const walks = walksFor(options, sort, now);
  const ofEach = rowsOfEach(walks, limit);
  const { known } = walks;
  const page = db
    .select({
      walk: sql<number>`walked.walk`,
      id: sql<string>`walked.id`,
      place: sql<number>`walked.place`,
      name: sql<string>`walked.name`,
      fits: sql<number>`walked.fits`,
      isBased: sql<number>`${suburb ? isBasedIn(suburb) : 0}`.as("is_based"),
      plumber: publicColumns,
      price: {
        jobs: plumberPrices.jobs,
        low: plumberPrices.low,
        median: plumberPrices.median,
        high: plumberPrices.high,
      },
      nextFree: nextFreeColumn(now, day).as("next_free"),
    })
    .from(sql`(${walkedRows(walks, cursor, ofEach)}) as walked`)
    .leftJoin(profiles, sql`${profiles.userId} = iif(fits, walked.id, null)`)
    .leftJoin(users, eq(users.id, profiles.userId))
    .leftJoin(
      plumberPrices,
      and(eq(plumberPrices.plumberId, profiles.userId), sql`${plumberPrices.serviceType} = ${service}`),
    )
    .orderBy(sql`place`, sql`name`, sql`walked.id`);
  const counted =
    isCounted && known
      ? db.select({ found: sql<number>`count(*)`.as("found") }).from(
          db
            .select({ id: profiles.userId })
            .from(profiles)
            .where(known)
            .limit(MOST_COUNTED + 1)
            .as("known"),
        )
      : null;
  const [rows, [total] = []] = await Promise.all([page, counted ?? []]);

  // Of a walk that used up its rows there is more: what comes after its last row is not known yet.
  const last = walks.walks.map((_, walk) => rows.findLastIndex((row) => row.walk === walk));
  const used = last.filter((_, walk) => rows.filter((row) => row.walk === walk).length === ofEach[walk]);
  const end = Math.min(rows.length - 1, ...used);
  const fitting = rows.slice(0, end + 1).filter(({ fits }) => fits);
  const shown = fitting.slice(0, limit);
  const from = fitting.length > limit ? shown.at(-1) : used.length > 0 ? rows[end] : undefined;
  const found = total?.found ?? rows.filter(({ fits }) => fits).length;
  return {
    plumbers: shown.map(({ plumber, nextFree, isBased, price }) => ({
      ...(plumber as PublicPlumber),
      near: suburb ? (isBased ? "based" : "serves") : null,
      nextFree,
      usualPrice: price,
    })),
    next: from ? [from.place, from.id, from.name].join(".") : null,
    count: { found: Math.min(found, MOST_COUNTED), isExact: total ? found <= MOST_COUNTED : used.length === 0 },
  };
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

/** A city that was searched for, as it was if anyone is listed there, else the one of ours that is spelled most like it (D16). */
export async function findServedCity(db: Database, city: string): Promise<string> {
  const [nearest] = citiesLike(city);
  return nearest === undefined || (await hasPlumbers(db, cityKey(city))) ? city : nearest;
}

/** The best other plumbers of the same city, at most `limit`, by name (D10). By id, so that no page waits for the city first. */
export function listSameCity(db: Database, id: string, limit: number, now: Instant): Promise<ListedPlumber[]> {
  const others = sql`city_key = (select city_key from plumber_profiles where user_id = ${id}) and user_id <> ${id}`;
  return selectListed(
    db,
    now,
    sql`${profiles.userId} in (${selectBest(others, limit)})`,
    [asc(profiles.sortName), asc(profiles.userId)],
    limit,
  );
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
