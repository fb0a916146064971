import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { notices } from "~/db/schema";
import type { Instant } from "../time/harare";

/** The statement that sends a notice again at once, as if it had never been tried, where `condition` holds (O12). */
export const requeue = (db: Database, id: string, now: Instant, condition: SQL) =>
  db
    .update(notices)
    .set({
      status: "queued",
      attempts: 0,
      nextAttemptAt: now,
      claimedUntil: null,
      lastError: null,
      lastErrorCode: null,
    })
    .where(sql`id = ${id} and ${condition}`);

/** The statement that deletes a notice that another one is to replace, where `condition` holds (N4). */
export const removeReplaced = (db: Database, id: string, condition: SQL) =>
  db.delete(notices).where(sql`id = ${id} and ${condition}`);
