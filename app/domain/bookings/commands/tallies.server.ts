import { sql, type SQL } from "drizzle-orm";
import { type Database, statement, insertWhere } from "~/db/client.server";
import { dailyTallies, plumberProfiles } from "~/db/schema";
import type { LocalDate } from "../../time/harare";

type Tally = "requested" | "confirmed" | "refused" | "cancelled" | "completed" | "earned";

/** The statement that adds `by` to a day's figure (B22) of the site (`forSite`) and of the plumber (null: none). */
export const countInTallies = (
  db: Database,
  tally: Tally,
  plumberId: string | null,
  day: LocalDate,
  condition: SQL,
  { forSite = true, by = 1 }: { forSite?: boolean; by?: number | SQL } = {},
) =>
  insertWhere(
    db,
    dailyTallies,
    { day, plumberId: sql`whose.id`, [tally]: by },
    sql`whose.id is not null and ${condition}`,
    {
      from: sql`(select iif(${forSite}, '', null) as id union all select ${plumberId}) as whose`,
      onConflict: { set: { [tally]: sql`${sql.raw(tally)} + ${by}` } },
    },
  );

const JOB_COUNTS = { jobsTotal: "jobs_total", jobsCompleted: "jobs_completed" };

/** The statement that changes a plumber's number of jobs or of completed jobs (B22) by `by`, where `condition` holds. */
export const countJobs = (
  db: Database,
  column: keyof typeof JOB_COUNTS,
  plumberId: string,
  by: 1 | -1,
  condition: SQL,
) =>
  db
    .update(plumberProfiles)
    .set({ [column]: sql.raw(`${JOB_COUNTS[column]} + ${by}`) })
    .where(sql`user_id = ${plumberId} and ${condition}`);

const BOOKINGS_SCANNED = 40;

const ANSWERS_NEEDED = 5;

/**
 * A plumber's (an id in SQL) answers to requests, of their latest 40 bookings (D19): the whole percent confirmed, an
 * expired one counting against it, and the median of minutes to an answer. Both null below five answers.
 */
const figuresOf = (plumber: SQL): SQL => sql`
  with answers as (
    select coalesce((
        select event from booking_events where booking_id = latest.id and at >= latest.asked_at
          and event in ('confirm', 'refuse', 'expire') order by seq limit 1), '') as answer,
      (select at - latest.asked_at from booking_events where booking_id = latest.id and at >= latest.asked_at
          and event in ('confirm', 'refuse') order by seq limit 1) as wait
    from (
      select id, asked_at from bookings where plumber_id = ${plumber} and asked_at is not null
      order by starts_at desc, id desc limit ${sql.raw(String(BOOKINGS_SCANNED))}) as latest),
  waits as (select wait, row_number() over (order by wait) as place, count(*) over () as number from answers where wait is not null)
  select
    (select iif(count(*) >= ${sql.raw(String(ANSWERS_NEEDED))}, cast(round(100.0 * sum(answer = 'confirm') / count(*)) as integer), null)
      from answers where answer <> ''),
    (select cast(round(wait / 60000.0) as integer) from waits
      where place = (number + 1) / 2 and number >= ${sql.raw(String(ANSWERS_NEEDED))})`;

/** The statement that works out how a plumber answers (D19), in the batch of an answer and where `condition` holds. */
export const countAnswers = (db: Database, plumberId: string | SQL, condition: SQL) =>
  statement(
    db,
    // oxlint-disable-next-line pombi/typed-writes -- drizzle sets one column at a time.
    sql`update plumber_profiles set (accepted_percent, minutes_to_answer) = (${figuresOf(sql`${plumberId}`)})
      where user_id = ${plumberId} and ${condition}`,
  );
