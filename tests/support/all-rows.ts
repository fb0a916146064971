import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "~/db/schema";
import { env } from "./env";

/** What a refusal may write: how often it was tried, and what was typed. */
const OF_REFUSALS = ["kept_forms", "rate_limit_counters"];

const tables = Object.values<unknown>(schema)
  .filter((one) => is(one, SQLiteTable))
  .map((table) => getTableName(table))
  .filter((name) => !OF_REFUSALS.includes(name));

/** Every row of D1 by its table, to be compared with what there is after something that does nothing. */
export async function allRows(): Promise<Record<string, unknown[]>> {
  const found = await env.DB.batch(tables.map((name) => env.DB.prepare(`select * from "${name}"`)));
  return Object.fromEntries(tables.map((name, at) => [name, found[at]!.results]));
}
