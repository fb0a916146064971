import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { dailyTallies, plumberProfiles } from "~/db/schema";
import type { LocalDate } from "../../time/harare";

type Tally = "requested" | "confirmed" | "refused" | "cancelled" | "completed" | "earned";

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
  return insertWhere(
    db,
    dailyTallies,
    { day, plumberId: sql`whose.id`, [tally]: by },
    sql`whose.id is not null and ${condition}`,
    {
      from: sql`(select iif(${forSite}, '', null) as id union all select ${plumberId}) as whose`,
      onConflict: { set: { [tally]: sql`${sql.raw(tally)} + ${by}` } },
    },
  );
}

/** The statement that changes a plumber's number of jobs (B22) by `by`, where `condition` holds. */
export const countJobs = (db: Database, plumberId: string, by: 1 | -1, condition: SQL) =>
  db
    .update(plumberProfiles)
    .set({ jobsTotal: sql`jobs_total + ${sql.raw(String(by))}` })
    .where(sql`user_id = ${plumberId} and ${condition}`);

/** The statement that changes a plumber's completed jobs (B22) by `by`, where `condition` holds. */
export const countCompletedJobs = (db: Database, plumberId: string, by: 1 | -1, condition: SQL) =>
  db
    .update(plumberProfiles)
    .set({ jobsCompleted: sql`jobs_completed + ${sql.raw(String(by))}` })
    .where(sql`user_id = ${plumberId} and ${condition}`);
