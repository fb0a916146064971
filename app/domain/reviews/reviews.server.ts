import { and, desc, eq, sql } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { once, type ValueOf } from "~/db/once.server";
import { insertWhere } from "~/db/typed-writes.server";
import { bookings, plumberProfiles, reviews, users } from "~/db/schema";
import { withLatest } from "../bookings/booking-event";
import { selectLatest } from "../bookings/queries/booking-details.server";
import { dropQueued } from "../notices/drop-queued.server";
import { notify } from "../notices/notify.server";
import { visitNotices } from "../bookings/visit-notices";
import { fullName, type AuthenticatedUser } from "../values/user";
import type { DomainContext } from "../domain-context.server";
import { newId } from "../values/id";
import { refuse, type Refusal } from "../values/refusal";
import { countInRating, countInTallies } from "./rating-totals.server";
import type { Rating, ReviewableBooking } from "./review";
import { isInBurst } from "./review-bursts.server";
import { reviewNotices } from "./review-notices";

/**
 * Reviews a completed job (R1). The plumber's rating and rank and the day's figures change in the same batch (R6), the
 * plumber is told, and the client isn't asked any more (R11). One of many at once waits for the office first (R12).
 * Returns the plumber's id, and whether it waits. Refuses with `alreadyReviewed`, and with `notReviewable` for a booking that is not this
 * client's, or not completed.
 */
export async function leaveReview(
  context: DomainContext,
  client: AuthenticatedUser,
  given: { bookingId: string; rating: Rating; comment: string | null; showsJob?: boolean },
): Promise<{ ok: true; plumberId: string; isHeld: boolean } | Refusal<"alreadyReviewed" | "notReviewable">> {
  const { db, now } = context;
  const id = newId();
  const made = sql`exists (select 1 from reviews where id = ${id})`;
  const reviewable = sql`id = ${given.bookingId} and client_id = ${client.id} and status = 'completed' and plumber_id is not null`;
  const plumber = sql`(select plumber_id from reviews where id = ${id})`;
  const heldAt = sql`iif(${isInBurst(sql`bookings.client_id`, sql`bookings.plumber_id`, now)}, ${now}, null)`;
  const counts = sql`held_at is null`;

  const { inserted, written, reviewed, latest } = await batch(db, {
    inserted: insertWhere(
      db,
      reviews,
      {
        id,
        bookingId: sql`id`,
        clientId: sql`client_id`,
        plumberId: sql`plumber_id`,
        rating: given.rating,
        comment: given.comment,
        showsJob: given.showsJob ?? false,
        createdAt: now,
        hiddenAt: sql`held_at`,
        heldAt: sql`held_at`,
      },
      sql`true`,
      {
        from: sql`(select id, client_id, plumber_id, ${heldAt} as held_at from bookings where ${reviewable})`,
        onConflict: "nothing",
      },
    ),
    booking: db
      .update(bookings)
      .set({ reviewedAt: now })
      .where(sql`id = ${given.bookingId} and ${made}`),
    rating: countInRating(db, id, counts, made),
    tally: countInTallies(db, id, counts, made),
    notice: notify(
      context,
      { user: plumber },
      reviewNotices.reviewLeft,
      { id, client: fullName(client), rating: given.rating, comment: given.comment },
      { causeId: id, condition: sql`exists (select 1 from reviews where id = ${id} and ${counts})` },
    ),
    invitation: dropQueued(
      db,
      sql`booking_id = ${given.bookingId} and kind = ${visitNotices.reviewInvited.kind} and ${made}`,
      "The review is there.",
    ),
    written: db.select({ heldAt: reviews.heldAt }).from(reviews).where(eq(reviews.id, id)),
    reviewed: db.select({ plumberId: bookings.plumberId }).from(bookings).where(reviewable),
    latest: selectLatest(db, given.bookingId, client),
  });
  const [booking] = reviewed;
  if (!booking?.plumberId) return withLatest(refuse("notReviewable"), latest, ["reopen"], client, now);
  if (inserted.meta.changes === 0) return refuse("alreadyReviewed");
  const isHeld = written[0]?.heldAt != null;
  context.emit(
    isHeld ? { type: "officeChanged" } : { type: "reviewLeft", plumberId: booking.plumberId, clientId: client.id },
  );
  return { ok: true, plumberId: booking.plumberId, isHeld };
}

/** Lets everyone see what was done and for how much beside a review, as its writer, or no longer (R14). */
export async function setJobShown(
  { db }: DomainContext,
  client: AuthenticatedUser,
  reviewId: string,
  showsJob: boolean,
): Promise<void> {
  await db
    .update(reviews)
    .set({ showsJob })
    .where(and(eq(reviews.id, reviewId), eq(reviews.clientId, client.id)));
}

const readReviewable = once((db, value: ValueOf<"client" | "plumber">, of: "all" | "plumber") =>
  db
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
        eq(bookings.clientId, value("client")),
        of === "all" ? undefined : eq(bookings.plumberId, value("plumber")),
        // In the words of the partial index.
        sql`${bookings.status} = 'completed' and ${bookings.reviewedAt} is null`,
      ),
    )
    .orderBy(desc(bookings.startsAt))
    .limit(20),
);

/** Lists a client's completed jobs that have no review yet (R4), latest first, at most 20; with `plumberId`, that plumber's alone. */
export const listReviewable = (
  db: Database,
  clientId: string,
  plumberId: string | null,
): Promise<ReviewableBooking[]> =>
  readReviewable(db, { client: clientId, plumber: plumberId }, plumberId === null ? "all" : "plumber");

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
