import { and, asc, eq, isNull, sql, desc } from "drizzle-orm";
import { batch, type Database, columnsOf } from "~/db/client.server";
import { bookings, privatePhotos } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { beginUpload, hasRoomForPhoto, keepPhoto, type NewPhoto, privateKey } from "../../photos/private-photos.server";
import { newId } from "../../values/id";
import type { SessionClaims, AuthenticatedUser } from "../../values/user";
import { keepDraft, findDraft } from "./request-drafts.server";
import { findBookablePlumber, requestBooking } from "./booking-requests.server";

/**
 * Keeps a draft (B28) of the same request to another plumber (B31), with its photos of the problem; one beyond the limits
 * per IP address (L1) stays behind. Returns the draft's id; null for a booking that isn't this client's, a plumber who
 * is not listed, and over the limit.
 */
export async function keepDraftOfBooking(
  context: DomainContext,
  client: SessionClaims,
  bookingId: string,
  plumberId: string,
): Promise<string | null> {
  const { db, now, clientAddress, privatePhotos: store } = context;
  const isOwn = and(eq(bookings.id, bookingId), eq(bookings.clientId, client.id));
  const { found, photos } = await batch(db, {
    found: db
      .select({
        startsAt: sql<number | null>`iif(${bookings.startsAt} > ${now}, ${bookings.startsAt}, null)`.as("wished_start"),
        ...columnsOf(bookings, "serviceType", "suburb", "street", "pin", "notes"),
      })
      .from(bookings)
      .where(isOwn),
    photos: db
      .select({ id: privatePhotos.id })
      .from(privatePhotos)
      .innerJoin(bookings, eq(bookings.id, privatePhotos.bookingId))
      .where(and(isOwn, eq(privatePhotos.kind, "problem"), isNull(privatePhotos.hiddenAt)))
      .orderBy(asc(privatePhotos.createdAt)),
  });
  const [answers] = found;
  if (!answers) return null;
  const draftId = await keepDraft(context, { draftId: null, plumberId, replacesId: bookingId, answers });
  if (draftId === null) return null;
  const copy = async (photoId: string) => {
    const owner = ["draftId", sql`${draftId}`] as const;
    const photo: NewPhoto = { id: newId(), kind: "problem", uploadId: newId(), uploadedBy: null, of: owner };
    const hasRoom = hasRoomForPhoto(photo);
    const { reserved } = await batch(db, beginUpload(context, photo, ["photoPerAddress", clientAddress], hasRoom));
    if (reserved.meta.changes !== 1 || !(await store.copy(privateKey(photoId), privateKey(photo.id)))) return;
    await batch(db, keepPhoto(context, photo, hasRoom));
  };
  await Promise.all(photos.map(({ id }) => copy(id)));
  return draftId;
}

const LATEST = 20;

const selectPrevious = (db: Database) =>
  db.select(columnsOf(bookings, "id", "serviceType", "suburb", "street", "city", "pin")).from(bookings);

/** Bookings by the API and from before have their address in one line. */
const hasAddress = <Row extends Pick<typeof bookings.$inferSelect, "suburb" | "street">>(
  row: Row,
): row is Row & { suburb: string; street: string } => row.suburb !== null && row.street !== null;

/** A client's latest 20 bookings with service and address, of those whose street and suburb are known, newest first (B32). */
export async function listPreviousRequests(db: Database, clientId: string) {
  const rows = await selectPrevious(db)
    .where(eq(bookings.clientId, clientId))
    .orderBy(desc(bookings.startsAt), desc(bookings.id))
    .limit(LATEST);
  return rows.filter(hasAddress);
}

/** The same of one booking; null for one that isn't this client's, or whose street and suburb aren't known. */
export async function findPreviousRequest(db: Database, clientId: string, bookingId: string) {
  const rows = await selectPrevious(db).where(and(eq(bookings.id, bookingId), eq(bookings.clientId, clientId)));
  return rows.find(hasAddress) ?? null;
}

/** Requests what a draft holds (B28) by `requestBooking`; null: it is gone or incomplete, or the plumber unlisted. */
export async function sendDraft(context: DomainContext, client: AuthenticatedUser, draftId: string) {
  const draft = await findDraft(context.db, draftId, context.now);
  if (!draft?.startsAt || !draft.serviceType || !draft.suburb || !draft.street) return null;
  const plumber = await findBookablePlumber(context.db, draft.plumberId);
  if (!plumber) return null;
  const wish = { ...columnsOf(draft, "serviceType", "suburb", "street", "pin", "notes"), startsAt: draft.startsAt };
  return requestBooking(context, client, plumber, wish, draft.id);
}
