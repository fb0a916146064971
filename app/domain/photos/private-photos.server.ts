import { and, asc, eq, isNull, lte, sql, type SQL } from "drizzle-orm";
import { type Database, insertWhere, columnsOf, firstRow } from "~/db/client.server";
import { bookings, privatePhotos, stagedPhotos, type plumberPapers } from "~/db/schema";
import { isConversationOpenFor, officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { doDueRows, DUE_ROWS } from "../due-rows.server";
import { hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { DAY, HOUR, type Instant } from "../time/harare";
import type { AuthenticatedUser, SessionClaims } from "../values/user";
import { PHOTOS_PER_KIND, type PrivatePhotoKind } from "./photo";

export interface NewPhoto {
  id: string;
  kind: PrivatePhotoKind;
  uploadedBy: string | null;
  /** Made by the sender's page: the same upload is stored once (P5). */
  uploadId: string;
  /** Its owner: a column of `private_photos` and its value. */
  of: readonly [owner: "draftId" | "bookingId" | "messageSeq", value: SQL];
}

/** The token's claims at once, and the user (null: no one) once D1 has confirmed the session. `token` null: by phone. */
export interface PhotoSender {
  viewer: SessionClaims;
  token: string | null;
  confirmation: Promise<AuthenticatedUser | null>;
}

/** Selects an earlier upload with the same id; `isSame`: of the same kind and owner. */
const selectEarlier = (db: Database, { uploadId, kind, of: [owner, value] }: NewPhoto) =>
  db
    .select({
      id: privatePhotos.id,
      isSame: sql<boolean>`${privatePhotos[owner]} is ${value} and kind = ${kind}`.mapWith(Boolean).as("is_same"),
    })
    .from(privatePhotos)
    .where(sql`upload_id = ${uploadId}`);

export const isNewUpload = ({ uploadId }: NewPhoto): SQL =>
  sql`not exists (select 1 from private_photos where upload_id = ${uploadId})`;

/** The statements that begin an upload where `condition` holds: count it, reserve its row before R2 is written. */
export function beginUpload(context: DomainContext, photo: NewPhoto, attempt: Attempt, condition: SQL) {
  const { db, now } = context;
  const begins = sql`${isNewUpload(photo)} and ${condition}`;
  return {
    counted: hit(context, attempt, begins),
    reserved: stagePhoto(db, privateKey(photo.id), now, sql`${begins} and ${isWithinLimit(context, attempt)}`),
    earlier: selectEarlier(db, photo),
  };
}

/** The statements that keep a photo, now in R2; of two with one upload id the index keeps the first, `earlier`. */
export function keepPhoto({ db, now }: DomainContext, photo: NewPhoto, condition: SQL) {
  const { id, kind, uploadedBy, uploadId } = photo;
  const [owner, value] = photo.of;
  const row = { id, kind, [owner]: value, uploadedBy, uploadId, createdAt: now };
  const isPossible = sql`${isStaged(privateKey(id), now)} and ${condition}`;
  return {
    kept: insertWhere(db, privatePhotos, row, isPossible, { onConflict: "nothing" }),
    claimed: claimPhoto(db, privateKey(id), sql`exists (select 1 from private_photos where id = ${id})`),
    earlier: selectEarlier(db, photo),
  };
}

/** The condition that there is room for one more photo of this kind (P5); hidden ones count too. */
export const hasRoomForPhoto = ({ kind, of: [owner, value] }: NewPhoto): SQL =>
  sql`${PHOTOS_PER_KIND} > (select count(*) from private_photos where ${privatePhotos[owner]} = ${value} and kind = ${kind})`;

/**
 * Finds a photo that a viewer may see (P5): the two sides, the office, and the browser that holds its draft
 * (`isOfDraft`, which needs no session). Hidden ones: the office alone; messages': an admin who opened the conversation
 * (O16).
 */
export function findPrivatePhoto(
  db: Database,
  viewer: SessionClaims | null,
  draftId: string | null,
  id: string,
  now: Instant,
): Promise<{ isOfDraft: boolean } | null> {
  const viewerId = viewer?.id ?? "";
  const isOffice = viewer?.role === "admin" ? sql`true` : sql`false`;
  const isOfDraft = sql`exists (
    select 1 from request_drafts where id = private_photos.draft_id and id = ${draftId} and expires_at > ${now})`;
  const isOfBooking = sql`exists (
    select 1 from bookings where id = private_photos.booking_id and (${isOffice} or ${viewerId} in (client_id, plumber_id)))`;
  const isOfMessage = sql`exists (
    select 1 from messages where seq = private_photos.message_seq and (${viewerId} in (sender_id, recipient_id)
      or ${isOffice} and ${isConversationOpenFor(viewerId, sql`messages.conversation_id`, now)}))`;
  return firstRow(
    db
      .select({ isOfDraft: sql<boolean>`${isOfDraft}`.mapWith(Boolean).as("is_of_draft") })
      .from(privatePhotos)
      .where(
        sql`id = ${id} and (hidden_at is null or ${isOffice}) and (${isOfDraft} or ${isOfBooking} or ${isOfMessage})`,
      ),
  );
}

/** The photo of a message, as a column; null where it has none, or the office has hidden it. */
export const photoOfMessage = sql<
  string | null
>`(select private_photos.id from private_photos where private_photos.message_seq = messages.seq and hidden_at is null)`.as(
  "photo_id",
);

/** The statements that delete photos, a condition over `private_photos`, and leave their objects to the sweep. */
export const deletePhotos = (db: Database, photos: SQL, condition: SQL, now: Instant) =>
  deletePrivate(db, privatePhotos, sql`(${photos}) and ${condition}`, now);

/** The condition of the photos that end with an account (A18): those sent, and for a client all of their home. */
export const photosOfUser = ({ id, role }: SessionClaims): SQL =>
  sql`booking_id in (select id from bookings where ${role === "plumber" ? sql`plumber_id = ${id}` : sql`client_id = ${id}`})
    ${role === "plumber" ? sql`and uploaded_by = ${id}` : sql``}
    or message_seq in (select seq from messages where sender_id = ${id})`;

interface ModeratedPhoto extends Pick<typeof privatePhotos.$inferSelect, "id" | "bookingId" | "uploadedBy"> {
  status: (typeof bookings.$inferSelect)["status"] | null;
  clientId: string | null;
  plumberId: string | null;
}

/** Finds a photo of a booking or message for a decision; null for an unknown one, and a draft's. */
export function findModeratedPhoto(db: Database, id: string): Promise<ModeratedPhoto | null> {
  return firstRow(
    db
      .select({
        ...columnsOf(privatePhotos, "id", "bookingId", "uploadedBy"),
        ...columnsOf(bookings, "status", "clientId", "plumberId"),
      })
      .from(privatePhotos)
      .leftJoin(bookings, eq(bookings.id, privatePhotos.bookingId))
      .where(and(eq(privatePhotos.id, id), isNull(privatePhotos.draftId))),
  );
}

/** Hides a photo from everyone but the office, or shows it again (P5, O1). */
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

/** Reserves a row before anything is written to R2, so that no object is ever without one (P3). */
export const stagePhoto = (db: Database, photoKey: string, now: Instant, condition: SQL = sql`true`) =>
  insertWhere(db, stagedPhotos, { photoKey, createdAt: now }, condition);

export const claimPhoto = (db: Database, photoKey: string | null, condition: SQL) =>
  db.delete(stagedPhotos).where(sql`photo_key = ${photoKey} and ${condition}`);

// An hour less than the sweep waits: no one claims a photo that is being deleted.
const CLAIMABLE = 23 * HOUR;

export function isStaged(photoKey: string, now: Instant): SQL {
  return sql`exists (select 1 from staged_photos where photo_key = ${photoKey} and created_at > ${now - CLAIMABLE})`;
}

/** The statement that leaves the photos of a query (one column, `photo_key`) to the next sweep. */
export function leaveToSweep(db: Database, photos: SQL, now: Instant) {
  return insertWhere(db, stagedPhotos, { photoKey: sql`photo_key`, createdAt: now - DAY }, sql`true`, {
    from: sql`(${photos})`,
    onConflict: { set: { createdAt: now - DAY } },
  });
}

/** The key in R2 of a private photo (P5). No other key has a slash, so the route of public photos never reaches it. */
export const privateKey = (id: string): string => `private/${id}`;
const privateKeyInSql = sql`'private/' || id`;

/** The statements that delete private photos, a condition over their table, and leave their objects to the next sweep. */
export const deletePrivate = (
  db: Database,
  table: typeof privatePhotos | typeof plumberPapers,
  photos: SQL,
  now: Instant,
) => [
  leaveToSweep(db, sql`select ${privateKeyInSql} as photo_key from ${table} where ${photos}`, now),
  db.delete(table).where(photos),
];

/** Deletes photos that no one has claimed for 24 hours, oldest first, 50 a run: first from R2, then their rows. */
export async function sweepStagedPhotos(context: Pick<DomainContext, "db" | "photos" | "privatePhotos" | "now">) {
  const { db, now } = context;
  const old = await db
    .select({ photoKey: stagedPhotos.photoKey })
    .from(stagedPhotos)
    .where(lte(stagedPhotos.createdAt, now - DAY))
    .orderBy(asc(stagedPhotos.createdAt))
    .limit(DUE_ROWS);
  return doDueRows(old, 50, async ({ photoKey }) => {
    await (photoKey.startsWith("private/") ? context.privatePhotos : context.photos).remove(photoKey);
    await db.delete(stagedPhotos).where(eq(stagedPhotos.photoKey, photoKey));
    return true;
  });
}
