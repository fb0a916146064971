import { sql } from "drizzle-orm";

/**
 * The query for the ids of plumbers to review, at most 50 (O2): those with three or more reviews and an average below 3.00.
 */
export const plumbersToReview = sql`
  select user_id from (select user_id, rating_count, rating_sum from plumber_profiles where listed = 1 and rank_order > -3700 order by rank_order desc limit 50)
    where rating_count >= 3 and rating_sum < 3 * rating_count`;
