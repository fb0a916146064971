import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, privatePhotos } from "~/db/schema";
import { WORK_PHOTOS_SHOWN, type OwnWorkPhoto, type WorkPhoto } from "../../photos/photo";

const RECENT_PHOTOS = 24;

/** The condition that everyone may see a photo, joined with its booking (P7). */
const isPublic = sql`${privatePhotos.releasedAt} is not null and ${privatePhotos.hiddenAt} is null
  and ${bookings.photosSharedAt} is not null and ${bookings.status} = 'completed'`;

/** Lists the photos of a plumber's work that everyone may see, in the plumber's order, at most 12 (P7). */
export const listWorkPhotos = (db: Database, plumberId: string): Promise<WorkPhoto[]> =>
  db
    .select({ id: privatePhotos.id, serviceType: bookings.serviceType })
    .from(privatePhotos)
    .innerJoin(bookings, eq(bookings.id, privatePhotos.bookingId))
    .where(and(eq(privatePhotos.uploadedBy, plumberId), isPublic))
    .orderBy(desc(privatePhotos.releasedAt), desc(privatePhotos.id))
    .limit(WORK_PHOTOS_SHOWN);

/** Whether everyone may see a photo (P7): asked each time it is shown, so that one that was withdrawn is gone at once. */
export async function isWorkPhoto(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: privatePhotos.id })
    .from(privatePhotos)
    .innerJoin(bookings, eq(bookings.id, privatePhotos.bookingId))
    .where(
      and(
        eq(privatePhotos.id, id),
        isPublic,
        sql`exists (select 1 from plumber_profiles where user_id = ${privatePhotos.uploadedBy} and listed = 1)`,
      ),
    );
  return rows.length > 0;
}

const select = (db: Database) =>
  db
    .select({
      id: privatePhotos.id,
      bookingId: bookings.id,
      serviceType: bookings.serviceType,
      startsAt: bookings.startsAt,
      isShared: sql<boolean>`${bookings.photosSharedAt} is not null`.mapWith(Boolean).as("is_shared"),
    })
    .from(privatePhotos)
    .innerJoin(bookings, eq(bookings.id, privatePhotos.bookingId));

/**
 * A plumber's own photos of finished work: those they have released, in their order, and their latest 24 others (P7). More
 * than 12 are released when a reopened job is completed again, or the office shows one again.
 */
export async function listOwnWorkPhotos(
  db: Database,
  plumberId: string,
): Promise<{ released: OwnWorkPhoto[]; others: OwnWorkPhoto[] }> {
  const isFinished = sql`${privatePhotos.uploadedBy} = ${plumberId} and ${privatePhotos.hiddenAt} is null and ${bookings.status} = 'completed'`;
  const [released, others] = await Promise.all([
    select(db)
      .where(sql`${isFinished} and ${privatePhotos.releasedAt} is not null`)
      .orderBy(desc(privatePhotos.releasedAt), desc(privatePhotos.id))
      .limit(RECENT_PHOTOS),
    select(db)
      .where(sql`${isFinished} and ${privatePhotos.kind} = 'after' and ${privatePhotos.releasedAt} is null`)
      .orderBy(desc(privatePhotos.createdAt), desc(privatePhotos.id))
      .limit(RECENT_PHOTOS),
  ]);
  return { released, others };
}
