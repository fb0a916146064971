import { eq, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { batch, statement, type Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { PRICE_EVENTS } from "~/db/money-words";
import { bookingEvents, bookings, cityPrices, heartbeats, plumberPrices } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { keepHeartbeat } from "../settings/heartbeats.server";
import { DAY, MINUTE, type Instant } from "../time/harare";
import { JOBS_NEEDED, LATEST_JOBS, PLUMBERS_NEEDED } from "./usual-price";
import { COUNTRY } from "./usual-prices.server";

const NAME = "prices";
/** How long a job counts: 12 months. */
export const COUNTED_FOR = 365 * DAY;
/** By then every request that has written an event has ended: none appears behind what was read. */
const SETTLED_AFTER = 2 * MINUTE;
/** How many events, and prices that have grown old, one run takes. */
const EVENTS_A_RUN = 100;
const OLD_PRICES_A_RUN = 20;

/** Up to which event of the history prices are made. */
const bookmark = z.object({ at: z.number(), id: z.string() });
type Bookmark = z.infer<typeof bookmark>;

/** A plumber's id or a city's key, and a kind of work. */
type Pair = [subject: string, serviceType: string];

/**
 * Recomputes the usual prices of those plumbers and cities where a job was completed, reopened or settled since the
 * last run, and of those whose oldest job no longer counts (D18). Returns how many it recomputed; 0: nothing was left to
 * do.
 */
export async function refreshPrices({ db, now }: Pick<DomainContext, "db" | "now">): Promise<number> {
  const last = await findBookmark(db);
  const [events, oldOfPlumbers, oldOfCities] = await Promise.all([
    listEventsSince(db, last, now - SETTLED_AFTER),
    db
      .select({ subject: plumberPrices.plumberId, serviceType: plumberPrices.serviceType })
      .from(plumberPrices)
      .where(sql`oldest_at <= ${now - COUNTED_FOR}`)
      .limit(OLD_PRICES_A_RUN),
    db
      .select({ subject: cityPrices.cityKey, serviceType: cityPrices.serviceType })
      .from(cityPrices)
      .where(sql`oldest_at <= ${now - COUNTED_FOR}`)
      .limit(OLD_PRICES_A_RUN),
  ]);
  const plumbers = distinct([...events.map((event) => ({ ...event, subject: event.plumberId })), ...oldOfPlumbers]);
  const cities = distinct([
    ...events.map((event) => ({ ...event, subject: event.cityKey })),
    ...oldOfCities.filter(({ subject }) => subject !== COUNTRY),
  ]);
  const countries = distinct([
    ...events.map((event) => ({ ...event, subject: COUNTRY })),
    ...oldOfCities.filter(({ subject }) => subject === COUNTRY),
  ]);
  const newest = events.at(-1);
  if (!newest && plumbers.length + cities.length + countries.length === 0) return 0;
  const value = JSON.stringify(newest ? { at: newest.at, id: newest.id } : last);
  const since = now - COUNTED_FOR;
  await batch(db, {
    plumbers: recompute(db, PLUMBER, plumbers, since),
    cities: recompute(db, CITY, cities, since),
    countries: recompute(db, WHOLE_COUNTRY, countries, since),
    bookmark: keepHeartbeat(db, NAME, value, now),
  });
  return events.length + plumbers.length + cities.length + countries.length;
}

async function findBookmark(db: Database): Promise<Bookmark> {
  const [row] = await db.select().from(heartbeats).where(eq(heartbeats.name, NAME));
  return row ? bookmark.parse(JSON.parse(row.value)) : { at: 0, id: "" };
}

const listEventsSince = (db: Database, last: Bookmark, until: Instant) =>
  db
    .select({
      at: bookingEvents.at,
      id: bookingEvents.id,
      plumberId: bookings.plumberId,
      cityKey: bookings.cityKey,
      serviceType: bookings.serviceType,
    })
    .from(bookingEvents)
    .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
    .where(
      sql`${isOneOf(bookingEvents.event, PRICE_EVENTS)} and (${bookingEvents.at}, ${bookingEvents.id}) > (${last.at}, ${last.id})
        and ${bookingEvents.at} <= ${until}`,
    )
    .orderBy(bookingEvents.at, bookingEvents.id)
    .limit(EVENTS_A_RUN);

function distinct(rows: readonly { subject: string | null; serviceType: string | null }[]): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { subject, serviceType } of rows)
    if (subject !== null && serviceType !== null) pairs.set(`${subject} ${serviceType}`, [subject, serviceType]);
  return [...pairs.values()];
}

/** Where prices are kept, and which bookings (`job`) are those of a `pair`. */
interface Scope {
  table: SQL;
  key: SQL;
  ofSubject: SQL;
  /** Which pairs have a price. */
  where: SQL;
  plumbersNeeded: number;
}

const PLUMBER: Scope = {
  table: sql`plumber_prices`,
  key: sql`plumber_id`,
  ofSubject: sql`job.plumber_id = pair.subject and`,
  // Of an erased plumber nothing is worked out any more (A18).
  where: sql`where not exists (select 1 from users where id = pair.subject and password_hash = 'erased')`,
  plumbersNeeded: 1,
};
const CITY: Scope = {
  table: sql`city_prices`,
  key: sql`city_key`,
  ofSubject: sql`job.city_key = pair.subject and`,
  where: sql``,
  plumbersNeeded: PLUMBERS_NEEDED,
};
const WHOLE_COUNTRY: Scope = { ...CITY, ofSubject: sql`` };

/**
 * The statements that rewrite these pairs' prices from the latest jobs since `since`; with too few jobs there is no
 * price.
 */
function recompute(
  db: Database,
  { table, key, ofSubject, where, plumbersNeeded }: Scope,
  pairs: Pair[],
  since: Instant,
) {
  if (pairs.length === 0) return null;
  const pair = sql`(select value ->> 0 as subject, value ->> 1 as service_type from json_each(${JSON.stringify(pairs)})) as pair`;
  const isOfPair = sql`${ofSubject} job.service_type = pair.service_type and job.settled_price > 0`;
  // The cut is found first, so that the index is read from there on and no further back. The same two statements write both
  // tables of prices, by name, which drizzle can't.
  return [
    statement(
      db,
      // oxlint-disable-next-line pombi/typed-writes -- two tables of the same shape, one statement for both.
      sql`delete from ${table} where (${key}, service_type) in (select subject, service_type from ${pair})`,
    ),
    statement(
      db,
      sql`
      with cut as materialized (
        select pair.*, max(${since} + 1, coalesce((select job.completed_at from bookings as job where ${isOfPair}
          order by job.completed_at desc limit 1 offset ${LATEST_JOBS - 1}), 0)) as at from ${pair} ${where}
      )
      insert into ${table} (${key}, service_type, jobs, low, median, high, oldest_at)
      select subject, service_type, jobs, max(iif(place = (jobs + 3) / 4, price, 0)), max(iif(place = (jobs + 1) / 2, price, 0)),
        max(iif(place = (3 * jobs + 3) / 4, price, 0)), min(completed_at)
      from (
        select subject, job.service_type, job.plumber_id, job.settled_price as price, job.completed_at,
          row_number() over (partition by subject, job.service_type order by job.settled_price) as place,
          count(*) over (partition by subject, job.service_type) as jobs
        from cut as pair cross join bookings as job
        where ${isOfPair} and job.completed_at >= pair.at
      )
      group by subject, service_type having jobs >= ${JOBS_NEEDED} and count(distinct plumber_id) >= ${plumbersNeeded}`,
    ),
  ];
}
