import { and, desc, eq, sql } from "drizzle-orm";
import { batch, statement, type Database } from "~/db/client.server";
import { bookings, plumberProfiles, reviews, users } from "~/db/schema";
import type { AuthenticatedUser } from "../values/user";
import type { DomainContext } from "../domain-context.server";
import { dateAt, type Instant } from "../time/harare";
import { newId } from "../values/id";
import { refuse, type Refusal } from "../values/refusal";
import { countInRating } from "./rating-totals.server";
import type { Rating, ReviewableBooking } from "./review";

/**
 * Reviews a completed job (R1). The plumber's rating and rank and the day's figures change in the same batch (R6).
 * Gives the plumber's id. Refuses with `alreadyReviewed`, and with `notReviewable` for a booking that is not this
 * client's, not completed, or has not begun.
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

  const { inserted, reviewed } = await batch(db, {
    inserted: statement(
      db,
      sql`
      insert into reviews (id, booking_id, client_id, plumber_id, rating, comment, created_at)
      select ${id}, id, client_id, plumber_id, ${given.rating}, ${given.comment}, ${now} from bookings where ${reviewable}
      on conflict do nothing`,
    ),
    booking: db
      .update(bookings)
      .set({ reviewedAt: now })
      .where(sql`id = ${given.bookingId} and ${made}`),
    rating: countInRating(db, id, 1, made),
    tally: statement(
      db,
      sql`
      insert into daily_tallies (day, plumber_id, reviews, rating_sum)
      select ${dateAt(now)}, whose.id, 1, ${given.rating} from (select '' as id union all select ${plumber}) as whose
      where whose.id is not null and ${made}
      on conflict do update set reviews = reviews + 1, rating_sum = rating_sum + ${given.rating}`,
    ),
    reviewed: db.select({ plumberId: bookings.plumberId }).from(bookings).where(reviewable),
  });
  const [booking] = reviewed;
  if (!booking?.plumberId) return refuse("notReviewable");
  if (inserted.meta.changes === 0) return refuse("alreadyReviewed");
  context.emit({ type: "reviewLeft", plumberId: booking.plumberId, clientId: client.id });
  return { ok: true, plumberId: booking.plumberId };
}

/** Lists a client's completed jobs that have no review yet (R4), latest first, at most 20; with `plumberId`, that plumber's alone. */
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
 * Whether a client has reviewed a plumber, hidden reviews included: for the job an address names by reference or id, or,
 * when that is null, for any job.
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

/** Lists the newest visible five-star reviews with a comment for the home page (R10), at most `limit`. */
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
