import { and, eq, sql, asc, isNull } from "drizzle-orm";
import { batch, type Database, columnsOf, isOneOf } from "~/db/client.server";
import { bookings, privatePhotos } from "~/db/schema";
import { isLiveSender } from "../../values/live-session.server";
import { hashToken } from "../../accounts/tokens.server";
import type { DomainContext } from "../../domain-context.server";
import {
  beginUpload,
  hasRoomForPhoto,
  keepPhoto,
  type NewPhoto,
  type PhotoSender,
  privateKey,
} from "../../photos/private-photos.server";
import { exceeded } from "../../rate-limits/counter.server";
import { newId } from "../../values/id";
import { OK, refuse } from "../../values/refusal";
import { addablePhotoKinds, JOB_PHOTOS, type JobPhotoKind } from "../job-photos";
import { notAllowed } from "../transition-refusals";
import { isOf } from "../queries/booking-conditions.server";
import type { PrivatePhoto } from "../../photos/photo";
import type { SessionClaims } from "../../values/user";
import type { BookingStatus } from "../booking";

/**
 * Adds a photo to a booking, as its client (of the problem) or its plumber (before and after), up to four of a kind (P5).
 * The same upload again gives the first. Refuses with `bookingNotFound`, `transitionNotAllowed`, `enoughPhotos`,
 * `photoGone` (the upload id of another photo), `tooMany` an hour (L1), and as `PrivatePhotoStore.save` does.
 */
export async function addJobPhoto(
  context: DomainContext,
  { viewer, token, confirmation }: PhotoSender,
  bookingId: string,
  { kind, uploadId, upload }: { kind: JobPhotoKind; uploadId: string; upload: Blob },
) {
  const { db, now, emit, privatePhotos } = context;
  const photo: NewPhoto = {
    id: newId(),
    kind,
    uploadId,
    uploadedBy: viewer.id,
    of: ["bookingId", sql`${bookingId}`],
  };
  const isLive = isLiveSender(token && (await hashToken(token)), viewer, now);
  const isOwnBooking = viewer.role === "client" ? sql`client_id = ${viewer.id}` : sql`plumber_id = ${viewer.id}`;
  const takesPhotos =
    JOB_PHOTOS[kind].by === viewer.role
      ? sql`exists (select 1 from bookings where id = ${bookingId} and ${isOwnBooking} and ${isOneOf(sql`status`, JOB_PHOTOS[kind].from)})
          and ${hasRoomForPhoto(photo)}`
      : sql`false`;
  const present = () =>
    db
      .select({
        ...columnsOf(bookings, "status", "clientId", "plumberId"),
        hasRoom: sql<boolean>`${hasRoomForPhoto(photo)}`.mapWith(Boolean).as("has_room"),
      })
      .from(bookings)
      .where(and(eq(bookings.id, bookingId), isOf(viewer)));
  const whyNot = ([booking]: { status: BookingStatus; hasRoom: boolean }[]) => {
    if (!booking) return refuse("bookingNotFound");
    if (!addablePhotoKinds(booking.status, viewer.role).includes(kind)) return notAllowed(booking.status);
    return booking.hasRoom ? refuse("photoGone") : refuse("enoughPhotos");
  };

  const [begun, user] = await Promise.all([
    batch(db, {
      ...beginUpload(context, photo, ["photoPerUser", viewer.id], sql`${isLive} and ${takesPhotos}`),
      present: present(),
    }),
    confirmation,
  ]);
  if (!user) return refuse("bookingNotFound");
  const [earlier] = begun.earlier;
  if (earlier && begun.present.length > 0) return earlier.isSame ? { ...OK, id: earlier.id } : refuse("photoGone");
  const tooMany = exceeded(context, begun.counted);
  if (tooMany) return tooMany;
  if (begun.reserved.meta.changes !== 1) return whyNot(begun.present);

  const saved = await privatePhotos.save(privateKey(photo.id), upload);
  if (!saved.ok) return saved;
  const ended = await batch(db, { ...keepPhoto(context, photo, takesPhotos), present: present() });
  const [booking] = ended.present;
  const [first] = ended.earlier;
  if (!booking || !first?.isSame) return whyNot(ended.present);
  const { status, clientId, plumberId } = booking;
  emit({ type: "bookingChanged", bookingId, status, clientId, plumberId });
  return { ...OK, id: first.id };
}

/** The photos of a booking by kind, oldest first (P5), for its two sides and admins, who also see hidden ones. */
export const listJobPhotos = async (db: Database, viewer: SessionClaims, bookingId: string): Promise<PrivatePhoto[]> =>
  db
    .select({
      id: privatePhotos.id,
      kind: privatePhotos.kind,
      isHidden: sql<boolean>`${privatePhotos.hiddenAt} is not null`.mapWith(Boolean).as("is_hidden"),
      createdAt: privatePhotos.createdAt,
      isShared: sql<boolean>`${bookings.photosSharedAt} is not null`.mapWith(Boolean).as("is_shared"),
    })
    .from(privatePhotos)
    .innerJoin(bookings, eq(bookings.id, privatePhotos.bookingId))
    .where(
      and(
        eq(privatePhotos.bookingId, bookingId),
        isOf(viewer),
        viewer.role === "admin" ? undefined : isNull(privatePhotos.hiddenAt),
      ),
    )
    .orderBy(asc(privatePhotos.kind), asc(privatePhotos.createdAt), asc(privatePhotos.id));
