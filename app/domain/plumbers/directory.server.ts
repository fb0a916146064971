import { and, asc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { type Database, columnsOf, firstRow } from "~/db/client.server";
import { freeDays, plumberPrices, plumberProfiles as profiles, profileTextColumns, users } from "~/db/schema";
import type { PricedService } from "../prices/usual-price";
import { dateAt, type Instant, type LocalDate } from "../time/harare";
import { citiesLike, cityKey } from "../values/cities";
import { pageByKey, type MarkedCursor } from "../values/lists";
import { isFreeOn, nextFreeColumn } from "./free-starts.server";
import { validChecks } from "../vetting/vetting";
import type { DirectorySort, ListedPlumber, PlumberCount, PlumberSummary, PapersShown } from "./plumber";
import { isListed } from "../accounts/listing.server";

const PLUMBERS_PAGE_SIZE = 12;
const MOST_COUNTED = 100;

export const listedColumns = {
  id: profiles.userId,
  ...columnsOf(users, "firstName", "lastName", "photoKey"),
  ...columnsOf(profiles, "speciality", "feeCents", "city", "ratingSum", "ratingCount", "jobsCompleted"),
  ...columnsOf(profiles, "minutesToAnswer", "checks"),
};

export const publicColumns = { ...listedColumns, ...profileTextColumns };

export const selectListed = (db: Database, now: Instant, where: SQL, order: SQL[], limit: number) =>
  db
    .select({ ...publicColumns, nextFree: nextFreeColumn(now).as("next_free") })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isListed, where))
    .orderBy(...order)
    .limit(limit);

/** Selects the ids of the best listed plumbers by rank (D7) of those that meet `condition`. */
export const selectBest = (condition: SQL, limit: number): SQL =>
  sql`select user_id from (select user_id from plumber_profiles where listed = 1 and ${condition}
    order by rank_order, sort_name, user_id limit ${limit})`;

/** The home page prefers checked plumbers among so many of the best-ranked. */
const MOST_PREFERRED = 100;

const selectBestChecked = (now: Instant): SQL =>
  sql`select user_id, rank_order, sort_name, exists (select 1 from json_each(checks)
    where coalesce(value ->> 'expiresAt', 9e15) > ${now}) as checked
    from plumber_profiles where listed = 1 order by rank_order, sort_name, user_id limit ${MOST_PREFERRED}`;

/** The home page's plumbers (D12): the best-ranked of those whom our office has checked, then of all others. */
export async function listTopPlumbers(db: Database, now: Instant, limit: number) {
  const best = sql`select user_id from (${selectBestChecked(now)})
    order by checked desc, rank_order, sort_name, user_id limit ${limit}`;
  const order = [asc(profiles.rankOrder), asc(profiles.sortName), asc(profiles.userId)];
  const plumbers = await selectListed(db, now, sql`${profiles.userId} in (${best})`, order, limit);
  const isChecked = ({ checks }: PlumberSummary) => validChecks(checks, now).length > 0;
  return plumbers.toSorted((one, other) => Number(isChecked(other)) - Number(isChecked(one)));
}

/** Counts who of the `found` best-ranked plumbers has shown papers (D12); `isAll`: those are all that are listed. */
export async function countPapersShown(db: Database, now: Instant): Promise<PapersShown> {
  const [row] = await db.all<{ found: number; checked: number | null }>(
    sql`select count(*) as found, sum(checked) as checked from (${selectBestChecked(now)})`,
  );
  const found = row?.found ?? 0;
  return { found, checked: row?.checked ?? 0, isAll: found < MOST_PREFERRED };
}

const MAX_IN_CITY = 200;

/** Lists the plumbers of a city by name, at most 200, for the office to choose one. `city` is one of ours. */
export const listPlumbersOfCity = (db: Database, city: string) =>
  db
    .select({ id: profiles.userId, ...columnsOf(users, "firstName", "lastName"), speciality: profiles.speciality })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(isListed, eq(profiles.cityKey, cityKey(city))))
    .orderBy(asc(profiles.sortName), asc(profiles.userId))
    .limit(MAX_IN_CITY);

/** Puts plumbers without a free start in the coming week last (D12). */
export const freeOnesFirst = <Listed extends PlumberSummary>(plumbers: Listed[]) =>
  plumbers.toSorted((one, other) => Number(one.nextFree === null) - Number(other.nextFree === null));

/** The directory's filters as stored; null or left out: no filter. */
export interface DirectoryFilters {
  city: string | null;
  specialities?: readonly string[] | null;
  /** A `suburbKey` of this city: based there, or serving it (D14). */
  suburb?: string | null;
  /** A bookable day with a free start. */
  day?: LocalDate | null;
  maxFeeCents?: number | null;
  minRating?: number | null;
  service?: PricedService | null;
}

const isBasedIn = (suburb: string) =>
  sql`(plumber_profiles.suburb is not null and lower(plumber_profiles.suburb) = ${suburb})`;
const isNear = (suburb: string, city: string | null) => sql`user_id in (
  select user_id from plumber_profiles where listed = 1 and suburb is not null and city_key = ${city} and lower(suburb) = ${suburb}
  union all select plumber_id from served_suburbs where suburb_key = ${suburb})`;

/** The condition of the filters. A plus before a column keeps SQLite to the index of the order, so that it stops early. */
function isWanted(filters: DirectoryFilters, sort: DirectorySort, now: Instant): SQL | undefined {
  const { city, specialities, suburb = null, day, maxFeeCents = null, minRating = null } = filters;
  return and(
    isListed,
    city === null ? undefined : suburb === null ? eq(profiles.cityKey, city) : sql`+city_key = ${city}`,
    specialities ? inArray(profiles.speciality, [...specialities]) : undefined,
    suburb === null ? undefined : isNear(suburb, city),
    day ? isFreeOn(day, now) : undefined,
    maxFeeCents === null ? undefined : sql`${sort === "fee" ? profiles.feeCents : sql`+fee_cents`} <= ${maxFeeCents}`,
    minRating === null ? undefined : sql`rating_count > 0 and rating_sum >= ${minRating} * rating_count`,
  );
}

const priceOf = (service: PricedService | null) =>
  and(eq(plumberPrices.plumberId, profiles.userId), sql`${plumberPrices.serviceType} = ${service}`);

/** More than any rank: who is based in the chosen suburb comes before everyone else. */
const NEARER = 1e6;
/** More than any price: plumbers without one come after all others, by rank. */
const NO_PRICE = 1e9;

/** The order of the directory, ahead of name and id (D5, D23). */
function placeIn(sort: DirectorySort, { suburb = null, day = null, service = null }: DirectoryFilters, now: Instant) {
  const rank = sql`rank_order`;
  if (sort === "fee") return sql`fee_cents`;
  // The first free start of all is today's, where today is chosen.
  if (sort === "soonest") return day !== null && day > dateAt(now) ? sql`first_start` : sql`free_order`;
  if (sort === "price" && service !== null) return sql`coalesce(median, ${NO_PRICE} + ${rank})`;
  return suburb === null ? rank : sql`${rank} - iif(${isBasedIn(suburb)}, ${NEARER}, 0)`;
}

interface ListedPage extends DirectoryFilters {
  cursor: MarkedCursor | null;
  now: Instant;
  sort?: DirectorySort;
  limit?: number;
  isCounted?: boolean;
}

/**
 * Lists the plumbers whom the filters want, in the order of `sort`, those based in a chosen suburb first (D3, D5, D7,
 * D23): at most `limit` after `cursor`. `now` begins the week of the next free start. `count` goes to 100, where
 * `isCounted`, for a city and a problem alone: what else narrows a list is asked of each row.
 */
export async function listPlumbers(
  db: Database,
  { cursor, now, sort = "rank", limit = PLUMBERS_PAGE_SIZE, isCounted = false, ...filters }: ListedPage,
): Promise<{ plumbers: ListedPlumber[]; next: string | null; count: PlumberCount }> {
  const { suburb = null, day = null, service = null, maxFeeCents, minRating } = filters;
  const wanted = isWanted(filters, sort, now);
  const place = placeIn(sort, filters, now);
  const page = db
    .select({ id: profiles.userId, place: place.as("place") })
    .from(profiles)
    .leftJoin(freeDays, and(eq(freeDays.plumberId, profiles.userId), sql`${freeDays.day} = ${day}`))
    .leftJoin(plumberPrices, priceOf(service))
    .where(
      and(
        wanted,
        cursor ? sql`(${place}, sort_name, user_id) > (${cursor.at}, ${cursor.mark}, ${cursor.id})` : undefined,
      ),
    )
    .orderBy(sql`place`, profiles.sortName, profiles.userId)
    .limit(limit + 1)
    .as("page");
  const known = db
    .select({ id: profiles.userId })
    .from(profiles)
    .where(wanted)
    // Without a city SQLite would look through the index by city for the first of a speciality.
    .orderBy(...(filters.city === null ? [sql`rank_order`] : []))
    .limit(MOST_COUNTED + 1)
    .as("known");
  const [rows, [total] = []] = await Promise.all([
    db
      .select({
        id: page.id,
        place: sql<number>`page.place`,
        name: profiles.sortName,
        isBased: sql<number>`${suburb === null ? null : isBasedIn(suburb)}`,
        plumber: publicColumns,
        price: columnsOf(plumberPrices, "jobs", "low", "median", "high"),
        nextFree: nextFreeColumn(now, day).as("next_free"),
      })
      .from(page)
      .innerJoin(profiles, eq(profiles.userId, page.id))
      .innerJoin(users, eq(users.id, page.id))
      .leftJoin(plumberPrices, priceOf(service))
      .orderBy(sql`page.place`, profiles.sortName, page.id),
    isCounted && !suburb && !day && !maxFeeCents && !minRating
      ? db.select({ found: sql<number>`count(*)`.as("found") }).from(known)
      : [],
  ]);
  const { shown, next } = pageByKey(
    rows,
    limit,
    (row) => row.place,
    (row) => row.name,
  );
  const found = total?.found ?? shown.length;
  return {
    plumbers: shown.map(({ plumber, nextFree, isBased, price }) => ({
      ...plumber,
      near: suburb === null ? null : isBased ? "based" : "serves",
      nextFree,
      usualPrice: price,
    })),
    next,
    count: { found: Math.min(found, MOST_COUNTED), isExact: total ? found <= MOST_COUNTED : next === null },
  };
}

/** The cursor of a listed plumber in the directory by rank; null for anyone else. */
export function findInDirectory(db: Database, id: string): Promise<MarkedCursor | null> {
  return firstRow(
    db
      .select({ at: sql<number>`${profiles.rankOrder}`, id: profiles.userId, mark: profiles.sortName })
      .from(profiles)
      .where(and(isListed, eq(profiles.userId, id))),
  );
}

/** Lists, for each city (a `cityKey`), the plumber who is free first. */
export const listSoonestOfCities = (db: Database, cities: string[], now: Instant) =>
  db
    .select({
      id: profiles.userId,
      ...columnsOf(users, "firstName", "lastName"),
      ...columnsOf(profiles, "city", "feeCents"),
      nextFree: nextFreeColumn(now).as("next_free"),
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      sql`${profiles.userId} in (select (
        select user_id from plumber_profiles where listed = 1 and city_key = cities.value
        order by free_order, sort_name, user_id limit 1) from json_each(${JSON.stringify(cities)}) as cities)`,
    );

/** Tells if a plumber is listed in a city (a `cityKey`): a city without has no page (D3). */
export async function hasPlumbers(db: Database, city: string): Promise<boolean> {
  const isHere = and(isListed, eq(profiles.cityKey, city));
  return (await db.select({ id: profiles.userId }).from(profiles).where(isHere).limit(1)).length > 0;
}

/** Counts who of each city (a `cityKey`) is listed with one of the specialities, up to 100. */
export async function countInCities(db: Database, cities: string[], specialities: readonly string[] | null) {
  const bySpeciality = specialities ? inArray(profiles.speciality, [...specialities]) : undefined;
  const counts = cities.map(
    (city) => sql`(select count(*) from (
      select 1 from plumber_profiles where ${and(isListed, eq(profiles.cityKey, city), bySpeciality)} limit ${MOST_COUNTED}))
      as ${sql.identifier(city)}`,
  );
  const [row = {}] = await db.all<Record<string, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  return row;
}

/** Gives the city that was searched for if a plumber is listed there, else our nearest in spelling (D16). */
export async function findServedCity(db: Database, city: string): Promise<string> {
  const [nearest] = citiesLike(city);
  return nearest === undefined || (await hasPlumbers(db, cityKey(city))) ? city : nearest;
}

/** Lists the best other plumbers of the same city by name (D10). By id, so that no page waits for the city first. */
export function listSameCity(db: Database, id: string, limit: number, now: Instant): Promise<PlumberSummary[]> {
  const others = sql`city_key = (select city_key from plumber_profiles where user_id = ${id}) and user_id <> ${id}`;
  const isBest = sql`${profiles.userId} in (${selectBest(others, limit)})`;
  return selectListed(db, now, isBest, [asc(profiles.sortName), asc(profiles.userId)], limit);
}

/** Lists the first 40,000 plumbers by rank, for the sitemap, which may name 50,000 pages. */
export const listPlumberPages = (db: Database) =>
  db
    .select({ id: profiles.userId, city: profiles.city, updatedAt: users.updatedAt })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(isListed)
    .orderBy(asc(profiles.rankOrder))
    .limit(40_000);
