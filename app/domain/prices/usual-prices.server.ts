import { eq, inArray, sql } from "drizzle-orm";
import { batch, type Database, statement, columnsOf, firstRow, isOneOf } from "~/db/client.server";
import { bookingEvents, bookings, cityPrices, heartbeats, plumberPrices } from "~/db/schema";
import { cityKey } from "../values/cities";
import {
  type AreaPrices,
  isPricedService,
  JOBS_NEEDED,
  LATEST_JOBS,
  PLUMBERS_NEEDED,
  type UsualPrices,
} from "./usual-price";
import { PRICE_EVENTS } from "~/db/money-words";
import type { DomainContext } from "../domain-context.server";
import { keepHeartbeat } from "../settings/heartbeats.server";
import { DAY, type Instant, MINUTE } from "../time/harare";

const COUNTRY = "";

const PRICE = ["serviceType", "jobs", "low", "median", "high"] as const;

/** Finds a plumber's usual price of each kind of work (D18); a kind with fewer than 5 jobs is left out. */
export async function findPlumberPrices(db: Database, plumberId: string): Promise<UsualPrices> {
  const rows = await db
    .select(columnsOf(plumberPrices, ...PRICE))
    .from(plumberPrices)
    .where(eq(plumberPrices.plumberId, plumberId));
  return Object.fromEntries(rows.map(({ serviceType, ...price }) => [serviceType, price]));
}

/** Finds a plumber's usual price of the work that a request asks for (D18); null: too few jobs, or it was answered. */
export function findPriceOfRequest(db: Database, plumberId: string, bookingId: string) {
  const asked = sql`(select service_type from bookings where id = ${bookingId} and status = 'pending')`;
  const isAsked = sql`plumber_id = ${plumberId} and service_type = ${asked}`;
  return firstRow(
    db
      .select(columnsOf(plumberPrices, ...PRICE))
      .from(plumberPrices)
      .where(isAsked),
  );
}

/** Finds the usual price of each kind of work in a city, else in the country (D18); null: in the country. */
export async function findAreaPrices(db: Database, city: string | null): Promise<AreaPrices> {
  const keys = city === null ? [COUNTRY] : [COUNTRY, cityKey(city)];
  const prices = db
    .select(columnsOf(cityPrices, "cityKey", ...PRICE))
    .from(cityPrices)
    .where(inArray(cityPrices.cityKey, keys));
  // The country's come first, so that the city's replace them.
  const priced = (await prices.orderBy(cityPrices.cityKey)).filter(({ serviceType }) => isPricedService(serviceType));
  return Object.fromEntries(
    priced.map(({ cityKey, serviceType, ...price }) => [serviceType, { ...price, isOfCity: cityKey !== COUNTRY }]),
  );
}

const NAME = "prices";
export const COUNTED_PERIOD = 365 * DAY;
/** By then every request that has written an event has ended: none appears behind what was read. */
const SETTLED_AFTER = 2 * MINUTE;
const EVENTS_A_RUN = 100;
const OLD_PRICES_A_RUN = 20;

/** `subject`: a plumber's id or a city's key. */
interface Pair {
  subject: string | null;
  serviceType: string | null;
}

/**
 * Recomputes the usual prices of plumbers and cities where a job was completed, reopened or settled since the last run, or
 * whose oldest job no longer counts (D18). Returns how many; 0: nothing was left to do.
 */
export async function refreshPrices({ db, now }: Pick<DomainContext, "db" | "now">): Promise<number> {
  const [last] = await db.select({ until: heartbeats.value }).from(heartbeats).where(eq(heartbeats.name, NAME));
  const since = now - COUNTED_PERIOD;
  const [events, oldOfPlumbers, oldOfCities] = await Promise.all([
    listEvents(db, Number(last?.until ?? 0), now - SETTLED_AFTER),
    listOld(db, PLUMBER, since),
    listOld(db, CITY, since),
  ]);
  const changed = events.length + oldOfPlumbers.length + oldOfCities.length;
  if (changed === 0) return 0;
  const oldOfCountry = oldOfCities.filter(({ subject }) => subject === COUNTRY);
  const oldOfCity = oldOfCities.filter(({ subject }) => subject !== COUNTRY);
  const changedOf = (subjectOf: (event: (typeof events)[number]) => string | null): Pair[] =>
    events.map((event) => ({ subject: subjectOf(event), serviceType: event.serviceType }));
  const until = String(events.at(-1)?.at ?? last?.until ?? 0);
  await batch(db, {
    plumbers: recompute(db, PLUMBER, [...changedOf(({ plumberId }) => plumberId), ...oldOfPlumbers], since),
    cities: recompute(db, CITY, [...changedOf(({ cityKey }) => cityKey), ...oldOfCity], since),
    countries: recompute(db, WHOLE_COUNTRY, [...changedOf(() => COUNTRY), ...oldOfCountry], since),
    until: keepHeartbeat(db, NAME, until, now),
  });
  return changed;
}

/** The events of prices after an instant, about 100: all of an instant or none. */
function listEvents(db: Database, after: Instant, until: Instant) {
  const isDue = sql`${isOneOf(sql`event`, PRICE_EVENTS)} and at > ${after} and at <= ${until}`;
  return db
    .select({ at: bookingEvents.at, ...columnsOf(bookings, "plumberId", "cityKey", "serviceType") })
    .from(bookingEvents)
    .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
    .where(
      sql`${isDue} and at <= (select max(at) from (select at from booking_events where ${isDue} order by at limit ${EVENTS_A_RUN}))`,
    )
    .orderBy(bookingEvents.at);
}

/** A table of prices, and which bookings (`job`) are those of a `pair`. */
const CITY = {
  table: sql`city_prices`,
  key: sql`city_key`,
  ofSubject: sql`job.city_key = pair.subject and`,
  where: sql``,
  plumbersNeeded: PLUMBERS_NEEDED as number,
};
const WHOLE_COUNTRY = { ...CITY, ofSubject: sql`` };
const PLUMBER: typeof CITY = {
  table: sql`plumber_prices`,
  key: sql`plumber_id`,
  ofSubject: sql`job.plumber_id = pair.subject and`,
  // Of an erased plumber nothing is worked out any more (A18).
  where: sql`where not exists (select 1 from users where id = pair.subject and password_hash = 'erased')`,
  plumbersNeeded: 1,
};

const listOld = (db: Database, { table, key }: typeof CITY, since: Instant) =>
  db.all<Pair>(sql`select ${key} as subject, service_type as serviceType from ${table}
    where oldest_at <= ${since} limit ${OLD_PRICES_A_RUN}`);

/** The statements that rewrite these pairs' prices from the latest jobs since `since`; too few jobs make no price. */
function recompute(db: Database, scope: typeof CITY, pairs: Pair[], since: Instant) {
  const { table, key, ofSubject, where, plumbersNeeded } = scope;
  if (pairs.length === 0) return null;
  const pair = sql`(select distinct value ->> 'subject' as subject, value ->> 'serviceType' as service_type
    from json_each(${JSON.stringify(pairs)}) where value ->> 'subject' is not null and value ->> 'serviceType' is not null) as pair`;
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
