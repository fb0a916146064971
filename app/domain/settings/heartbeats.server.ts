import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "~/db/client.server";
import { notes } from "~/db/schema";
import type { Instant } from "../time/harare";

const cronRun = z.object({ tookMs: z.number(), failed: z.array(z.string()) });
export type CronRun = z.infer<typeof cronRun>;

/** Notes that the minute's housekeeping has run, how long it took, and what of it failed. */
export async function recordCronRun(db: Database, now: Instant, run: CronRun): Promise<void> {
  const value = JSON.stringify(run);
  await db
    .insert(notes)
    .values({ name: "cron", value, updatedAt: now })
    .onConflictDoUpdate({ target: notes.name, set: { value, updatedAt: now } });
}

/** What the system knows of itself: the last cron run, the last migration, and what the desk has set. */
export async function readSystemStatus(db: Database) {
  const [rows, [migration]] = await Promise.all([
    db
      .select()
      .from(notes)
      .where(inArray(notes.name, ["cron", "approvePlumbers"])),
    db.all<{ name: string; at: string }>(
      sql`select name, applied_at as at from d1_migrations order by id desc limit 1`,
    ),
  ]);
  const cron = rows.find(({ name }) => name === "cron");
  return {
    cron: cron ? { at: cron.updatedAt, ...cronRun.parse(JSON.parse(cron.value)) } : null,
    approvesPlumbers: rows.some(({ name, value }) => name === "approvePlumbers" && value === "on"),
    migration: migration ?? null,
  };
}
