import { sql, type SQL, and, desc, eq } from "drizzle-orm";
import { columnsOf, batch, type Database } from "~/db/client.server";
import { bookings, privatePhotos } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { notify } from "../../notices/notify.server";
import { WORK_PHOTOS_SHOWN, type WorkPhoto } from "../../photos/photo";
import { privateKey } from "../../photos/private-photos.server";
import { refuse, type Refusal } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import type { Booking, BookingForCommand } from "../booking-views";
import { selectForCommand } from "../queries/booking-views.server";
import { visitNotices } from "../visit-notices";

/** The condition that a photo is one of finished work, and this plumber's. */
const isReleasable = (plumberId: string, photoId: string): SQL =>
  sql`id = ${photoId} and kind = 'after' and hidden_at is null and uploaded_by = ${plumberId}
    and exists (select 1 from bookings where id = booking_id and status = 'completed' and plumber_id = ${plumberId})`;

/** The condition that fewer photos than are shown count as a plumber's released ones: those their list has (P7). */
const hasRoom = (plumberId: string): SQL =>
  sql`${WORK_PHOTOS_SHOWN} > (select count(*) from private_photos as shown join bookings as job on job.id = shown.booking_id
    where shown.uploaded_by = ${plumberId} and shown.kind = 'after' and shown.released_at is not null
    and shown.hidden_at is null and job.status = 'completed')`;

interface ReleasablePhoto {
  id: string;
  isReleased: boolean;
  beforeId: string | null;
  hasRoom: boolean;
  booking: BookingForCommand;
}

/**
 * A plumber's photo of finished work, the one from before the work (null: none), its booking, and whether one more has
 * room; null for any other.
 */
export async function findReleasablePhoto(
  db: Database,
  plumberId: string,
  photoId: string,
): Promise<ReleasablePhoto | null> {
  const { found, of } = await batch(db, {
    found: db
      .select({
        id: privatePhotos.id,
        isReleased: sql<boolean>`${privatePhotos.releasedAt} is not null`.mapWith(Boolean).as("is_released"),
        // The outer column in words: in a select over one table drizzle writes it without its table, as the inner one.
        beforeId: sql<string | null>`(select id from private_photos as earlier
          where earlier.booking_id = private_photos.booking_id and kind = 'before' and uploaded_by = ${plumberId}
            and hidden_at is null order by created_at, id limit 1)`.as("before_id"),
        hasRoom: sql<boolean>`${hasRoom(plumberId)}`.mapWith(Boolean).as("has_room"),
      })
      .from(privatePhotos)
      .where(isReleasable(plumberId, photoId)),
    of: selectForCommand(db).where(
      sql`${bookings.id} = (select booking_id from private_photos where ${isReleasable(plumberId, photoId)})`,
    ),
  });
  const [photo] = found;
  const [booking] = of;
  return photo && booking ? { ...photo, booking } : null;
}

/**
 * Releases a photo, which `findReleasablePhoto` gave, with the one from before the work, or puts a released one first
 * (P7); its client is asked once for each booking. Refuses with `photoNotReleasable` for none, `enoughReleased` beyond 12,
 * and `photosUnavailable`.
 */
export async function releasePhoto(
  context: DomainContext,
  plumber: AuthenticatedUser,
  photo: ReleasablePhoto | null,
): Promise<{ ok: true } | Refusal<"photoNotReleasable" | "enoughReleased" | "photosUnavailable">> {
  const { db, now, privatePhotos: store } = context;
  if (!photo) return refuse("photoNotReleasable");
  if (!photo.isReleased && !photo.hasRoom) return refuse("enoughReleased");
  // Before the row says so: what is shown has its copies.
  const pair = [photo.id, ...(photo.beforeId ? [photo.beforeId] : [])];
  if (!photo.isReleased) {
    const published = await Promise.all(pair.map((id) => store.publish(privateKey(id))));
    if (published.includes(false)) return refuse("photosUnavailable");
  }
  const { booking } = photo;
  const isUnshared = sql`exists (select 1 from private_photos join bookings on bookings.id = booking_id
          where private_photos.id = ${photo.id} and private_photos.released_at = ${now} and photos_shared_at is null)`;
  const { released } = await batch(db, {
    released: db.update(privatePhotos).set({ releasedAt: now })
      .where(sql`${isReleasable(plumber.id, photo.id)} and (released_at is not null
        or ${hasRoom(plumber.id)})`),
    before: db.update(privatePhotos).set({ releasedAt: now })
      .where(sql`id = ${photo.beforeId} and hidden_at is null and not ${photo.isReleased}
        and exists (select 1 from private_photos where id = ${photo.id} and released_at = ${now})`),
    question: notify(context, {
      to: booking.client.id,
      cause: booking.id,
      when: isUnshared,
      notice: visitNotices.photosReleased,
      facts: { booking },
    }),
  });
  return released.meta.changes === 1 ? { ok: true } : refuse("enoughReleased");
}

/** Takes a photo back from the public, as its plumber (P7): it is gone at once. One that isn't theirs stays as it is. */
export async function withdrawPhoto({ db }: DomainContext, plumber: AuthenticatedUser, photoId: string): Promise<void> {
  await db
    .update(privatePhotos)
    .set({ releasedAt: null })
    .where(sql`id = ${photoId} and uploaded_by = ${plumber.id} and released_at is not null`);
}

/**
 * Lets everyone see the photos of finished work that its plumber releases, as its client, or no longer (P7), at once.
 * Returns whether it was done: not for a booking that isn't theirs or, where they are shared, isn't completed.
 */
export async function shareJobPhotos(
  { db, now }: DomainContext,
  client: AuthenticatedUser,
  bookingId: string,
  isShared: boolean,
): Promise<boolean> {
  const shared = await db
    .update(bookings)
    .set({ photosSharedAt: isShared ? now : null })
    .where(sql`id = ${bookingId} and client_id = ${client.id} and ${isShared ? sql`status = 'completed'` : sql`true`}`);
  return shared.meta.changes === 1;
}

const RECENT_PHOTOS = 24;

/** The condition that everyone may see a photo, joined with its booking (P7). */
const isPublic = sql`${privatePhotos.releasedAt} is not null and ${privatePhotos.hiddenAt} is null
  and ${bookings.photosSharedAt} is not null and ${bookings.status} = 'completed'`;

/** Lists the photos of a plumber's work that everyone may see, in the plumber's order, at most 12 (P7). */
export const listWorkPhotos = (db: Database, plumberId: string): Promise<WorkPhoto[]> =>
  db
    .select({
      id: privatePhotos.id,
      beforeId: sql<string | null>`(select id from private_photos as earlier
        where booking_id = ${bookings.id} and kind = 'before' and released_at is not null and hidden_at is null
        order by created_at, id limit 1)`.as("before_id"),
      ...columnsOf(bookings, "serviceType", "suburb", "completedAt", "settledPrice"),
    })
    .from(privatePhotos)
    .innerJoin(bookings, eq(bookings.id, privatePhotos.bookingId))
    .where(and(eq(privatePhotos.uploadedBy, plumberId), eq(privatePhotos.kind, "after"), isPublic))
    .orderBy(desc(privatePhotos.releasedAt), desc(privatePhotos.id))
    .limit(WORK_PHOTOS_SHOWN);

/**
 * True for a public photo, or the one from before its work (P7): checked each time it is shown, so that a withdrawn one is
 * gone at once.
 */
export async function isWorkPhoto(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: privatePhotos.id })
    .from(privatePhotos)
    .innerJoin(bookings, eq(bookings.id, privatePhotos.bookingId))
    .where(
      and(
        eq(privatePhotos.id, id),
        isPublic,
        sql`(kind = 'after' or exists (select 1 from private_photos as work where work.booking_id = ${bookings.id}
          and work.kind = 'after' and work.released_at is not null and work.hidden_at is null))`,
        sql`exists (select 1 from plumber_profiles where user_id = ${privatePhotos.uploadedBy} and listed = 1)`,
      ),
    );
  return rows.length > 0;
}

/** `isShared`: its client agrees that everyone sees it. */
export interface OwnWorkPhoto extends Pick<Booking, "serviceType" | "startsAt"> {
  id: string;
  bookingId: string;
  isShared: boolean;
}

/** A plumber's photos of finished work: the released ones in their order and the others, up to 24 each (P7). */
export async function listOwnWorkPhotos(
  db: Database,
  plumberId: string,
): Promise<{ released: OwnWorkPhoto[]; others: OwnWorkPhoto[] }> {
  const isFinished = sql`${privatePhotos.uploadedBy} = ${plumberId} and ${privatePhotos.hiddenAt} is null
    and ${bookings.status} = 'completed'`;
  const list = (which: SQL, newest: typeof privatePhotos.releasedAt | typeof privatePhotos.createdAt) =>
    db
      .select({
        id: privatePhotos.id,
        bookingId: bookings.id,
        serviceType: bookings.serviceType,
        startsAt: bookings.startsAt,
        isShared: sql<boolean>`${bookings.photosSharedAt} is not null`.mapWith(Boolean).as("is_shared"),
      })
      .from(privatePhotos)
      .innerJoin(bookings, eq(bookings.id, privatePhotos.bookingId))
      .where(sql`${isFinished} and ${privatePhotos.kind} = 'after' and ${which}`)
      .orderBy(desc(newest), desc(privatePhotos.id))
      .limit(RECENT_PHOTOS);
  const [released, others] = await Promise.all([
    list(sql`${privatePhotos.releasedAt} is not null`, privatePhotos.releasedAt),
    list(sql`${privatePhotos.releasedAt} is null`, privatePhotos.createdAt),
  ]);
  return { released, others };
}
