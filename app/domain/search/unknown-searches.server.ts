import { desc, gt, sql } from "drizzle-orm";
import { type Database, insertWhere } from "~/db/client.server";
import { unknownSearches } from "~/db/schema";
import { DAY, dateAt, type Instant } from "../time/harare";
import { countedSearch, UNKNOWN_SEARCHES_A_DAY, UNKNOWN_SEARCHES_SHOWN } from "./unknown-search";

/** Counts a search that no one understood, for the office (D16); beyond the day's 50 different texts, no new one. */
export async function countUnknownSearch(db: Database, typed: string, now: Instant): Promise<void> {
  const text = countedSearch(typed);
  if (text === null) return;
  const day = dateAt(now);
  const isCounted = sql`exists (select 1 from unknown_searches where day = ${day} and text = ${text})
    or (select count(*) from unknown_searches where day = ${day}) < ${UNKNOWN_SEARCHES_A_DAY}`;
  const onConflict = { set: { times: sql`times + 1` } };
  await insertWhere(db, unknownSearches, { day, text, times: 1 }, isCounted, { onConflict });
}

/** Lists what no one understood in the last 28 days, most often searched for first, at most 40. */
export const listUnknownSearches = (db: Database, now: Instant) =>
  db
    .select({ text: unknownSearches.text, times: sql<number>`sum(times)`.as("sum_of_times") })
    .from(unknownSearches)
    .where(gt(unknownSearches.day, dateAt(now - UNKNOWN_SEARCHES_SHOWN * DAY)))
    .groupBy(unknownSearches.text)
    .orderBy(desc(sql`sum_of_times`), unknownSearches.text)
    .limit(40);
