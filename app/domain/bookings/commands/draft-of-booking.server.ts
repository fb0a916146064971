import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { bookings, privatePhotos } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { beginUpload, hasRoomForPhoto, keepPhoto, type NewPhoto } from "../../photos/private-photos.server";
import { privateKey } from "../../photos/staged-photos.server";
import { newId } from "../../values/id";
import type { SessionClaims } from "../../values/user";
import { keepDraft } from "./request-drafts.server";

/**
 * Keeps a draft (B28) of the same request to another plumber (B31): service, address, notes, wished time and photos of the
 * problem. `clientAddress` is the network address, whose limits of drafts and photos hold (L1): a photo beyond them stays
 * behind. Returns the draft's id; null for a booking that isn't this client's, a plumber who is not listed, and over the
 * limit.
 */
export async function keepDraftOfBooking(
  context: DomainContext,
  client: SessionClaims,
  bookingId: string,
  plumberId: string,
  clientAddress: string,
): Promise<string | null> {
  const { found, photos } = await batch(context.db, selectRequest(context, client, bookingId));
  const [answers] = found;
  if (!answers) return null;
  const draftId = await keepDraft(context, { draftId: null, plumberId, answers, clientAddress });
  if (draftId === null) return null;
  await Promise.all(photos.map(({ id }) => copyToDraft(context, id, draftId, clientAddress)));
  return draftId;
}

/** What a client asked for, and the photos of the problem; nothing of a booking that isn't theirs. */
function selectRequest({ db, now }: DomainContext, client: SessionClaims, bookingId: string) {
  const isOwn = and(eq(bookings.id, bookingId), eq(bookings.clientId, client.id));
  return {
    found: db
      .select({
        startsAt: sql<number | null>`iif(${bookings.startsAt} > ${now}, ${bookings.startsAt}, null)`.as("wished_start"),
        serviceType: bookings.serviceType,
        suburb: bookings.suburb,
        street: bookings.street,
        pin: bookings.pin,
        notes: bookings.notes,
      })
      .from(bookings)
      .where(isOwn),
    photos: db
      .select({ id: privatePhotos.id })
      .from(privatePhotos)
      .innerJoin(bookings, eq(bookings.id, privatePhotos.bookingId))
      .where(and(isOwn, eq(privatePhotos.kind, "problem"), isNull(privatePhotos.hiddenAt)))
      .orderBy(asc(privatePhotos.createdAt)),
  };
}

async function copyToDraft(context: DomainContext, photoId: string, draftId: string, clientAddress: string) {
  const { db, privatePhotos: store } = context;
  const owner = sql`${draftId}`;
  const photo: NewPhoto = {
    id: newId(),
    kind: "problem",
    uploadId: newId(),
    uploadedBy: null,
    of: ["draftId", owner],
  };
  const hasRoom = hasRoomForPhoto(photo);
  const { reserved } = await batch(db, beginUpload(context, photo, ["photoPerAddress", clientAddress], hasRoom));
  if (reserved.meta.changes !== 1 || !(await store.copy(privateKey(photoId), privateKey(photo.id)))) return;
  await batch(db, keepPhoto(context, photo, hasRoom));
}
