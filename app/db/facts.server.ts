import { sql, type SQL } from "drizzle-orm";
import type { Database } from "./client.server";

/** The query, for a batch, of whether conditions hold where it stands in it: one row. */
export const selectFacts = <Name extends string>(db: Database, facts: Record<Name, SQL>) => {
  const named = Object.entries<SQL>(facts).map(([name, fact]) => [name, sql`${fact}`.mapWith(Boolean).as(name)]);
  return db.select(Object.fromEntries(named) as Record<Name, SQL.Aliased<boolean>>).from(sql`(select 1)`);
};
