import { asc, eq, sql, type SQL } from "drizzle-orm";
import { batch, type Database, insertWhere } from "~/db/client.server";
import { privatePhotos, requestDrafts } from "~/db/schema";
import { isListedPlumber } from "../../accounts/listing.server";
import type { DomainContext } from "../../domain-context.server";
import type { PhotoRefusal } from "../../photos/photo-store.server";
import {
  beginUpload,
  deletePhotos,
  hasRoomForPhoto,
  isNewUpload,
  keepPhoto,
  type NewPhoto,
  privateKey,
} from "../../photos/private-photos.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import type { Instant } from "../../time/harare";
import { newId } from "../../values/id";
import { refuse, type Refusal, type TooMany } from "../../values/refusal";
import { type DraftAnswers, DRAFT_LIFE } from "../request-schemas";

export interface DraftWish {
  draftId: string | null;
  plumberId: string;
  answers: Omit<DraftAnswers, "serviceType"> & { serviceType: string | null };
  clientAddress: string;
}

type Kept = Partial<DraftWish["answers"] & { question: string }>;

const isLive = (draftId: string | null, now: Instant): SQL => sql`id = ${draftId} and expires_at > ${now}`;

/**
 * The statements that keep what a browser has filled in for a listed plumber, for 48 hours from now: in its own draft
 * (`kept`), or in a new one (`newDraftId`), which counts (L1). What a draft holds of another plumber is `dropped`.
 */
function writeDraft(
  context: DomainContext,
  { draftId, plumberId, clientAddress }: Omit<DraftWish, "answers">,
  newDraftId: string,
  kept: Kept,
  dropped: keyof Kept,
) {
  const { db, now } = context;
  const attempt: Attempt = ["draftPerAddress", clientAddress];
  const isListed = isListedPlumber(plumberId);
  const isNew = sql`not exists (select 1 from request_drafts where ${isLive(draftId, now)}) and ${isListed}`;
  const expiresAt = now + DRAFT_LIFE;
  return {
    drafts: hit(context, attempt, isNew),
    updated: db
      .update(requestDrafts)
      .set({
        ...kept,
        plumberId,
        expiresAt,
        [dropped]: sql`iif(plumber_id = ${plumberId}, ${requestDrafts[dropped]}, null)`,
      })
      .where(sql`${isLive(draftId, now)} and ${isListed}`),
    inserted: insertWhere(
      db,
      requestDrafts,
      { id: newDraftId, ...kept, plumberId, expiresAt },
      sql`${isNew} and ${isWithinLimit(context, attempt)}`,
    ),
  };
}

const writtenDraft = (
  draftId: string | null,
  newDraftId: string,
  { updated, inserted }: { updated: D1Result; inserted: D1Result },
): string | null => {
  if (updated.meta.changes === 1) return draftId;
  return inserted.meta.changes === 1 ? newDraftId : null;
};

async function keep(context: DomainContext, wish: Omit<DraftWish, "answers">, kept: Kept, dropped: keyof Kept) {
  const newDraftId = newId();
  const written = await batch(context.db, writeDraft(context, wish, newDraftId, kept, dropped));
  return writtenDraft(wish.draftId, newDraftId, written);
}

/**
 * Keeps what a visitor has filled in (B28) while they sign in or sign up. Returns the draft's id; null for a plumber
 * who is not listed, and over the limit of new drafts (L1): then the visitor fills in the form again.
 */
export async function keepDraft(context: DomainContext, wish: DraftWish): Promise<string | null> {
  return keep(context, wish, wish.answers, "question");
}

/** Keeps a visitor's question to a listed plumber (C16), as `keepDraft` keeps a request. */
export async function keepQuestion(
  context: DomainContext,
  { question, ...wish }: Omit<DraftWish, "answers"> & { question: string },
): Promise<string | null> {
  return keep(context, wish, { question }, "startsAt");
}

/** The question to a plumber that a browser has kept (C16); null without any. */
export async function findKeptQuestion(db: Database, draftId: string | null, plumberId: string, now: Instant) {
  const [draft] = await db
    .select({ question: requestDrafts.question })
    .from(requestDrafts)
    .where(sql`${isLive(draftId, now)} and plumber_id = ${plumberId}`);
  return draft?.question ?? null;
}

type DraftPhotoResult =
  | { ok: true; draftId: string }
  | PhotoRefusal
  | Refusal<"plumberNotFound" | "enoughPhotos" | "photoGone">
  | TooMany;

/**
 * Keeps what was filled in so far, and a photo of the problem with it, up to four (B28, P5); the same upload again is
 * stored once. Refuses with `plumberNotFound`, `enoughPhotos`, `photoGone` (the upload id of another photo), `tooMany`
 * an hour (L1), and as `PrivatePhotoStore.save` does.
 */
export async function addDraftPhoto(
  context: DomainContext,
  wish: DraftWish,
  { uploadId, upload }: { uploadId: string; upload: Blob },
): Promise<DraftPhotoResult> {
  const { db, now, privatePhotos } = context;
  const newDraftId = newId();
  const draft = sql`coalesce((select id from request_drafts where ${isLive(wish.draftId, now)}), ${newDraftId})`;
  const photo: NewPhoto = { id: newId(), kind: "problem", uploadId, uploadedBy: null, of: ["draftId", draft] };
  const hasRoom = sql`exists (select 1 from request_drafts where id = ${draft}) and ${hasRoomForPhoto(photo)}`;
  const perDraft: Attempt = ["photoPerDraft", wish.draftId ?? newDraftId];
  const begun = await batch(db, {
    ...writeDraft(context, wish, newDraftId, wish.answers, "question"),
    countedPerDraft: hit(context, perDraft, sql`${isNewUpload(photo)} and ${hasRoom}`),
    ...beginUpload(
      context,
      photo,
      ["photoPerAddress", wish.clientAddress],
      sql`${hasRoom} and ${isWithinLimit(context, perDraft)}`,
    ),
  });
  const draftId = writtenDraft(wish.draftId, newDraftId, begun);
  const tooMany = exceeded(context, [...begun.drafts, ...begun.countedPerDraft, ...begun.counted]);
  if (tooMany) return tooMany;
  if (!draftId) return refuse("plumberNotFound");
  const [earlier] = begun.earlier;
  if (earlier) return earlier.isSame ? { ok: true, draftId } : refuse("photoGone");
  if (begun.reserved.meta.changes !== 1) return refuse("enoughPhotos");

  const saved = await privatePhotos.save(privateKey(photo.id), upload);
  if (!saved.ok) return saved;
  const kept = await batch(db, keepPhoto(context, { ...photo, of: ["draftId", sql`${draftId}`] }, hasRoom));
  return kept.earlier[0]?.isSame ? { ok: true, draftId } : refuse("enoughPhotos");
}

/** Takes a photo out of a draft (B28). One that is not there is gone already. */
export async function removeDraftPhoto({ db, now }: DomainContext, draftId: string, photoId: string): Promise<void> {
  await batch(db, { removed: deletePhotos(db, sql`id = ${photoId} and draft_id = ${draftId}`, sql`true`, now) });
}

/** The draft that a browser's cookie names, with its photos in the order they came in; null for none or an old one. */
export async function findDraft(db: Database, draftId: string | null, now: Instant) {
  if (draftId === null) return null;
  const [[draft], photos] = await Promise.all([
    db.select().from(requestDrafts).where(isLive(draftId, now)),
    db
      .select({ id: privatePhotos.id })
      .from(privatePhotos)
      .where(eq(privatePhotos.draftId, draftId))
      .orderBy(asc(privatePhotos.createdAt)),
  ]);
  return draft ? { ...draft, photos } : null;
}

/** A draft for the request that is made of it, with the number of its photos; null for none or an old one. */
export async function findDraftToSend(db: Database, draftId: string | null, now: Instant) {
  if (draftId === null) return null;
  const photos = sql<number>`(select count(*) from private_photos where draft_id = request_drafts.id)`.as("photos");
  const [draft] = await db.select({ id: requestDrafts.id, photos }).from(requestDrafts).where(isLive(draftId, now));
  return draft ?? null;
}

/** The statements that end a draft where `condition` holds: its photos become those of the request that was made of it. */
export const claimDraft = (
  db: Database,
  draftId: string,
  { id, clientId }: { id: string; clientId: string },
  condition: SQL,
  now: Instant,
) => [
  db
    .update(privatePhotos)
    .set({ draftId: null, bookingId: id, uploadedBy: clientId })
    .where(sql`draft_id = (select id from request_drafts where ${isLive(draftId, now)}) and ${condition}`),
  db.delete(requestDrafts).where(sql`${isLive(draftId, now)} and ${condition}`),
];

/** Deletes drafts that nobody has sent for 48 hours, with their photos (B28). */
export async function deleteExpiredDrafts({ db, now }: Pick<DomainContext, "db" | "now">): Promise<void> {
  const isOver = sql`draft_id in (select id from request_drafts where expires_at <= ${now})`;
  await batch(db, {
    photos: deletePhotos(db, isOver, sql`true`, now),
    drafts: db.delete(requestDrafts).where(sql`expires_at <= ${now}`),
  });
}
