import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isToSend } from "~/db/schema";
import { findLargeSince, readDatabaseSize } from "../settings/heartbeats.server";
import type { Instant } from "../time/harare";
import { MOST_COUNTED, type SystemHealth } from "./system-health";

/** Reads how the outbox and D1 are (O17): failed notices are counted up to 100. */
export async function readSystemHealth(db: Database): Promise<SystemHealth> {
  const [[oldest], failedNotices, size, largeSince] = await Promise.all([
    db.all<{ at: Instant }>(
      sql`select next_attempt_at as at from notices indexed by notices_queued where ${isToSend} order by next_attempt_at limit 1`,
    ),
    db.all<SystemHealth["failedNotices"][number]>(
      sql`select channel, count(*) as count, min(created_at) as since from (select channel, created_at from notices
        where status = 'failed' order by created_at limit ${sql.raw(String(MOST_COUNTED))}) group by channel`,
    ),
    readDatabaseSize(db),
    findLargeSince(db),
  ]);
  return { oldestNotice: oldest?.at ?? null, failedNotices, size, largeSince };
}
