import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { notices } from "~/db/schema";

/**
 * The statement that drops queued notices where `condition` (over `notices`) holds, saying why. One being sent is marked as
 * sent if it arrives; it is not tried again.
 */
export const dropQueued = (db: Database, condition: SQL, why: string) =>
  db
    .update(notices)
    .set({ status: "dropped", facts: null, words: null, lastError: why })
    .where(sql`status = 'queued' and ${condition}`);
