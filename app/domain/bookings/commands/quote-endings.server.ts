import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { quotes } from "~/db/schema";
import { isOneOf } from "~/db/columns";
import type { Instant } from "../../time/harare";

/**
 * The statement that ends a booking's quotes of these statuses (M2), in the batch of its cause and where `condition`
 * holds there: open ones when the booking closes, all of them when another plumber gets it.
 */
export const endQuotes = (
  db: Database,
  bookingId: string,
  statuses: readonly (typeof quotes.$inferSelect)["status"][],
  condition: SQL,
  now: Instant,
) =>
  db
    .update(quotes)
    .set({ status: "ended", answeredAt: sql`coalesce(answered_at, ${now})` })
    .where(sql`booking_id = ${bookingId} and ${isOneOf(sql`status`, statuses)} and ${condition}`);
