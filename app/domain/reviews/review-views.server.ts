import { and, eq, sql, type SQL, desc } from "drizzle-orm";
import { type Database, columnsOf, firstRow } from "~/db/client.server";
import { bookings, isFinalSettled, reviews, users } from "~/db/schema";
import type { SessionClaims } from "../values/user";
import { client, participantOf, plumber } from "../bookings/queries/booking-views.server";
import { isOf } from "../bookings/queries/booking-conditions.server";
import { listByKey, type ListRange } from "../values/lists";
import { findKey, latestFirst } from "../values/lists.server";
import { RECENT_REVIEWS } from "./review";
import { once, type ValueOf } from "~/db/once.server";
import { formatMoney } from "../values/money";

export const REVIEWS_PAGE_SIZE = 20;

/** Lists what a client has written, newest first, hidden reviews too (R7). Refuses with `notInList`. */
export const listReviewsBy = (db: Database, clientId: string, range: ListRange) =>
  list(db, eq(reviews.clientId, clientId), range);

/** Lists a plumber's visible reviews, newest first. Refuses with `notInList`. */
export const listReviewsOf = (db: Database, plumberId: string, range: ListRange) =>
  list(db, and(eq(reviews.plumberId, plumberId), isVisible), range);

/** Finds the review of a viewer's job, by reference or booking id; null for none, and one hidden from them. */
export function findReviewOfJob(db: Database, viewer: SessionClaims, job: string) {
  const isOfJob = sql`${reviews.bookingId} = (select id from bookings where reference = ${job.toUpperCase()}
    union select id from bookings where id = ${job} limit 1)`;
  const isShown = viewer.role === "plumber" ? isVisible : undefined;
  return firstRow(select(db).where(and(isOfJob, isOf(viewer), isShown)));
}

/** Lists a plumber's latest visible reviews for the dashboard (D13), without the job and the answer. */
export const listRecentReviews = (db: Database, plumberId: string) =>
  db
    .select({
      ...columnsOf(reviews, "id", "rating", "comment", "createdAt"),
      client: columnsOf(client, "firstName", "lastName"),
      photoKey: client.photoKey,
    })
    .from(reviews)
    .innerJoin(client, eq(client.id, reviews.clientId))
    .where(and(eq(reviews.plumberId, plumberId), isVisible))
    .orderBy(...byDate.order)
    .limit(RECENT_REVIEWS);

const isVisible = sql`${reviews.hiddenAt} is null`;

/** The part of the job that its writer lets everyone see (R14): the kind of work, and the cents it cost, once settled. */
export const shownJob = {
  showsJob: reviews.showsJob,
  shownService: sql<string | null>`iif(${reviews.showsJob} = 1, ${bookings.serviceType}, null)`.as("shown_service"),
  // Nothing that waits for an answer or is still argued about (M3, M5).
  shownAmount: sql<number | null>`iif(${reviews.showsJob} = 1 and ${isFinalSettled}, ${bookings.finalAmount}, null)`.as(
    "shown_amount",
  ),
};

const select = (db: Database) =>
  db
    .select({
      job: bookings.reference,
      ...columnsOf(reviews, "id", "bookingId", "rating", "comment", "answer", "createdAt"),
      // Only its writer is shown a hidden one, or one that waits for the office (R7, R12).
      ...columnsOf(reviews, "hiddenReason", "heldAt"),
      ...shownJob,
      client: participantOf(client),
      plumber: participantOf(plumber),
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .innerJoin(client, eq(client.id, reviews.clientId))
    .innerJoin(plumber, eq(plumber.id, reviews.plumberId));

const byDate = latestFirst(reviews.createdAt, reviews.id);

const list = (db: Database, whose: SQL | undefined, range: ListRange) =>
  listByKey(range, {
    find: (id) => findKey(db, reviews.createdAt, reviews.id, id, whose),
    select: (cursor, limit) =>
      select(db)
        .where(and(whose, byDate.after(cursor)))
        .orderBy(...byDate.order)
        .limit(limit),
    at: ({ createdAt }) => createdAt,
  });

const readReviewable = once((db, value: ValueOf<"client" | "plumber">, of: "all" | "plumber") =>
  db
    .select({
      ...columnsOf(bookings, "id", "reference", "startsAt", "serviceType"),
      price: sql<number | null>`iif(${isFinalSettled}, ${bookings.finalAmount}, null)`.as("price"),
      plumber: columnsOf(users, "id", "firstName", "lastName"),
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

/**
 * Lists a client's completed jobs without a review (R4), of one plumber or (null) all, latest first, at most 20, with the
 * price that a review can show in words (R14), null where it isn't settled.
 */
export async function listReviewable(db: Database, clientId: string, plumberId: string | null) {
  const of = plumberId === null ? "all" : "plumber";
  const rows = await readReviewable(db, { client: clientId, plumber: plumberId }, of);
  return rows.map((row) => ({ ...row, price: row.price === null ? null : formatMoney(row.price) }));
}
