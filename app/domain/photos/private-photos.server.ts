import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { privatePhotos } from "~/db/schema";
import { isConversationOpenFor } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import type { Instant } from "../time/harare";
import type { AuthenticatedUser, SessionClaims } from "../values/user";
import { PHOTOS_OF_A_KIND, type PrivatePhotoKind } from "./private-photo";
import { claimPhoto, isStaged, leaveToSweep, privateKey, privateKeyInSql, stagePhoto } from "./staged-photos.server";

/** A photo about to be kept. */
export interface NewPhoto {
  id: string;
  kind: PrivatePhotoKind;
  /** Null: a visitor. */
  uploadedBy: string | null;
  /** Made by the sender's page: the same upload is stored once (P5). */
  uploadId: string;
  /** What it belongs to: a column of `private_photos` and its value. */
  of: readonly [owner: "draftId" | "bookingId" | "messageSeq", value: SQL];
}

/** Who sends a photo: the token's claims at once, and the user (null: nobody) once D1 has confirmed the session. */
export interface PhotoSender {
  viewer: SessionClaims;
  token: string;
  confirmation: Promise<AuthenticatedUser | null>;
}

/** Whose an earlier upload with the same id is; the same photo for the same owner was stored already. */
const selectEarlier = (db: Database, { uploadId, kind, of: [owner, value] }: NewPhoto) =>
  db
    .select({
      id: privatePhotos.id,
      isSame: sql<boolean>`${privatePhotos[owner]} is ${value} and kind = ${kind}`.mapWith(Boolean).as("is_same"),
    })
    .from(privatePhotos)
    .where(sql`upload_id = ${uploadId}`);

/** The condition that this upload was not stored before. */
export const isNewUpload = ({ uploadId }: NewPhoto): SQL =>
  sql`not exists (select 1 from private_photos where upload_id = ${uploadId})`;

/**
 * The statements that begin an upload where `condition` holds: they count it, and reserve its row before anything is
 * decoded or written to R2, so that no object is ever without one. `earlier` says whether it was stored already.
 */
export function beginUpload(context: DomainContext, photo: NewPhoto, attempt: Attempt, condition: SQL) {
  const { db, now } = context;
  const begins = sql`${isNewUpload(photo)} and ${condition}`;
  return {
    counted: hit(context, attempt, begins),
    reserved: stagePhoto(db, privateKey(photo.id), now, sql`${begins} and ${isWithinLimit(context, attempt)}`),
    earlier: selectEarlier(db, photo),
  };
}

/**
 * The statements that keep a photo, now in R2, where `condition` holds: else it is left to the sweep. Of two with one
 * upload id the index keeps the first, and `earlier` names it.
 */
export function keepPhoto({ db, now }: DomainContext, photo: NewPhoto, condition: SQL) {
  const { id, kind, uploadedBy, uploadId } = photo;
  const [owner, value] = photo.of;
  return {
    kept: insertWhere(
      db,
      privatePhotos,
      { id, kind, [owner]: value, uploadedBy, uploadId, createdAt: now },
      sql`${isStaged(privateKey(id), now)} and ${condition}`,
      { onConflict: "nothing" },
    ),
    claimed: claimPhoto(db, privateKey(id), sql`exists (select 1 from private_photos where id = ${id})`),
    earlier: selectEarlier(db, photo),
  };
}

/** The condition that there is room for one more photo of this kind (P5); hidden ones count too. */
export const hasRoomForPhoto = ({ kind, of: [owner, value] }: NewPhoto): SQL =>
  sql`${PHOTOS_OF_A_KIND} > (select count(*) from private_photos where ${privatePhotos[owner]} = ${value} and kind = ${kind})`;

/**
 * Whether a photo may be shown (P5): to the two sides of its booking or message, to the office, and, while it belongs to
 * a draft, to the browser that holds the draft. Hidden ones only to the office, and those of others' messages only to an
 * admin who has opened the conversation (O16). `isOfDraft` needs no session; null for everyone else.
 */
export async function findPrivatePhoto(
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
  const [photo] = await db
    .select({ isOfDraft: sql<boolean>`${isOfDraft}`.mapWith(Boolean).as("is_of_draft") })
    .from(privatePhotos)
    .where(
      sql`id = ${id} and (hidden_at is null or ${isOffice}) and (${isOfDraft} or ${isOfBooking} or ${isOfMessage})`,
    );
  return photo ?? null;
}

/**
 * The statements that delete photos where `condition` holds, and leave their objects to the next sweep. `photos` is a
 * condition over `private_photos`.
 */
export const deletePhotos = (db: Database, photos: SQL, condition: SQL, now: Instant) => [
  leaveToSweep(
    db,
    sql`select ${privateKeyInSql} as photo_key from private_photos where (${photos}) and ${condition}`,
    now,
  ),
  db.delete(privatePhotos).where(sql`(${photos}) and ${condition}`),
];

/**
 * The photos that end with a user's account (A18), as a condition over `private_photos`: what they sent, and for a client
 * all photos of their home.
 */
export const photosOfUser = ({ id, role }: SessionClaims): SQL =>
  sql`booking_id in (select id from bookings where ${role === "plumber" ? sql`plumber_id = ${id}` : sql`client_id = ${id}`})
    ${role === "plumber" ? sql`and uploaded_by = ${id}` : sql``}
    or message_seq in (select seq from messages where sender_id = ${id})`;
