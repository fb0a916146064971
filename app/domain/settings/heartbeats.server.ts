import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "~/db/client.server";
import { heartbeats } from "~/db/schema";
import type { Instant } from "../time/harare";

const NAME = "cron";
const cronRun = z.object({ tookMs: z.number(), failed: z.array(z.string()) });
export type CronRun = z.infer<typeof cronRun>;

/**
 * Records the last run of the scheduled tasks (O17): when it began, how long it took in milliseconds, and which tasks
 * failed.
 */
export async function recordCronRun(db: Database, now: Instant, run: CronRun): Promise<void> {
  const value = JSON.stringify(run);
  await db
    .insert(heartbeats)
    .values({ name: NAME, value, updatedAt: now })
    .onConflictDoUpdate({ target: heartbeats.name, set: { value, updatedAt: now } });
}

/** Finds the last run of the scheduled tasks and the last migration (O17); null where there was none. */
export async function readSystemStatus(
  db: Database,
): Promise<{ cron: (CronRun & { at: Instant }) | null; migration: { name: string; at: string } | null }> {
  const [[cron], [migration]] = await Promise.all([
    db.select().from(heartbeats).where(eq(heartbeats.name, NAME)),
    db.all<{ name: string; at: string }>(
      sql`select name, applied_at as at from d1_migrations order by id desc limit 1`,
    ),
  ]);
  return {
    cron: cron ? { at: cron.updatedAt, ...cronRun.parse(JSON.parse(cron.value)) } : null,
    migration: migration ?? null,
  };
}
