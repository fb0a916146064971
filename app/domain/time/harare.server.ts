import { sql, type SQL } from "drizzle-orm";
import { OFFSET, SECOND } from "./harare";

/** The date in Harare of an instant that SQL computes (T1): `YYYY-MM-DD`, as `dateAt` gives it. */
export const dateInSql = (instant: SQL): SQL<string> =>
  sql`date((${instant} + ${sql.raw(String(OFFSET))}) / ${sql.raw(String(SECOND))}, 'unixepoch')`;
