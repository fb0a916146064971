import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { readRows } from "~/db/readable-rows.server";
import { bookings } from "~/db/schema";
import { DAY, type Instant } from "../../time/harare";
import type { BookingSummary } from "../booking";
import { listBooking, type ListedBooking } from "../next-step/listed-booking";
import { isKeptBooking, isOpenBooking } from "./booking-conditions.server";
import { selectJobs, selectListed, soonestFirst } from "./booking-views.server";

/** A plumber's jobs that start from `from` until before `until` and were neither cancelled nor refused, soonest first; at most 200. */
export function listJobsBetween(
  db: Database,
  plumberId: string,
  from: Instant,
  until: Instant,
): Promise<BookingSummary[]> {
  const inTime = sql`${bookings.startsAt} >= ${from} and ${bookings.startsAt} < ${until}`;
  return readRows(
    db,
    selectJobs(db)
      .where(and(eq(bookings.plumberId, plumberId), isKeptBooking, inTime))
      .orderBy(...soonestFirst)
      .limit(200),
  );
}

/** A plumber's jobs that need an answer, or are open and start today or later, soonest first: the dashboard's. */
export async function listOpenJobs(
  db: Database,
  plumberId: string,
  limit: number,
  now: Instant,
): Promise<ListedBooking[]> {
  const current = sql`(${bookings.status} = 'pending' or ${bookings.startsAt} > ${now - DAY})`;
  const rows = await readRows(
    db,
    selectListed(db, "plumber")
      .where(and(eq(bookings.plumberId, plumberId), isOpenBooking, current))
      .orderBy(...soonestFirst)
      .limit(limit),
  );
  return rows.map((row) => listBooking(row, "plumber", now));
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
