import { sql } from "drizzle-orm";

/**
 * The query of the plumbers whom somebody should look at, at most 100 ids: those who wait for approval, and those whom
 * three people or more have rated below 3.00 on the whole.
 */
export const plumbersToReview = sql`
  select user_id from (select user_id from plumber_profiles where awaits_approval = 1 limit 50)
  union select user_id from (select user_id, rating_count, rating_sum from plumber_profiles where listed = 1 and rank_order > -3700 order by rank_order desc limit 50)
    where rating_count >= 3 and rating_sum < 3 * rating_count`;
