import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { cityPrices, plumberPrices } from "~/db/schema";
import { cityKey } from "../values/cities";
import { isPricedService, type AreaPrices, type PricedService, type UsualPrice, type UsualPrices } from "./usual-price";

/** The key of the whole country in `city_prices`. */
export const COUNTRY = "";

interface Row extends UsualPrice {
  serviceType: string;
}

const byService = (rows: readonly Row[]): UsualPrices =>
  Object.fromEntries(
    rows.map(({ serviceType, jobs, low, median, high }) => [serviceType, { jobs, low, median, high }]),
  );

/** What a plumber usually charges for each kind of work (D18); a kind with fewer than 5 jobs is left out. */
export const findPlumberPrices = async (db: Database, plumberId: string): Promise<UsualPrices> =>
  byService(await db.select().from(plumberPrices).where(eq(plumberPrices.plumberId, plumberId)));

/** What each of these plumbers, a page of them, usually charges for one kind of work, by id; those without a price are left out. */
export async function listPlumberPrices(
  db: Database,
  plumberIds: readonly string[],
  service: PricedService,
): Promise<Map<string, UsualPrice>> {
  const rows = await db
    .select()
    .from(plumberPrices)
    .where(and(inArray(plumberPrices.plumberId, [...plumberIds]), eq(plumberPrices.serviceType, service)));
  return new Map(rows.map(({ plumberId, jobs, low, median, high }) => [plumberId, { jobs, low, median, high }]));
}

/** What each kind of work usually costs in a city, else in the country (D18); null: in the country. */
export async function findAreaPrices(db: Database, city: string | null): Promise<AreaPrices> {
  const prices = await listCityPrices(db, city === null ? [] : [city]);
  const own = city === null ? {} : (prices.get(cityKey(city)) ?? {});
  const country = prices.get(COUNTRY) ?? {};
  const areas: AreaPrices = {};
  for (const [service, price] of Object.entries(country))
    if (isPricedService(service)) areas[service] = { ...price, isOfCity: false };
  for (const [service, price] of Object.entries(own))
    if (isPricedService(service)) areas[service] = { ...price, isOfCity: true };
  return areas;
}

/** The usual prices of the country (`COUNTRY`) and of these cities, a handful, by their keys; those without any are left out. */
async function listCityPrices(db: Database, cities: readonly string[]): Promise<Map<string, UsualPrices>> {
  const keys = [COUNTRY, ...cities.map(cityKey)];
  const rows = await db.select().from(cityPrices).where(inArray(cityPrices.cityKey, keys));
  return new Map(
    keys.flatMap((key) => {
      const own = rows.filter((row) => row.cityKey === key);
      return own.length ? [[key, byService(own)] as const] : [];
    }),
  );
}
