import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, reviews } from "~/db/schema";
import type { SessionClaims } from "../values/user";
import type { Participant } from "../bookings/booking";
import { client, participantOf, plumber } from "../bookings/queries/booking-columns.server";
import { isOf } from "../bookings/queries/booking-conditions.server";
import type { Instant } from "../time/harare";
import { resolveCursor, pageByKey, parseKeyCursor, type ListPart, type ListRange } from "../values/key-cursor";
import type { Refusal } from "../values/refusal";

/** A review with both its people and its job: what API clients are shown. */
export interface ReviewView {
  id: string;
  bookingId: string;
  /** The job's reference. */
  job: string;
  rating: number;
  comment: string | null;
  answer: string | null;
  createdAt: Instant;
  client: Participant;
  plumber: Participant;
}

type Records = Promise<ListPart<ReviewView> | Refusal<"notInList">>;

/** What a client has written, newest first; hidden ones too, as they are the client's own. */
export const listReviewViewsBy = (db: Database, clientId: string, range: ListRange): Records =>
  list(db, eq(reviews.clientId, clientId), range);

/** What a plumber has got, newest first, but for what the desk has hidden. */
export const listBookingViews = (db: Database, plumberId: string, range: ListRange): Records =>
  list(db, and(eq(reviews.plumberId, plumberId), isShown), range);

/** The review of a job (its reference or the booking's id), if the viewer is part of it and it is not hidden from them; else null. */
export async function findReviewOfJob(db: Database, viewer: SessionClaims, job: string): Promise<ReviewView | null> {
  const [row] = await select(db).where(
    and(
      sql`${reviews.bookingId} = (select id from bookings where reference = ${job.toUpperCase()} union select id from bookings where id = ${job} limit 1)`,
      isOf(viewer),
      viewer.role === "plumber" ? isShown : undefined,
    ),
  );
  return row ?? null;
}

const isShown = sql`${reviews.hiddenAt} is null`;

const select = (db: Database) =>
  db
    .select({
      id: reviews.id,
      bookingId: reviews.bookingId,
      job: bookings.reference,
      rating: reviews.rating,
      comment: reviews.comment,
      answer: reviews.answer,
      createdAt: reviews.createdAt,
      client: participantOf(client),
      plumber: participantOf(plumber),
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .innerJoin(client, eq(client.id, reviews.clientId))
    .innerJoin(plumber, eq(plumber.id, reviews.plumberId));

async function list(db: Database, whose: SQL | undefined, { before, limit }: ListRange): Records {
  const found = await resolveCursor(before, parseKeyCursor, async (id) => {
    const [row] = await db
      .select({ at: reviews.createdAt, id: reviews.id })
      .from(reviews)
      .where(and(eq(reviews.id, id), whose));
    return row ?? null;
  });
  if (!found.ok) return found;
  const { cursor } = found;
  const rows = await select(db)
    .where(and(whose, cursor ? sql`(${reviews.createdAt}, ${reviews.id}) < (${cursor.at}, ${cursor.id})` : undefined))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit + 1);
  const { shown, next } = pageByKey(rows, limit, ({ createdAt }) => createdAt);
  return { ok: true, items: shown, next };
}
