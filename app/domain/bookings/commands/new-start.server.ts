import { sql, type SQL } from "drizzle-orm";
import type { Instant } from "../../time/harare";
import { MAX_LEAD_TIME } from "../booking";

/**
 * Whether a booking may get this start: in the future, and within 12 months (B13). Whether it is free says the
 * statement.
 */
export const canBeMovedTo = (start: Instant, now: Instant): boolean => start > now && start <= now + MAX_LEAD_TIME;

/** What a new start sets: it ends an open suggestion, and restarts the reminders. */
export const setStart = (start: Instant): SQL =>
  sql`starts_at = ${start}, proposed_start = null, proposed_by = null, reminded_day_at = null,
        reminded_hours_at = null, on_the_way_at = null, expected_at = null, asked_to_close_at = null`;
