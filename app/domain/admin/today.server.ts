import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import { bookings } from "~/db/schema";
import { ASSIGNABLE_STATUSES } from "../bookings/booking-machine";
import { isStillOpen } from "../bookings/queries/booking-conditions.server";
import { BOOKING_STATUSES, type BookingStatus } from "../bookings/booking";
import { DAY, dateAt, HOUR, instantOf, type Instant } from "../time/harare";
import { LATE_AFTER } from "./admin-bookings.server";
import { plumbersToReview } from "./plumbers-to-review.server";
import type { Today } from "./today";

/** How long a request may be pending before it counts as unanswered (O2). */
export const UNANSWERED_AFTER = 2 * HOUR;
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
    ${upTo(sql`bookings where plumber_id is null and status = 'pending'`)} as unassigned,
    ${upTo(sql`bookings where status = 'pending' and plumber_id is not null and asked_at <= ${now - UNANSWERED_AFTER}`)} as unanswered,
    ${upTo(sql`(select id from users where suspended_at is not null order by suspended_at desc limit 100) as gone, bookings
      where bookings.plumber_id = gone.id and ${isOneOf(bookings.status, ASSIGNABLE_STATUSES)} and starts_at > ${now}`)} as stranded,
    ${upTo(sql`reviews where reported_at is not null`)} as reportedReviews,
    coalesce((select unread_messages from users where id = ${adminId}), 0) as unreadMessages,
    ${upTo(sql`enquiries where done_at is null`)} as openEnquiries,
    ${upTo(sql`emails where status = 'failed'`)} as failedEmails,
    ${upTo(sql`(${plumbersToReview})`)} as plumbersToReview,
    ${upTo(sql`bookings where starts_at >= ${day} and starts_at < ${now - LATE_AFTER} and status = 'confirmed'`)} as late,
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
