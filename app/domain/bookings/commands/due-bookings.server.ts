import { sql, type SQL, and, asc, eq } from "drizzle-orm";
import { isOneOf, type Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { Instant } from "../../time/harare";
import { BOOKING_CHANGES } from "../booking-event";
import { doDueRows, DUE_ROWS } from "../../due-rows.server";
import { commandFields, selectWithSides } from "../queries/booking-views.server";
import type { BookingForCommand } from "../booking-views";

// Work of the scheduled tasks, for the system alone: it asks for no one's bookings in particular.

/** The condition that a booking is due for a task, and the column that says which has been so longest. */
export interface Due {
  condition: SQL;
  oldest: typeof bookings.startsAt | typeof bookings.askedAt | typeof bookings.updatedAt;
}

/** Lists the ids of due bookings, oldest first: an id can be read whatever its booking holds (law 24). */
export const listDue = (db: Database, { condition, oldest }: Due): Promise<{ id: string }[]> =>
  db.select({ id: bookings.id }).from(bookings).where(condition).orderBy(asc(oldest), asc(bookings.id)).limit(DUE_ROWS);

/** Does due bookings, oldest first, until `atMost` are done, as `doDueRows` does. Returns how many were done. */
export async function doDueBookings(
  db: Database,
  due: Due,
  atMost: number,
  act: (booking: BookingForCommand & { confirmedAt: Instant | null }) => Promise<boolean>,
): Promise<number> {
  return doDueRows(await listDue(db, due), atMost, async ({ id }) => {
    const isDue = and(eq(bookings.id, id), due.condition);
    const [booking] = await selectWithSides(db, { ...commandFields, confirmedAt }).where(isDue);
    return booking !== undefined && act(booking);
  });
}

/** Over `bookings`: when its present time was agreed on with its present plumber; null: it never was. */
export const confirmedAt = sql<Instant | null>`(select max(at) from booking_events
  where booking_id = ${bookings.id} and to_status = 'confirmed' and ${isOneOf(sql`event`, BOOKING_CHANGES)})`;
