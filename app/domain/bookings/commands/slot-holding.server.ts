import { sql, type SQL } from "drizzle-orm";
import { DAY, dateAt, instantOf, type Instant } from "../../time/harare";
import { HELD_FOR_NEW_CLIENTS_PER_DAY } from "../../rate-limits/limits";

const hasCompletedJob = (client: SQL) =>
  sql`exists (select 1 from bookings as done where done.client_id = ${client} and done.status = 'completed')`;

/**
 * The condition that a client's request may hold the plumber's slot at once (B8): the client has had a job completed, or
 * fewer than three new clients hold slots of that plumber that day in Harare. Without it, a crowd of fresh accounts could
 * hold a plumber's whole week.
 */
export function mayHoldSlot(clientId: string, plumberId: string, start: Instant): SQL {
  const day = instantOf(dateAt(start), 0);
  return sql`(${hasCompletedJob(sql`${clientId}`)} or ${HELD_FOR_NEW_CLIENTS_PER_DAY} > (
    select count(*) from bookings as waiting where waiting.plumber_id = ${plumberId} and waiting.status = 'pending'
      and waiting.starts_at >= ${day} and waiting.starts_at < ${day + DAY} and not ${hasCompletedJob(sql`waiting.client_id`)}))`;
}
