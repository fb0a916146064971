import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { COUNTED } from "./bounded-count";

/**
 * Counts lists by name in one statement, each up to one more than `COUNTED` (O25). A list is what follows `from`; it
 * needs an index.
 */
export async function countEach<Name extends string>(
  db: Database,
  names: readonly Name[],
  list: (name: Name) => SQL,
): Promise<Record<Name, number>> {
  const limit = sql.raw(String(COUNTED + 1));
  const columns = names.map(
    (name) => sql`(select count(*) from (select 1 from ${list(name)} limit ${limit})) as ${sql.identifier(name)}`,
  );
  const [row] = await db.all<Record<Name, number>>(sql`select ${sql.join(columns, sql`, `)}`);
  if (!row) throw new Error("A count has no row.");
  return row;
}
