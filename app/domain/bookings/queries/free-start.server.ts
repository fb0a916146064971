import { sql, type SQL } from "drizzle-orm";
import { OPEN_STATUSES } from "~/db/booking-statuses";
import { isOneOf } from "~/db/columns";
import type { Instant } from "../../time/harare";

/** The condition, in a statement over `bookings`, that no other open booking of this plumber stands in the way of a start. */
export const isFreeFor = (plumber: SQL, start: Instant) => sql`not exists (
  select 1 from bookings as other where other.plumber_id = ${plumber} and other.id <> bookings.id
    and other.starts_at > ${start} - (select job_minutes from plumber_profiles where user_id = ${plumber}) * 60000
    and other.starts_at < ${start} + (select job_minutes from plumber_profiles where user_id = ${plumber}) * 60000
    and ${isOneOf(sql`other.status`, OPEN_STATUSES)})`;
