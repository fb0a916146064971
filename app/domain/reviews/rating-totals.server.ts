import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { dailyTallies, plumberProfiles, ratedPairs } from "~/db/schema";
import { OFFSET, SECOND } from "../time/harare";

/** The date in Harare of an instant that SQL computes (T1): `YYYY-MM-DD`, as `dateAt` gives it. */
const dateInSql = (instant: SQL): SQL<string> =>
  sql`date((${instant} + ${sql.raw(String(OFFSET))}) / ${sql.raw(String(SECOND))}, 'unixepoch')`;

/**
 * The statements, in this order, that count a review in its plumber's rating and rank (`by` 1), take it out (-1) or
 * change nothing (0), where `condition` holds (D7, R6). `by` may be SQL over the review's row.
 */
export function countInRating(db: Database, reviewId: string, by: SQL, condition: SQL) {
  const review = sql`(select plumber_id, client_id, rating, ${by} as step from reviews where id = ${reviewId} and ${condition}) as review`;
  const pair = sql`rated_pairs as pair on pair.plumber_id = review.plumber_id and pair.client_id = review.client_id`;
  const step = sql`review.step`;
  const ratedBy = (stars: 1 | 2 | 3 | 4 | 5) =>
    sql`${sql.identifier(`rated${stars}`)} + ${step} * (review.rating = ${sql.raw(String(stars))})`;
  const withoutPair = db
    .update(plumberProfiles)
    .set({ rankSum: sql`rank_sum - pair.mean`, rankCount: sql`rank_count - (pair.rating_count > 0)` })
    .from(sql`${review} join ${pair}`)
    .where(sql`user_id = review.plumber_id`);
  const newMean = insertWhere(
    db,
    ratedPairs,
    { plumberId: sql`plumber_id`, clientId: sql`client_id`, ratingSum: sql`${step} * rating`, ratingCount: step },
    sql`true`,
    {
      from: review,
      onConflict: {
        set: {
          ratingSum: sql`rated_pairs.rating_sum + excluded.rating_sum`,
          ratingCount: sql`rated_pairs.rating_count + excluded.rating_count`,
        },
      },
    },
  );
  const withPair = db
    .update(plumberProfiles)
    .set({
      ratingSum: sql`plumber_profiles.rating_sum + ${step} * review.rating`,
      ratingCount: sql`plumber_profiles.rating_count + ${step}`,
      rated1: ratedBy(1),
      rated2: ratedBy(2),
      rated3: ratedBy(3),
      rated4: ratedBy(4),
      rated5: ratedBy(5),
      rankSum: sql`rank_sum + pair.mean`,
      rankCount: sql`rank_count + (pair.rating_count > 0)`,
    })
    .from(sql`${review} join ${pair}`)
    .where(sql`user_id = review.plumber_id`);
  return [withoutPair, newMean, withPair] as const;
}

/** The statement that counts a review in the figures of its day, or takes it out again, as `countInRating` does (R6). */
export const countInTallies = (db: Database, reviewId: string, by: SQL, condition: SQL) =>
  insertWhere(
    db,
    dailyTallies,
    {
      day: dateInSql(sql`review.created_at`),
      plumberId: sql`whose.id`,
      reviews: sql`review.step`,
      ratingSum: sql`review.step * review.rating`,
    },
    sql`true`,
    {
      from: sql`(select plumber_id, created_at, rating, ${by} as step from reviews where id = ${reviewId} and ${condition}) as review
        join (select '' as id union all select plumber_id from reviews where id = ${reviewId}) as whose`,
      onConflict: {
        set: {
          reviews: sql`daily_tallies.reviews + excluded.reviews`,
          ratingSum: sql`daily_tallies.rating_sum + excluded.rating_sum`,
        },
      },
    },
  );
