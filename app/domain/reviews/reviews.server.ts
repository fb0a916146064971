import { and, desc, eq, sql } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import { bookings, plumberProfiles, reviews, users } from "~/db/schema";
import type { AuthenticatedUser } from "../values/user";
import type { DomainContext } from "../domain-context.server";
import { dateAt, type Instant } from "../time/harare";
import { newId } from "../values/id";
import { pageByKey, parseKeyCursor } from "../values/key-cursor";
import { refuse, type Refusal } from "../values/refusal";
import { countInRating } from "./rating-totals.server";
import type { Rating, Review, ReviewableBooking } from "./review";

/**
 * Reviews a completed job (R1): its client, once. Rating, count and rank of the plumber and
 * the day's figures change in the same batch. A second review refuses with `alreadyReviewed`; a booking that is not
 * theirs, not completed, without plumber or not begun with `notReviewable`.
 */
export async function leaveReview(
  context: DomainContext,
  client: AuthenticatedUser,
  given: { bookingId: string; rating: Rating; comment: string | null },
): Promise<{ ok: true; plumberId: string } | Refusal<"alreadyReviewed" | "notReviewable">> {
  const { db, now } = context;
  const id = newId();
  const made = sql`exists (select 1 from reviews where id = ${id})`;
  const reviewable = sql`id = ${given.bookingId} and client_id = ${client.id} and status = 'completed' and plumber_id is not null and starts_at <= ${now}`;
  const plumber = sql`(select plumber_id from reviews where id = ${id})`;

  const [inserted, , , , , , [booking]] = await db.batch([
    statement(
      db,
      sql`
      insert into reviews (id, booking_id, client_id, plumber_id, rating, comment, created_at)
      select ${id}, id, client_id, plumber_id, ${given.rating}, ${given.comment}, ${now} from bookings where ${reviewable}
      on conflict do nothing`,
    ),
    db
      .update(bookings)
      .set({ reviewedAt: now })
      .where(sql`id = ${given.bookingId} and ${made}`),
    ...countInRating(db, id, 1, made),
    statement(
      db,
      sql`
      insert into daily_tallies (day, plumber_id, reviews, rating_sum)
      select ${dateAt(now)}, whose.id, 1, ${given.rating} from (select '' as id union all select ${plumber}) as whose
      where whose.id is not null and ${made}
      on conflict do update set reviews = reviews + 1, rating_sum = rating_sum + ${given.rating}`,
    ),
    db.select({ plumberId: bookings.plumberId }).from(bookings).where(reviewable),
  ]);
  if (!booking?.plumberId) return refuse("notReviewable");
  if (inserted.meta.changes === 0) return refuse("alreadyReviewed");
  context.emit({ type: "reviewLeft", plumberId: booking.plumberId, clientId: client.id });
  return { ok: true, plumberId: booking.plumberId };
}

export const REVIEWS_PAGE_SIZE = 20;

/** A plumber's reviews, newest first, a page at a time; `after` is the cursor of the page before. */
export async function listReviewsOf(
  db: Database,
  plumberId: string,
  after: string | null,
  limit = REVIEWS_PAGE_SIZE,
): Promise<{ reviews: Review[]; next: string | null }> {
  const rows = await db
    .select({
      id: reviews.id,
      rating: reviews.rating,
      comment: reviews.comment,
      createdAt: reviews.createdAt,
      answer: reviews.answer,
      client: { firstName: users.firstName, lastName: users.lastName, photoKey: users.photoKey },
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.clientId))
    .where(and(eq(reviews.plumberId, plumberId), sql`${reviews.hiddenAt} is null`, before(after)))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit + 1);
  return pageOf(rows, limit);
}

/** What a client has written, newest first, with the plumber of each. */
export async function listReviewsBy(db: Database, clientId: string, after: string | null) {
  const rows = await db
    .select({
      id: reviews.id,
      rating: reviews.rating,
      comment: reviews.comment,
      createdAt: reviews.createdAt,
      answer: reviews.answer,
      hiddenReason: reviews.hiddenReason,
      plumber: { id: users.id, firstName: users.firstName, lastName: users.lastName, photoKey: users.photoKey },
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.plumberId))
    .where(and(eq(reviews.clientId, clientId), before(after)))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(REVIEWS_PAGE_SIZE + 1);
  return pageOf(rows, REVIEWS_PAGE_SIZE);
}

const before = (after: string | null) => {
  const cursor = parseKeyCursor(after);
  return cursor ? sql`(${reviews.createdAt}, ${reviews.id}) < (${cursor.at}, ${cursor.id})` : undefined;
};

function pageOf<Row extends { id: string; createdAt: number }>(
  rows: Row[],
  limit: number,
): { reviews: Row[]; next: string | null } {
  const { shown, next } = pageByKey(rows, limit, ({ createdAt }) => createdAt);
  return { reviews: shown, next };
}

/** A client's completed jobs that wait for a review at `now`, latest first, at most 20; of one plumber, if one is named. */
export async function listReviewable(
  db: Database,
  clientId: string,
  plumberId: string | null,
  now: Instant,
): Promise<ReviewableBooking[]> {
  return db
    .select({
      id: bookings.id,
      reference: bookings.reference,
      startsAt: bookings.startsAt,
      serviceType: bookings.serviceType,
      plumber: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(bookings)
    .innerJoin(users, eq(users.id, bookings.plumberId))
    .where(
      and(
        eq(bookings.clientId, clientId),
        plumberId === null ? undefined : eq(bookings.plumberId, plumberId),
        // In the words of the partial indexes.
        sql`${bookings.status} = 'completed' and ${bookings.reviewedAt} is null and ${bookings.startsAt} <= ${now}`,
      ),
    )
    .orderBy(desc(bookings.startsAt))
    .limit(20);
}

/**
 * Whether this client has reviewed the plumber: for the job that an address names (by reference or id), or, without
 * one, for any job of theirs. Reviews that the desk has hidden count too.
 */
export async function hasReviewed(
  db: Database,
  clientId: string,
  plumberId: string,
  job: string | null,
): Promise<boolean> {
  const ofJob = sql`reviews where client_id = ${clientId} and plumber_id = ${plumberId}
    and booking_id = (select id from bookings where reference = ${job} union select id from bookings where id = ${job} limit 1)`;
  const ofAny = sql`rated_pairs where client_id = ${clientId} and plumber_id = ${plumberId}`;
  const [row] = await db.all<{ found: number }>(
    sql`select exists (select 1 from ${job === null ? ofAny : ofJob}) as found`,
  );
  return row?.found === 1;
}

/** The newest five-star reviews with a comment, as the home page quotes them (R10): at most `limit`. */
export function listTestimonials(db: Database, limit: number) {
  return db
    .select({
      id: reviews.id,
      comment: sql<string>`${reviews.comment}`,
      city: plumberProfiles.city,
      client: { firstName: users.firstName, lastName: users.lastName, photoKey: users.photoKey },
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.clientId))
    .innerJoin(plumberProfiles, eq(plumberProfiles.userId, reviews.plumberId))
    .where(sql`${reviews.rating} = 5 and ${reviews.comment} is not null and ${reviews.hiddenAt} is null`)
    .orderBy(desc(reviews.createdAt))
    .limit(limit);
}
