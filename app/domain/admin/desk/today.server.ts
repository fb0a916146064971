import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isStillOpen } from "../../bookings/queries/booking-conditions.server";
import { BOOKING_STATUSES, type BookingStatus } from "../../bookings/booking";
import { overdueBefore } from "../../bookings/dispute";
import { DAY, dateAt, instantOf, type Instant } from "../../time/harare";
import { isLate } from "../bookings/admin-bookings.server";
import { bookingsToCall } from "./calls.server";
import { isUnanswered, isUnassigned, stranded } from "./dispatch.server";
import { plumbersToReview } from "../people/users.server";

/** Counts stop here; the dashboard shows "99+". */
const MAX_COUNTED = sql.raw("100");

/** Counts lists by name in one statement, each up to 100. A list is what follows `from`; its condition needs an index. */
async function countUpTo100<Name extends string>(
  db: Database,
  lists: Record<Name, SQL>,
): Promise<Record<Name, number>> {
  const counts = Object.entries<SQL>(lists).map(
    ([name, list]) => sql`(select count(*) from (select 1 from ${list} limit ${MAX_COUNTED})) as ${sql.raw(name)}`,
  );
  const [row] = await db.all<Record<Name, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  if (!row) throw new Error("The counts gave no row.");
  return row;
}

/** Counts what needs attention and has an entry in the office's menu, each up to 100 (O2). */
export const countForMenu = (db: Database, now: Instant) =>
  countUpTo100(db, {
    unassigned: sql`bookings where ${isUnassigned}`,
    // Those that their plumber has not answered in time (O3).
    unanswered: sql`bookings where ${isUnanswered(now)}`,
    stranded: stranded(now),
    reportedReviews: sql`reviews where reported_at is not null`,
    // Those that came many at once (R12).
    heldReviews: sql`reviews where held_at is not null`,
    openEnquiries: sql`enquiries where done_at is null`,
    disputes: sql`disputes where closed_at is null`,
    // News for clients without an email (N20).
    calls: sql`(${bookingsToCall(now)})`,
    paymentsToCheck: sql`online_payments where review is not null and reviewed_by is null`,
    refundsDue: sql`refunds where sent_at is null`,
    plumbersToCheck: sql`plumber_profiles where queued_at is not null`,
  });

/** Counts what else needs attention, each up to 100, and today's jobs in Harare by status, of 600 (O2). */
export async function countDay(db: Database, now: Instant) {
  const day = instantOf(dateAt(now), 0);
  const [counts, byStatus] = await Promise.all([
    countUpTo100(db, {
      // Confirmed jobs that should have begun, until a day after their start; then they are still open (B27).
      late: sql`bookings where ${isLate(now)}`,
      stillOpen: sql`bookings where ${isStillOpen(now)}`,
      overdueDisputes: sql`disputes where closed_at is null and opened_at < ${overdueBefore(now)}`,
      plumbersToReview: sql`(${plumbersToReview})`,
    }),
    db.all<{ status: BookingStatus; number: number }>(sql`select status, count(*) as number from (
      select status from bookings where starts_at >= ${day} and starts_at < ${day + DAY} limit 600) group by status`),
  ]);
  const jobs = Object.fromEntries(BOOKING_STATUSES.map((status) => [status, 0])) as Record<BookingStatus, number>;
  for (const { status, number } of byStatus) jobs[status] = number;
  return { ...counts, jobs };
}
