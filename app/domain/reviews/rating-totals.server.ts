import { sql, type SQL } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import { dateInSql } from "../time/harare.server";

/**
 * The statements, for the batch of the cause and in this order, that count a review in its plumber's rating and rank
 * (`by` 1), take it out again (-1) or change nothing (0), where `condition` holds (D7, R6). `by` may be SQL over the
 * review's row.
 */
export function countInRating(db: Database, reviewId: string, by: SQL, condition: SQL) {
  const review = sql`(select plumber_id, client_id, rating, ${by} as step from reviews where id = ${reviewId} and ${condition}) as review`;
  const pair = sql`rated_pairs as pair on pair.plumber_id = review.plumber_id and pair.client_id = review.client_id`;
  const step = sql`review.step`;
  const ratedBy = (stars: number) =>
    sql`${sql.identifier(`rated${stars}`)} = ${sql.identifier(`rated${stars}`)} + ${step} * (review.rating = ${sql.raw(String(stars))})`;
  const withoutPair = statement(
    db,
    sql`
    update plumber_profiles set rank_sum = rank_sum - pair.mean, rank_count = rank_count - (pair.rating_count > 0)
    from ${review} join ${pair} where user_id = review.plumber_id`,
  );
  const newMean = statement(
    db,
    sql`
    insert into rated_pairs (plumber_id, client_id, rating_sum, rating_count)
    select plumber_id, client_id, ${step} * rating, ${step} from ${review} where true
    on conflict do update set rating_sum = rated_pairs.rating_sum + excluded.rating_sum, rating_count = rated_pairs.rating_count + excluded.rating_count`,
  );
  const withPair = statement(
    db,
    sql`
    update plumber_profiles set rating_sum = plumber_profiles.rating_sum + ${step} * review.rating, rating_count = plumber_profiles.rating_count + ${step},
      ${sql.join([1, 2, 3, 4, 5].map(ratedBy), sql`, `)},
      rank_sum = rank_sum + pair.mean, rank_count = rank_count + (pair.rating_count > 0)
    from ${review} join ${pair} where user_id = review.plumber_id`,
  );
  return [withoutPair, newMean, withPair] as const;
}

/** The statement that counts a review in the figures of its day, or takes it out again, as `countInRating` does (R6). */
export const countInTallies = (db: Database, reviewId: string, by: SQL, condition: SQL) =>
  statement(
    db,
    sql`
    insert into daily_tallies (day, plumber_id, reviews, rating_sum)
    select ${dateInSql(sql`review.created_at`)}, whose.id, review.step, review.step * review.rating
    from (select plumber_id, created_at, rating, ${by} as step from reviews where id = ${reviewId} and ${condition}) as review
      join (select '' as id union all select plumber_id from reviews where id = ${reviewId}) as whose
    where true
    on conflict do update set reviews = daily_tallies.reviews + excluded.reviews, rating_sum = daily_tallies.rating_sum + excluded.rating_sum`,
  );
