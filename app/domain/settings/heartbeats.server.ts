import { eq, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client.server";
import { heartbeats } from "~/db/schema";
import { MINUTE, type Instant } from "../time/harare";

/** The statement that keeps what a task of the schedule found, under its name, in place of what it found before. */
export const keepHeartbeat = (db: Database, name: string, value: string | SQL, now: Instant | SQL) =>
  db
    .insert(heartbeats)
    .values({ name, value, updatedAt: now })
    .onConflictDoUpdate({ target: heartbeats.name, set: { value, updatedAt: now } });

/** The statement that keeps since when something has been so: what was kept first stays. */
export const keepFirstHeartbeat = (db: Database, name: string, value: string, now: Instant) =>
  db.insert(heartbeats).values({ name, value, updatedAt: now }).onConflictDoNothing();

/** The statement that forgets what was kept under a name. */
export const forgetHeartbeat = (db: Database, name: string) => db.delete(heartbeats).where(eq(heartbeats.name, name));

const NAME = "cron";
const cronRun = z.object({
  tookMs: z.number(),
  /** What went wrong, by the names of the tasks that failed. */
  failed: z.record(z.string(), z.string()).catch({}),
  /** Since when each run has failed; null: the last one didn't. */
  failingSince: z.number().nullish(),
});
export type CronRun = z.infer<typeof cronRun>;
/** A run is late when the last one is older than this: they come each minute. */
export const CRON_LATE = 5 * MINUTE;

/**
 * Records the last run of the scheduled tasks (O17): when it began, how long it took in milliseconds, and which tasks
 * failed.
 */
export async function recordCronRun(
  db: Database,
  now: Instant,
  run: Pick<CronRun, "tookMs" | "failed">,
): Promise<void> {
  const hasFailed = Object.keys(run.failed).length > 0;
  const value = JSON.stringify({ ...run, failingSince: hasFailed ? now : null });
  await db
    .insert(heartbeats)
    .values({ name: NAME, value, updatedAt: now })
    .onConflictDoUpdate({
      target: heartbeats.name,
      set: {
        value: hasFailed
          ? sql`json_set(${value}, '$.failingSince', coalesce(json_extract(value, '$.failingSince'), ${now}))`
          : value,
        updatedAt: now,
      },
    });
}

/** Finds the last run of the scheduled tasks; null: there was none. */
export async function findLastCronRun(db: Database): Promise<(CronRun & { at: Instant }) | null> {
  const [cron] = await db.select().from(heartbeats).where(eq(heartbeats.name, NAME));
  return cron ? { at: cron.updatedAt, ...cronRun.parse(JSON.parse(cron.value)) } : null;
}

/** Finds the last run of the scheduled tasks and the last migration (O17); null where there was none. */
export async function readSystemStatus(
  db: Database,
): Promise<{ cron: (CronRun & { at: Instant }) | null; migration: { name: string; at: string } | null }> {
  const [cron, [migration]] = await Promise.all([
    findLastCronRun(db),
    db.all<{ name: string; at: string }>(
      sql`select name, applied_at as at from d1_migrations order by id desc limit 1`,
    ),
  ]);
  return { cron, migration: migration ?? null };
}
