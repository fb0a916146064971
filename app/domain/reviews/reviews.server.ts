import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { batch, type Database, insertWhere, columnsOf, isTrue, selectFacts } from "~/db/client.server";
import { bookings, dailyTallies, plumberProfiles, ratedPairs, reviews, users } from "~/db/schema";
import { withLatest } from "../bookings/booking-event";
import { plumber } from "../bookings/queries/booking-views.server";
import { selectLatest } from "../bookings/queries/booking-details.server";
import { dropQueued } from "../notices/notice-states.server";
import { notify } from "../notices/notify.server";
import { visitNotices } from "../bookings/visit-notices";
import { fullName, type AuthenticatedUser } from "../values/user";
import type { DomainContext } from "../domain-context.server";
import { isNewForm, rememberForm } from "../idempotency/sent-forms.server";
import { newId } from "../values/id";
import { OK, refuse } from "../values/refusal";
import { type Rating, REVIEW_BURSTS } from "./review";
import { shownJob } from "./review-views.server";
import { reviewNotices } from "./review-notices";
import { DAY, OFFSET, SECOND, type Instant } from "../time/harare";

type NewReview = Pick<typeof reviews.$inferInsert, "bookingId" | "showsJob"> & {
  rating: Rating;
  comment: string | null;
};

/**
 * Reviews a completed job (R1), counts it (R6), tells the plumber, and ends the invitation (R11); one in a burst is held
 * (R12). Refuses with `alreadyReviewed`, and `notReviewable` for a booking that is not this client's, or not completed.
 */
export async function leaveReview(context: DomainContext, client: AuthenticatedUser, given: NewReview) {
  const { db, now } = context;
  const { bookingId, rating, comment, showsJob = false } = given;
  const id = newId();
  const made = sql`exists (select 1 from reviews where id = ${id})`;
  const reviewable = sql`id = ${bookingId} and client_id = ${client.id} and status = 'completed' and plumber_id is not null`;
  const plumber = sql`(select plumber_id from reviews where id = ${id})`;
  const heldAt = sql`iif(${isInBurst(sql`bookings.client_id`, sql`bookings.plumber_id`, now)}, ${now}, null)`;
  const counts = sql`held_at is null`;
  const facts = { id, client: fullName(client), rating, comment };
  const isStored = sql`exists (select 1 from reviews where id = ${id} and ${counts})`;
  const isInvitation = sql`booking_id = ${bookingId} and kind = ${visitNotices.reviewInvited.kind}`;
  const row = {
    id,
    rating,
    comment,
    showsJob,
    createdAt: now,
    hiddenAt: sql`held_at`,
    heldAt: sql`held_at`,
    bookingId: sql`id`,
    clientId: sql`client_id`,
    plumberId: sql`plumber_id`,
  };
  const from = sql`(select id, client_id, plumber_id, ${heldAt} as held_at from bookings where ${reviewable})`;

  const { repeated, inserted, written, reviewed, latest } = await batch(db, {
    repeated: selectFacts(db, { is: sql`not (${isNewForm(context)})` }),
    inserted: insertWhere(db, reviews, row, sql`true`, { from, onConflict: "nothing" }),
    booking: db
      .update(bookings)
      .set({ reviewedAt: now })
      .where(sql`id = ${bookingId} and ${made}`),
    rating: countInRating(db, id, counts, made),
    tally: countInTallies(db, id, counts, made),
    notice: notify(context, { to: plumber, cause: id, when: isStored, notice: reviewNotices.reviewLeft, facts }),
    invitation: dropQueued(db, sql`${isInvitation} and ${made}`, "The review is there."),
    form: rememberForm(context, made),
    written: db
      .select({ heldAt: reviews.heldAt })
      .from(reviews)
      .where(sql`booking_id = ${bookingId} and client_id = ${client.id}`),
    reviewed: db.select({ plumberId: bookings.plumberId }).from(bookings).where(reviewable),
    latest: selectLatest(db, bookingId, client),
  });
  const [booking] = reviewed;
  if (!booking?.plumberId) return withLatest(refuse("notReviewable"), latest, ["reopen"], client, now);
  if (inserted.meta.changes === 0 && !repeated[0]?.is) return refuse("alreadyReviewed");
  const isHeldBack = written[0]?.heldAt != null;
  const sides = { plumberId: booking.plumberId, clientId: client.id };
  if (inserted.meta.changes > 0)
    context.emit(isHeldBack ? { type: "officeChanged" } : { type: "reviewLeft", ...sides });
  return { ...OK, plumberId: booking.plumberId, isHeldBack };
}

/** Shows, or no longer, what was done and for how much beside a review, as its writer (R14). */
export async function setJobShown({ db }: DomainContext, client: AuthenticatedUser, id: string, showsJob: boolean) {
  await db
    .update(reviews)
    .set({ showsJob })
    .where(and(eq(reviews.id, id), eq(reviews.clientId, client.id)));
}

/** Tells if a client has reviewed a plumber, hidden reviews too: for a job by reference or id, or (null) any. */
export async function hasReviewed(db: Database, clientId: string, plumberId: string, job: string | null) {
  const pairReviews = sql`reviews where client_id = ${clientId} and plumber_id = ${plumberId}
    and booking_id = (select id from bookings where reference = ${job} union select id from bookings where id = ${job} limit 1)`;
  const ratedPair = sql`rated_pairs where client_id = ${clientId} and plumber_id = ${plumberId}`;
  return isTrue(db, sql`exists (select 1 from ${job === null ? ratedPair : pairReviews})`);
}

/** Lists the newest five-star reviews with a comment, for the home page (R10). */
export const listTestimonials = (db: Database, limit: number) =>
  db
    .select({
      id: reviews.id,
      comment: sql<string>`${reviews.comment}`,
      city: plumberProfiles.city,
      client: columnsOf(users, "firstName", "lastName", "photoKey"),
      plumber: columnsOf(plumber, "firstName", "lastName"),
      ...shownJob,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.clientId))
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .innerJoin(plumberProfiles, eq(plumberProfiles.userId, reviews.plumberId))
    // Only plumbers who are listed are named.
    .leftJoin(plumber, and(eq(plumber.id, reviews.plumberId), eq(plumberProfiles.listed, true)))
    .where(sql`${reviews.rating} = 5 and ${reviews.comment} is not null and ${reviews.hiddenAt} is null`)
    .orderBy(desc(reviews.createdAt))
    .limit(limit);

const hasNoOtherPlumber = (clientId: SQL, plumberId: SQL): SQL => sql`not exists (
  select 1 from bookings as elsewhere
  where elsewhere.client_id = ${clientId} and elsewhere.status = 'completed' and elsewhere.plumber_id <> ${plumberId})`;

/**
 * The condition that a review waits for the office as one of many at once (R12): its client's first of this plumber, after as
 * many others as `REVIEW_BURSTS` says, all without a job of another plumber. Held and hidden ones count, else every fourth
 * review would get through.
 */
function isInBurst(clientId: SQL, plumberId: SQL, now: Instant): SQL {
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

/** The date in Harare of an instant that SQL computes (T1): `YYYY-MM-DD`, as `dateAt` gives it. */
const dateInSql = (instant: SQL) =>
  sql`date((${instant} + ${sql.raw(String(OFFSET))}) / ${sql.raw(String(SECOND))}, 'unixepoch')`;

/**
 * The statements, in this order, that count a review in its plumber's rating and rank (`by` 1), take it out (-1) or
 * change nothing (0), where `condition` holds (D7, R6). `by` may be SQL over the review's row.
 */
export function countInRating(db: Database, reviewId: string, by: SQL, condition: SQL) {
  const review = sql`(select plumber_id, client_id, rating, ${by} as step from reviews where id = ${reviewId} and ${condition}) as review`;
  const pair = sql`rated_pairs as pair on pair.plumber_id = review.plumber_id and pair.client_id = review.client_id`;
  const step = sql`review.step`;
  const ratedBy = (stars: Rating) =>
    sql`${sql.identifier(`rated${stars}`)} + ${step} * (review.rating = ${sql.raw(String(stars))})`;
  const withoutPair = db
    .update(plumberProfiles)
    .set({ rankSum: sql`rank_sum - pair.mean`, rankCount: sql`rank_count - (pair.rating_count > 0)` })
    .from(sql`${review} join ${pair}`)
    .where(sql`user_id = review.plumber_id`);
  const given = {
    plumberId: sql`plumber_id`,
    clientId: sql`client_id`,
    ratingSum: sql`${step} * rating`,
    ratingCount: step,
  };
  const added = {
    ratingSum: sql`rated_pairs.rating_sum + excluded.rating_sum`,
    ratingCount: sql`rated_pairs.rating_count + excluded.rating_count`,
  };
  const newMean = insertWhere(db, ratedPairs, given, sql`true`, { from: review, onConflict: { set: added } });
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
export function countInTallies(db: Database, reviewId: string, by: SQL, condition: SQL) {
  const from = sql`(select plumber_id, created_at, rating, ${by} as step from reviews where id = ${reviewId} and ${condition}) as review
    join (select '' as id union all select plumber_id from reviews where id = ${reviewId}) as whose`;
  const counted = { reviews: sql`review.step`, ratingSum: sql`review.step * review.rating` };
  const set = {
    reviews: sql`daily_tallies.reviews + excluded.reviews`,
    ratingSum: sql`daily_tallies.rating_sum + excluded.rating_sum`,
  };
  const row = { day: dateInSql(sql`review.created_at`), plumberId: sql`whose.id`, ...counted };
  return insertWhere(db, dailyTallies, row, sql`true`, { from, onConflict: { set } });
}
