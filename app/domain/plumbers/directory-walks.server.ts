import { and, eq, inArray, lte, sql, type SQL } from "drizzle-orm";
import { freeDays, plumberProfiles as profiles } from "~/db/schema";
import { dateAt, type Instant, type LocalDate } from "../time/harare";
import type { PricedService } from "../prices/usual-price";
import type { MarkedCursor } from "../values/key-cursor";
import { isFreeOn } from "./free-days.server";
import type { DirectorySort } from "./plumber";

/** The directory's filters, as the database has them; null or left out: no filter. */
export interface DirectoryFilters {
  /** A `cityKey`. */
  city: string | null;
  /** As stored, at most five. */
  specialities?: readonly string[] | null;
  /** A `suburbKey` of this city: who is based there, or serves it (D14). */
  suburb?: string | null;
  /** A bookable day: who has a free start on it. */
  day?: LocalDate | null;
  maxFeeCents?: number | null;
  /** The least mean rating. */
  minRating?: number | null;
  /** What the job is, which usual prices are of. */
  service?: PricedService | null;
}

// In the words of the partial indexes: with a bound value SQLite could not use them.
export const isListed = sql`${profiles.listed} = 1`;

/** The condition over `plumber_profiles` of those who are based in a suburb (D14). */
export const isBasedIn = (suburb: string): SQL => sql`(lower(suburb) = ${suburb} and suburb is not null)`;

/**
 * A part of an index, walked in its order: a page looks at so many of its rows, and no further. What the index doesn't
 * know is asked of each row (`fits`).
 */
interface Walk {
  from: SQL;
  where: SQL | undefined;
  /** What the index is ordered by; the last one is the plumber. */
  keys: readonly [SQL, SQL, SQL];
  /** Added to the first key, so that one walk comes before another. */
  shift: number;
  /** Comes before all others, so that it may fill a page alone. */
  isFirst?: true;
  fits: SQL | undefined;
}

/** The walks of a choice, which are merged by their keys. */
export interface Walks {
  walks: readonly Walk[];
  /** Whom they find, where the indexes cover every filter; null: each row has to be checked. */
  known: SQL | null;
}

const ORDERS: Record<Exclude<DirectorySort, "price">, SQL> = {
  rank: sql`${profiles.rankOrder}`,
  fee: sql`${profiles.feeCents}`,
  soonest: sql`${profiles.freeOrder}`,
};

/** Before everyone else by rank: who is based in the suburb. */
const NEARER = -1e6;
/** After all prices: plumbers without one. */
const WITHOUT_PRICE = 1e9;

/** How many rows a page looks at where each has to be asked, in all, and how many beside a first walk. */
const ROWS_ASKED = 60;
const ROWS_ASKED_BESIDE = 50;

/** The walks that give the plumbers whom `filters` want, in the order of `sort`, when they are merged. */
export function walksFor(filters: DirectoryFilters, sort: DirectorySort, now: Instant): Walks {
  const { city, specialities = null, suburb = null, day = null, maxFeeCents = null, minRating = null } = filters;
  const service = sort === "price" ? (filters.service ?? null) : null;
  const inCity = city === null ? undefined : eq(profiles.cityKey, city);
  const ofSpecialities = specialities === null ? undefined : inArray(profiles.speciality, [...specialities]);
  const fee = maxFeeCents === null ? undefined : lte(profiles.feeCents, maxFeeCents);
  const rating = minRating === null ? undefined : sql`(rating_count > 0 and rating_sum >= ${minRating} * rating_count)`;
  const free = day === null ? undefined : isFreeOn(day, now);
  const based = suburb === null ? undefined : isBasedIn(suburb);
  const near = suburb === null ? undefined : sql`(${based} or ${isServing(suburb)})`;

  // A later day has its own order, and none of its starts has passed.
  if (sort === "soonest" && day !== null && day > dateAt(now)) {
    const first: Walk = {
      from: sql`${freeDays} cross join ${profiles} on plumber_profiles.user_id = free_days.plumber_id`,
      where: sql`free_days.day = ${day} and free_days.first_start > 0`,
      keys: [sql`free_days.first_start`, sql`free_days.day`, sql`free_days.plumber_id`],
      shift: 0,
      fits: and(isListed, inCity, ofSpecialities, fee, rating, near),
    };
    return { walks: [first], known: null };
  }

  const ofIndex = sort === "fee" ? fee : undefined;
  const ofRows = and(free, sort === "fee" ? undefined : fee, rating);
  const nearFirst = city !== null && suburb !== null && sort === "rank";
  const others = and(
    ofRows,
    near,
    nearFirst ? sql`not coalesce(${based}, 0)` : undefined,
    service ? sql`not ${hasPrice(service)}` : undefined,
  );
  // Each speciality has its own part of the index: the first ones of each are read, not all of all.
  const walks = (specialities ?? [null]).map((speciality): Walk => ({
    from: sql`${profiles}`,
    where: and(isListed, inCity, speciality === null ? undefined : eq(profiles.speciality, speciality), ofIndex),
    keys: [ORDERS[sort === "price" ? "rank" : sort], sql`${profiles.sortName}`, sql`${profiles.userId}`],
    shift: service ? WITHOUT_PRICE : 0,
    fits: others,
  }));
  if (nearFirst)
    walks.push({
      ...walks[0]!,
      where: and(isListed, inCity, based),
      shift: NEARER,
      fits: and(ofSpecialities, ofRows),
    });
  if (service)
    walks.push({
      from: sql`plumber_prices cross join ${profiles} on plumber_profiles.user_id = plumber_prices.plumber_id`,
      where: and(
        sql`plumber_prices.service_type = ${service}`,
        city === null ? undefined : sql`plumber_prices.city_key = ${city}`,
      ),
      keys: [sql`plumber_prices.median`, sql`plumber_prices.service_type`, sql`plumber_prices.plumber_id`],
      shift: 0,
      isFirst: true,
      fits: and(isListed, ofSpecialities, ofRows, near),
    });
  return { walks, known: others ? null : and(isListed, inCity, ofSpecialities, ofIndex)! };
}

const isServing = (suburb: string): SQL =>
  sql`exists (select 1 from served_suburbs where plumber_id = plumber_profiles.user_id and suburb_key = ${suburb})`;
const hasPrice = (service: string): SQL =>
  sql`exists (select 1 from plumber_prices as own where own.plumber_id = plumber_profiles.user_id and own.service_type = ${service})`;

/** How many rows of each walk a page looks at, to show `limit` where it can. */
export function rowsOfEach({ walks, known }: Walks, limit: number): number[] {
  if (known) return walks.map(() => limit + 1);
  const others = walks.filter(({ isFirst }) => !isFirst).length;
  const ofOthers = Math.floor((others < walks.length ? ROWS_ASKED_BESIDE : ROWS_ASKED) / others);
  return walks.map(({ isFirst }) => (isFirst ? limit + 1 : ofOthers));
}

/** D1 joins five lists in one query. */
const MOST_JOINED = 5;

/**
 * The rows that the walks look at after a cursor, so many of each as `rows` says: `walk` (its number), `id`, the keys `place` and
 * `name`, and whether the plumber `fits`.
 */
export function walkedRows({ walks, known }: Walks, cursor: MarkedCursor | null, rows: readonly number[]): SQL {
  const parts = walks.map(({ from, where, keys, shift, fits }, number) => {
    const [place, name, id] = keys;
    const after = cursor
      ? sql`(${place}, ${name}, ${id}) > (${cursor.at - shift}, ${cursor.mark}, ${cursor.id})`
      : undefined;
    return sql`select * from (
      select ${sql.raw(String(number))} as walk, ${id} as id, ${place} + ${sql.raw(String(shift))} as place, ${name} as name,
        ${fits ? sql`coalesce((${fits}), 0)` : sql`1`} as fits
      from ${from} where ${and(where, after)} order by ${place}, ${name}, ${id} limit ${rows[number]})`;
  });
  const joined = (some: readonly SQL[]) => sql.join([...some], sql` union all `);
  const all =
    parts.length <= MOST_JOINED
      ? joined(parts)
      : sql`select * from (${joined(parts.slice(0, MOST_JOINED))}) union all select * from (${joined(parts.slice(MOST_JOINED))})`;
  return known && walks.length > 1 ? sql`select * from (${all}) order by place, name, id limit ${rows[0]}` : all;
}
