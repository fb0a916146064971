import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { CLOSED_STATUSES } from "~/db/booking-statuses";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings } from "~/db/schema";
import { doDueRows, DUE_ROWS } from "../../due-rows.server";
import type { Instant } from "../../time/harare";
import type { BookingForCommand } from "../booking-for-command";
import { isStillOpen } from "./booking-conditions.server";
import { client, commandFields, plumber } from "./booking-columns.server";

// What the scheduled tasks have to do, only for the system: these don't ask for anyone's bookings in particular.

/** A booking that is due, and since when it is confirmed. */
export type DueBooking = BookingForCommand & { confirmedAt: Instant | null };

/** The condition that a booking is due for a task, and the column that says which has been so longest. */
interface Due {
  condition: SQL;
  oldest: typeof bookings.startsAt | typeof bookings.askedAt | typeof bookings.updatedAt;
}

/** Lists the ids of due bookings, oldest first: an id can be read whatever its booking holds (law 24). */
export const listDue = (db: Database, { condition, oldest }: Due): Promise<{ id: string }[]> =>
  db.select({ id: bookings.id }).from(bookings).where(condition).orderBy(asc(oldest), asc(bookings.id)).limit(DUE_ROWS);

/**
 * Does due bookings one by one, oldest first, until `atMost` are done: one that cannot be read or done costs itself (law 24).
 * `act` returns whether it did something. Returns how many were done; throws the first failure at the end.
 */
export async function doDueBookings(
  db: Database,
  due: Due,
  atMost: number,
  act: (booking: DueBooking) => Promise<boolean>,
): Promise<number> {
  return doDueRows(await listDue(db, due), atMost, async ({ id }) => {
    const [booking] = await db
      .select({ ...commandFields, confirmedAt })
      .from(bookings)
      .innerJoin(client, eq(client.id, bookings.clientId))
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(and(eq(bookings.id, id), due.condition));
    return booking !== undefined && act(booking);
  });
}

const confirmedAt = sql<
  number | null
>`(select max(at) from booking_events where booking_events.booking_id = ${bookings.id} and booking_events.to_status = 'confirmed')`;

/** Confirmed bookings that start within `ahead` (milliseconds) and have no such reminder yet (N7). */
export const toRemind = (mark: "remindedDayAt" | "remindedHoursAt", ahead: number, now: Instant): Due => ({
  condition: sql`${bookings.status} = 'confirmed' and ${bookings[mark]} is null
    and ${bookings.startsAt} > ${now} and ${bookings.startsAt} <= ${now + ahead}`,
  oldest: bookings.startsAt,
});

/** Requests that their plumber has had since `since` or longer without answering, and with so many nudges (N8); not of a suspended one. */
export const toNudge = (nudges: number, since: Instant): Due => ({
  condition: sql`${bookings.status} = 'pending' and ${bookings.plumberId} is not null and ${bookings.nudges} = ${nudges} and ${bookings.askedAt} <= ${since}
    and not exists (select 1 from users where users.id = ${bookings.plumberId} and users.suspended_at is not null)`,
  oldest: bookings.askedAt,
});

/** Bookings that are still open a day after their start, and whose sides have not been asked yet (B27). */
export const toClose = (now: Instant): Due => ({
  condition: sql`${isStillOpen(now)} and ${bookings.askedToCloseAt} is null`,
  oldest: bookings.startsAt,
});

/**
 * Bookings with held money that may be shared out: completed by `completedBy` or released or decided, or cancelled or
 * refused (M12). Those that wait for the office are left out.
 */
export const toSettle = (completedBy: Instant): Due => ({
  condition: sql`${isOneOf(bookings.status, CLOSED_STATUSES)} and ${bookings.heldAmount} > 0
    and ${bookings.frozenAt} is null and coalesce(${bookings.finalAnswer}, '') <> 'disputed'
    and (${bookings.status} <> 'completed' or ${bookings.completedAt} <= ${completedBy}
      or ${bookings.releasedAt} is not null or ${bookings.finalAnswer} = 'decided')`,
  oldest: bookings.updatedAt,
});

/** Requests that nobody has answered by their start (B12). */
export const toExpire = (now: Instant): Due => ({
  condition: sql`${bookings.status} = 'pending' and ${bookings.startsAt} <= ${now}`,
  oldest: bookings.startsAt,
});
