import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { CITIES, cityKey, nameCity } from "../values/cities";

const OUR_CITIES = JSON.stringify(CITIES.map(cityKey));

/**
 * Finds the suburb, based in or served by a listed plumber (D14), that one of these names is, by `suburbKey`, and its city;
 * the longest name wins. Null: none is, or two of our cities have it.
 */
export async function findSuburbNamed(db: Database, names: readonly string[]) {
  const asked = JSON.stringify(names);
  const rows = await db.all<{ key: string; suburb: string; city: string }>(sql`
    select lower(suburb) as key, suburb, city_key as city from plumber_profiles
    where listed = 1 and suburb is not null and city_key in (select value from json_each(${OUR_CITIES}))
      and lower(suburb) in (select value from json_each(${asked}))
    union select suburb_key, served_suburbs.suburb, city_key from served_suburbs
      join plumber_profiles on user_id = plumber_id
    where suburb_key in (select value from json_each(${asked})) and listed = 1
      and city_key in (select value from json_each(${OUR_CITIES}))`);
  const longest = Math.max(...rows.map(({ key }) => key.length));
  const found = rows.filter(({ key }) => key.length === longest);
  const [one] = found;
  const isOnly = new Set(found.map(({ city }) => city)).size === 1;
  return one && isOnly ? { city: nameCity(one.city), suburb: one.suburb } : null;
}
