import { asc, eq, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { batch, type Database, insertWhere } from "~/db/client.server";
import { privatePhotos, requestDrafts } from "~/db/schema";
import { isListedPlumber } from "../../accounts/listing.server";
import type { DomainContext } from "../../domain-context.server";
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
import { refuse, OK } from "../../values/refusal";
import type { DraftAnswers } from "../request-schemas";
import type { RequestDraft } from "../booking-views";
import { DRAFT_LIFE } from "../booking";

interface DraftKey {
  draftId: string | null;
  plumberId: string;
}

export interface DraftWish extends DraftKey {
  /** The booking in whose place this plumber is asked (B31). Absent: as the draft has it. */
  replacesId?: string;
  answers: Omit<DraftAnswers, "serviceType"> & { serviceType: string | null };
}

type Wish = DraftWish | (DraftKey & { question: string });

const isLive = (draftId: string | null, now: Instant): SQL => sql`id = ${draftId} and expires_at > ${now}`;

/**
 * The statements that keep what a browser has filled in for a listed plumber, for 48 hours from now: in its own draft, or
 * in a new one (`newDraftId`), which counts (L1). A draft's answers about another plumber are dropped.
 */
function writeDraft(context: DomainContext, wish: Wish, newDraftId: string) {
  const { db, now } = context;
  const { draftId, plumberId } = wish;
  const [kept, dropped] =
    "answers" in wish ? ([wish.answers, "question"] as const) : ([{ question: wish.question }, "startsAt"] as const);
  const replacesId = "replacesId" in wish ? wish.replacesId : undefined;
  const attempt: Attempt = ["draftPerAddress", context.clientAddress];
  const isListed = isListedPlumber(plumberId);
  const isNew = sql`not exists (select 1 from request_drafts where ${isLive(draftId, now)}) and ${isListed}`;
  const draft = { ...kept, replacesId, plumberId, expiresAt: now + DRAFT_LIFE };
  const ofSamePlumber = (column: SQLWrapper) => sql`iif(plumber_id = ${plumberId}, ${column}, null)`;
  const changed = {
    ...draft,
    [dropped]: ofSamePlumber(requestDrafts[dropped]),
    replacesId: replacesId ?? ofSamePlumber(requestDrafts.replacesId),
  };
  const isAllowed = sql`${isNew} and ${isWithinLimit(context, attempt)}`;
  return {
    drafts: hit(context, attempt, isNew),
    updated: db
      .update(requestDrafts)
      .set(changed)
      .where(sql`${isLive(draftId, now)} and ${isListed}`),
    inserted: insertWhere(db, requestDrafts, { id: newDraftId, ...draft }, isAllowed, { onConflict: "nothing" }),
  };
}

const writtenDraft = ({ draftId }: Wish, newDraftId: string, written: { updated: D1Result; inserted: D1Result }) =>
  written.updated.meta.changes === 1 ? draftId : written.inserted.meta.changes === 1 ? newDraftId : null;

/**
 * Keeps what a visitor has filled in (B28), or their question to a listed plumber (C16), while they sign in or sign up.
 * Returns the draft's id; null for a plumber who is not listed, and over the limit of new drafts (L1): then the visitor
 * fills in the form again.
 */
export async function keepDraft(context: DomainContext, wish: Wish): Promise<string | null> {
  // A visitor whose answer was lost has no cookie yet: their form's id is that of its draft.
  const newDraftId = context.formId ?? newId();
  const own = { ...wish, draftId: wish.draftId ?? context.formId };
  return writtenDraft(own, newDraftId, await batch(context.db, writeDraft(context, own, newDraftId)));
}

/** The question to a plumber that a browser has kept (C16); null without any. */
export async function findKeptQuestion(db: Database, draftId: string | null, plumberId: string, now: Instant) {
  const isForPlumber = sql`${isLive(draftId, now)} and plumber_id = ${plumberId}`;
  const [draft] = await db.select({ question: requestDrafts.question }).from(requestDrafts).where(isForPlumber);
  return draft?.question ?? null;
}

/**
 * Keeps what was filled in so far, and a photo of the problem with it, up to four (B28, P5); the same upload again is
 * stored once. Refuses with `plumberNotFound`, `enoughPhotos`, `photoGone` (the upload id of another photo), `tooMany`
 * an hour (L1), and as `PrivatePhotoStore.save` does.
 */
export async function addDraftPhoto(
  context: DomainContext,
  given: DraftWish,
  { uploadId, upload }: { uploadId: string; upload: Blob },
) {
  const { db, now, privatePhotos } = context;
  // A visitor whose first answer was lost has no cookie yet: who knows the upload's id has begun its draft.
  const newDraftId = uploadId;
  const wish = { ...given, draftId: given.draftId ?? uploadId };
  const draft = sql`coalesce((select id from request_drafts where ${isLive(wish.draftId, now)}), ${newDraftId})`;
  const photo: NewPhoto = { id: newId(), kind: "problem", uploadId, uploadedBy: null, of: ["draftId", draft] };
  const hasRoom = sql`exists (select 1 from request_drafts where id = ${draft}) and ${hasRoomForPhoto(photo)}`;
  const perDraft: Attempt = ["photoPerDraft", wish.draftId];
  const isAllowed = sql`${hasRoom} and ${isWithinLimit(context, perDraft)}`;
  const begun = await batch(db, {
    ...writeDraft(context, wish, newDraftId),
    countedPerDraft: hit(context, perDraft, sql`${isNewUpload(photo)} and ${hasRoom}`),
    ...beginUpload(context, photo, ["photoPerAddress", context.clientAddress], isAllowed),
  });
  const draftId = writtenDraft(wish, newDraftId, begun);
  const tooMany = exceeded(context, [...begun.drafts, ...begun.countedPerDraft, ...begun.counted]);
  if (tooMany) return tooMany;
  if (!draftId) return refuse("plumberNotFound");
  const [earlier] = begun.earlier;
  if (earlier) return earlier.isSame ? { ...OK, draftId } : refuse("photoGone");
  if (begun.reserved.meta.changes !== 1) return refuse("enoughPhotos");

  const saved = await privatePhotos.save(privateKey(photo.id), upload);
  if (!saved.ok) return saved;
  const kept = await batch(db, keepPhoto(context, { ...photo, of: ["draftId", sql`${draftId}`] }, hasRoom));
  return kept.earlier[0]?.isSame ? { ...OK, draftId } : refuse("enoughPhotos");
}

/** Takes a photo out of a draft (B28). One that is not there is gone already. */
export async function removeDraftPhoto({ db, now }: DomainContext, draftId: string, photoId: string): Promise<void> {
  await batch(db, { removed: deletePhotos(db, sql`id = ${photoId} and draft_id = ${draftId}`, sql`true`, now) });
}

/** The draft that a browser's cookie names, with its photos in the order they came in; null for none or an old one. */
export async function findDraft(db: Database, draftId: string | null, now: Instant): Promise<RequestDraft | null> {
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

/** Deletes drafts that no one has sent for 48 hours, with their photos (B28). */
export async function deleteExpiredDrafts({ db, now }: Pick<DomainContext, "db" | "now">): Promise<void> {
  const isOver = sql`draft_id in (select id from request_drafts where expires_at <= ${now})`;
  await batch(db, {
    photos: deletePhotos(db, isOver, sql`true`, now),
    drafts: db.delete(requestDrafts).where(sql`expires_at <= ${now}`),
  });
}
