import { sql, type SQL } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import type { LocalDate } from "../../time/harare";

export type Tally = "requested" | "confirmed" | "refused" | "cancelled" | "completed";

/**
 * The statement that adds one to a day's figure, for the site and for the plumber, in the batch of its cause and
 * only if `condition` holds there. `null` counts nothing; without `forSite` the plumber's alone changes.
 */
export function countInTallies(
  db: Database,
  tally: Tally | null,
  plumberId: string | null,
  day: LocalDate,
  condition: SQL,
  { forSite = true } = {},
) {
  const column = sql.raw(tally ?? "requested");
  return statement(
    db,
    sql`
    insert into daily_tallies (day, plumber_id, ${column})
    select ${day}, whose.id, 1 from (select iif(${forSite}, '', null) as id union all select ${plumberId}) as whose
    where whose.id is not null and ${tally !== null} and ${condition}
    on conflict do update set ${column} = ${column} + 1`,
  );
}
