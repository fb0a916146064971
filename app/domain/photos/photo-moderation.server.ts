import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, privatePhotos } from "~/db/schema";
import { officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import type { AuthenticatedUser } from "../values/user";

/**
 * A photo of a booking or a message, for a decision of the office; null for an unknown one and while it is a draft's.
 */
export async function findModeratedPhoto(db: Database, id: string) {
  const [photo] = await db
    .select({
      id: privatePhotos.id,
      bookingId: privatePhotos.bookingId,
      uploadedBy: privatePhotos.uploadedBy,
      status: bookings.status,
      clientId: bookings.clientId,
      plumberId: bookings.plumberId,
    })
    .from(privatePhotos)
    .leftJoin(bookings, eq(bookings.id, privatePhotos.bookingId))
    .where(and(eq(privatePhotos.id, id), isNull(privatePhotos.draftId)));
  return photo ?? null;
}

type ModeratedPhoto = NonNullable<Awaited<ReturnType<typeof findModeratedPhoto>>>;

/**
 * Hides a photo, which `findModeratedPhoto` gave, from everyone but the office, or shows it again (P5, O1). No change
 * when it already is so.
 */
export async function setPhotoHidden(
  context: DomainContext,
  admin: AuthenticatedUser,
  photo: ModeratedPhoto,
  isHidden: boolean,
): Promise<void> {
  const { db, now, emit } = context;
  const { id, bookingId, uploadedBy, status, clientId, plumberId } = photo;
  await officeVerb(context, admin, isHidden ? "photoHidden" : "photoShown", {
    subject: bookingId ? { kind: "booking", id: bookingId } : { kind: "user", id: uploadedBy ?? "" },
    after: { photo: id },
    when: sql`exists (select 1 from private_photos where id = ${id} and (hidden_at is null) = ${isHidden ? 1 : 0})`,
    do: (recorded) => ({
      hidden: db
        .update(privatePhotos)
        .set({ hiddenAt: isHidden ? now : null })
        .where(sql`id = ${id} and ${recorded}`),
    }),
  });
  if (bookingId && status && clientId) emit({ type: "bookingChanged", bookingId, status, clientId, plumberId });
}
