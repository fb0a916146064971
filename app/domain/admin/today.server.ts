import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isStillOpen } from "../bookings/queries/booking-conditions.server";
import { BOOKING_STATUSES, type BookingStatus } from "../bookings/booking";
import { overdueBefore } from "../bookings/dispute";
import { DAY, dateAt, instantOf, type Instant } from "../time/harare";
import { isLate } from "./admin-bookings.server";
import { bookingsToCall } from "./calls.server";
import { dispatchIds } from "./dispatch-list.server";
import { plumbersToReview } from "./plumbers-to-review.server";
import type { Today } from "./today";

/** Counts stop here; the dashboard shows "99+". */
const MAX_COUNTED = 100;

/**
 * Counts what needs attention and today's jobs in Harare, each up to 100 (O2). `adminId`: whose unread messages count.
 */
export async function countToday(db: Database, adminId: string, now: Instant): Promise<Today> {
  const day = instantOf(dateAt(now), 0);
  const upTo = (rows: SQL) => sql`(select count(*) from (select 1 from ${rows} limit ${sql.raw(String(MAX_COUNTED))}))`;
  const ofToday = sql`bookings where starts_at >= ${day} and starts_at < ${day + DAY}`;
  const [counts] = await db.all<Omit<Today, "jobs"> & { jobs: string }>(sql`select
    ${upTo(dispatchIds("unassigned", now, MAX_COUNTED))} as unassigned,
    ${upTo(dispatchIds("unanswered", now, MAX_COUNTED))} as unanswered,
    ${upTo(dispatchIds("stranded", now, MAX_COUNTED))} as stranded,
    ${upTo(sql`reviews where reported_at is not null`)} as reportedReviews,
    ${upTo(sql`reviews where held_at is not null`)} as heldReviews,
    coalesce((select unread_messages from users where id = ${adminId}), 0) as unreadMessages,
    ${upTo(sql`enquiries where done_at is null`)} as openEnquiries,
    ${upTo(sql`disputes where closed_at is null`)} as disputes,
    ${upTo(sql`disputes where closed_at is null and opened_at < ${overdueBefore(now)}`)} as overdueDisputes,
    ${upTo(sql`(${bookingsToCall(now)})`)} as calls,
    ${upTo(sql`notices where status = 'failed'`)} as failedNotices,
    ${upTo(sql`online_payments where review is not null and reviewed_by is null`)} as paymentsToCheck,
    ${upTo(sql`refunds where sent_at is null`)} as refundsDue,
    ${upTo(sql`plumber_profiles where queued_at is not null`)} as plumbersToCheck,
    ${upTo(sql`(${plumbersToReview})`)} as plumbersToReview,
    ${upTo(sql`bookings where ${isLate(now)}`)} as late,
    ${upTo(sql`bookings where ${isStillOpen(now)}`)} as stillOpen,
    (select json_group_object(status, number) from (select status, count(*) as number from (select status from ${ofToday} limit 1000) group by status)) as jobs`);
  if (!counts) throw new Error("The dashboard's counts gave no row.");
  const { jobs, ...rest } = counts;
  const byStatus = JSON.parse(jobs) as Partial<Record<BookingStatus, number>>;
  return {
    ...rest,
    jobs: Object.fromEntries(BOOKING_STATUSES.map((status) => [status, byStatus[status] ?? 0])) as Record<
      BookingStatus,
      number
    >,
  };
}
