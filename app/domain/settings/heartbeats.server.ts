import { eq, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { type Database, insertWhere } from "~/db/client.server";
import { heartbeats } from "~/db/schema";
import { MINUTE, type Instant } from "../time/harare";

/** The statement that keeps a task's finding under its name; `kept`: one that depends on the finding before. */
export const keepHeartbeat = (db: Database, name: string, value: string | SQL, now: Instant | SQL, kept = value) =>
  db
    .insert(heartbeats)
    .values({ name, value, updatedAt: now })
    .onConflictDoUpdate({ target: heartbeats.name, set: { value: kept, updatedAt: now } });

export const CRON = "cron";
const cronRun = z.object({
  tookMs: z.number(),
  failed: z.record(z.string(), z.string()).catch({}),
  /** Since when each run has failed; null: the last one didn't. */
  failingSince: z.number().nullish(),
});
export type CronRun = z.output<typeof cronRun> & { at: Instant };

/** A run is late when the last one is older than this: they come each minute. */
export const CRON_LATE = 5 * MINUTE;

/** Records the last run of the scheduled tasks (O17): its beginning, its milliseconds, and which tasks failed. */
export async function recordCronRun(db: Database, now: Instant, run: Omit<z.infer<typeof cronRun>, "failingSince">) {
  const hasFailed = Object.keys(run.failed).length > 0;
  const value = JSON.stringify({ ...run, failingSince: hasFailed ? now : null });
  const since = sql`json_set(${value}, '$.failingSince', coalesce(json_extract(value, '$.failingSince'), ${now}))`;
  await keepHeartbeat(db, CRON, value, now, hasFailed ? since : value);
}

export async function findLastCronRun(db: Database) {
  const [cron] = await db.select().from(heartbeats).where(eq(heartbeats.name, CRON));
  return cron ? parseCronRun(cron.updatedAt, cron.value) : null;
}

export const parseCronRun = (at: Instant, value: string): CronRun => ({ at, ...cronRun.parse(JSON.parse(value)) });

/** The size, in bytes, from which D1 is too large (O17): its limit is 10 GB. */
const DATABASE_LARGE = 7e9;
export const LARGE = "large-database";

/** Reads how large D1 is, in bytes, as any query's answer says; null: it didn't. */
export async function readDatabaseSize(db: Database): Promise<number | null> {
  const { meta } = await db.$client.prepare("select 1 as one").all();
  return meta.size_after ?? null;
}

/** Remembers since when D1 has been too large, until it isn't any more (O17). */
export async function noteDatabaseSize(db: Database, size: number | null, now: Instant): Promise<void> {
  const row = { name: LARGE, value: String(size), updatedAt: now };
  await (size !== null && size >= DATABASE_LARGE
    ? insertWhere(db, heartbeats, row, sql`true`, { onConflict: "nothing" })
    : db.delete(heartbeats).where(eq(heartbeats.name, LARGE)));
}
