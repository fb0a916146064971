import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles } from "~/db/schema";

/**
 * The statement that stores which secret opens a plumber's calendar feed (B23), where `condition` holds: D1 has its hash
 * alone. The one before stops working; null: none opens it.
 */
export const storeCalendarToken = (
  db: Database,
  plumberId: string,
  tokenHash: string | null,
  condition: SQL = sql`true`,
) =>
  db
    .update(plumberProfiles)
    .set({ calendarTokenHash: tokenHash })
    .where(sql`user_id = ${plumberId} and ${condition}`);
