import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, reviews } from "~/db/schema";
import type { Viewer } from "../accounts/user";
import type { Party } from "../bookings/booking";
import { client, isOf, partyOf, plumber } from "../bookings/booking-columns.server";
import type { Instant } from "../time/harare";
import type { ListRange } from "../values/key-cursor";

/** A review with both its people and its job: what API clients are shown. */
export interface ReviewRecord {
  id: string;
  bookingId: string;
  /** The job's reference. */
  job: string;
  rating: number;
  comment: string | null;
  answer: string | null;
  createdAt: Instant;
  client: Party;
  plumber: Party;
}

interface ReviewRecords {
  reviews: ReviewRecord[];
  hasMore: boolean;
}

/** What a client has written, newest first; hidden ones too, as they are the client's own. */
export const listRecordsBy = (db: Database, clientId: string, range: ListRange): Promise<ReviewRecords> =>
  list(db, eq(reviews.clientId, clientId), range);

/** What a plumber has got, newest first, but for what the desk has hidden. */
export const listRecordsOf = (db: Database, plumberId: string, range: ListRange): Promise<ReviewRecords> =>
  list(db, and(eq(reviews.plumberId, plumberId), isShown), range);

/** The review of a job (its reference or the booking's id), if the viewer is part of it and it is not hidden from them; else null. */
export async function findReviewOfJob(db: Database, viewer: Viewer, job: string): Promise<ReviewRecord | null> {
  const [row] = await select(db).where(
    and(
      sql`${reviews.bookingId} = (select id from bookings where reference = ${job} union select id from bookings where id = ${job} limit 1)`,
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
      client: partyOf(client),
      plumber: partyOf(plumber),
    })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .innerJoin(client, eq(client.id, reviews.clientId))
    .innerJoin(plumber, eq(plumber.id, reviews.plumberId));

async function list(db: Database, whose: SQL | undefined, { before, limit }: ListRange): Promise<ReviewRecords> {
  const follows =
    before === null
      ? undefined
      : sql`(${reviews.createdAt}, ${reviews.id}) < ((select one.created_at from reviews as one where one.id = ${before}), ${before})`;
  const rows = await select(db)
    .where(and(whose, follows))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit + 1);
  return { reviews: rows.slice(0, limit), hasMore: rows.length > limit };
}
