import { sql, type SQL } from "drizzle-orm";

/**
 * The condition, in any statement, that a user has money to see to on either side of a booking (M8): something is due, or
 * a recorded payment waits for its answer.
 */
export const hasOpenMoney = (userId: string): SQL => sql`(
  exists (select 1 from bookings where client_id = ${userId} and due > 0)
  or exists (select 1 from bookings where plumber_id = ${userId} and status = 'completed' and due > 0)
  or exists (select 1 from payments where status = 'open' and booking_id in (
    select id from bookings where client_id = ${userId} union all select id from bookings where plumber_id = ${userId})))`;
