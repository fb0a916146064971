import type { SQL } from "drizzle-orm";
import type { bookings } from "~/db/schema";
import type { Changes } from "~/db/typed-writes.server";
import type { Instant } from "../../time/harare";
import { MAX_LEAD_TIME } from "../booking";

/**
 * Whether a booking may get this start: in the future, and within 12 months (B13). Whether it is free says the
 * statement.
 */
export const canBeMovedTo = (start: Instant, now: Instant): boolean => start > now && start <= now + MAX_LEAD_TIME;

/** What a new start sets: it ends an open suggestion, and restarts the reminders. */
export const setStart = (start: Instant | SQL): Changes<typeof bookings> => ({
  startsAt: start,
  proposedStart: null,
  proposedBy: null,
  remindedDayAt: null,
  remindedHoursAt: null,
  onTheWayAt: null,
  expectedAt: null,
  askedToCloseAt: null,
});
