import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { COUNTED } from "./bounded-count";

/**
 * Counts lists by name in one statement, each up to one more than `COUNTED` (O25). A list is what follows `from`; its
 * condition needs an index.
 */
export async function countUpTo<Name extends string>(
  db: Database,
  lists: Record<Name, SQL>,
): Promise<Record<Name, number>> {
  const columns = Object.entries<SQL>(lists).map(
    ([name, list]) =>
      sql`(select count(*) from (select 1 from ${list} limit ${sql.raw(String(COUNTED + 1))})) as ${sql.identifier(name)}`,
  );
  const [row] = await db.all<Record<Name, number>>(sql`select ${sql.join(columns, sql`, `)}`);
  if (!row) throw new Error("A count has no row.");
  return row;
}

/** As `countUpTo`, with the same kind of list for each name. */
export const countEach = <Name extends string>(
  db: Database,
  names: readonly Name[],
  list: (name: Name) => SQL,
): Promise<Record<Name, number>> =>
  countUpTo(db, Object.fromEntries(names.map((name) => [name, list(name)])) as Record<Name, SQL>);
