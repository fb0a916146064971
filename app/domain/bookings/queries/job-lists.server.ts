import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings } from "~/db/schema";
import { DAY, type Instant } from "../../time/harare";
import type { SessionClaims } from "../../values/user";
import { AGREED_STATUSES, type BookingSummary } from "../booking";
import { isKeptBooking, isOpenBooking } from "./booking-conditions.server";
import { selectSummaries, selectViews, soonestFirst } from "./booking-views.server";

/** A plumber's jobs that start from `from` until before `until` and were neither cancelled nor refused, soonest first; at most 200. */
export function listJobsBetween(
  db: Database,
  plumberId: string,
  from: Instant,
  until: Instant,
): Promise<BookingSummary[]> {
  const inTime = sql`${bookings.startsAt} >= ${from} and ${bookings.startsAt} < ${until}`;
  return selectSummaries(db, "plumber")
    .where(and(eq(bookings.plumberId, plumberId), isKeptBooking, inTime))
    .orderBy(...soonestFirst)
    .limit(200);
}

/** A plumber's jobs that need an answer, or are open and start today or later, soonest first: the dashboard's. */
export function listOpenJobs(db: Database, plumberId: string, limit: number, now: Instant): Promise<BookingSummary[]> {
  const current = sql`(${bookings.status} = 'pending' or ${bookings.startsAt} > ${now - DAY})`;
  return selectSummaries(db, "plumber")
    .where(and(eq(bookings.plumberId, plumberId), isOpenBooking, current))
    .orderBy(...soonestFirst)
    .limit(limit);
}

/** The job that a plumber is working on or that comes next: confirmed or in progress, with `more`; null: none. */
export async function findNextJob<More extends Record<string, SQL.Aliased>>(
  db: Database,
  plumber: SessionClaims,
  now: Instant,
  more: More,
) {
  const [row] = await selectViews(db, plumber, now, more)
    .where(and(eq(bookings.plumberId, plumber.id), isOpenBooking, isOneOf(bookings.status, AGREED_STATUSES)))
    .orderBy(asc(bookings.openOrder), asc(bookings.id))
    .limit(1);
  return row ?? null;
}

/** How many bookings a plumber has not seen (B15), up to 100. */
export async function countUnseenBookings(db: Database, plumberId: string): Promise<number> {
  const unseen = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.plumberId, plumberId), isNull(bookings.seenAt)))
    .limit(100)
    .as("unseen");
  const [row] = await db.select({ count: sql<number>`count(*)` }).from(unseen);
  return row?.count ?? 0;
}
