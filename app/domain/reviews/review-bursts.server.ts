import { sql, type SQL } from "drizzle-orm";
import { DAY, type Instant } from "../time/harare";
import { REVIEW_BURSTS } from "./review";

/** The condition that a client has had no job of another plumber done. */
const hasNoOtherPlumber = (clientId: SQL, plumberId: SQL): SQL => sql`not exists (
  select 1 from bookings as elsewhere
  where elsewhere.client_id = ${clientId} and elsewhere.status = 'completed' and elsewhere.plumber_id <> ${plumberId})`;

/**
 * The condition that a review is one of many at once and waits for the office (R12): its client's first of this
 * plumber, after as many others as `REVIEW_BURSTS` says, all without a job of another plumber; ids with their table's
 * name. Held and hidden ones count, else every fourth review would get through.
 */
export function isInBurst(clientId: SQL, plumberId: SQL, now: Instant): SQL {
  const isFirst = sql`not exists (
    select 1 from rated_pairs where plumber_id = ${plumberId} and client_id = ${clientId} and rating_count > 0)`;
  const areMany = REVIEW_BURSTS.map(
    ({ reviews, days }) => sql`${reviews} <= (
      select count(distinct recent.client_id) from reviews as recent
      where recent.plumber_id = ${plumberId} and recent.created_at > ${now - days * DAY} and recent.client_id <> ${clientId}
        and ${hasNoOtherPlumber(sql`recent.client_id`, sql`recent.plumber_id`)})`,
  );
  return sql`(${isFirst} and ${hasNoOtherPlumber(clientId, plumberId)} and (${sql.join(areMany, sql` or `)}))`;
}
