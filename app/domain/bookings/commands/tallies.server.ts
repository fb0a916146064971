import { sql, type SQL } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import type { LocalDate } from "../../time/harare";

export type Tally = "requested" | "confirmed" | "refused" | "cancelled" | "completed" | "earned";

/**
 * The statement that adds `by` to a figure of a day in Harare (B22), for the site and for the plumber (null: for the site
 * alone), in the batch of its cause and where `condition` holds there. Without `forSite` the plumber's alone changes.
 */
export function countInTallies(
  db: Database,
  tally: Tally,
  plumberId: string | null,
  day: LocalDate,
  condition: SQL,
  { forSite = true, by = 1 }: { forSite?: boolean; by?: number | SQL } = {},
) {
  const column = sql.raw(tally);
  return statement(
    db,
    sql`
    insert into daily_tallies (day, plumber_id, ${column})
    select ${day}, whose.id, ${by} from (select iif(${forSite}, '', null) as id union all select ${plumberId}) as whose
    where whose.id is not null and ${condition}
    on conflict do update set ${column} = ${column} + ${by}`,
  );
}

/** The statement that changes a plumber's number of jobs (B22) by `by`, where `condition` holds. */
export const countJobs = (db: Database, plumberId: string, by: 1 | -1, condition: SQL) =>
  statement(
    db,
    sql`update plumber_profiles set jobs_total = jobs_total + ${sql.raw(String(by))} where user_id = ${plumberId} and ${condition}`,
  );

/** The statement that changes a plumber's completed jobs (B22) by `by`, where `condition` holds. */
export const countCompletedJobs = (db: Database, plumberId: string, by: 1 | -1, condition: SQL) =>
  statement(
    db,
    sql`update plumber_profiles set jobs_completed = jobs_completed + ${sql.raw(String(by))} where user_id = ${plumberId} and ${condition}`,
  );
