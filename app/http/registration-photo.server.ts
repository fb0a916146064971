import type { DomainContext } from "~/domain/domain-context.server";
import { stagePhoto } from "~/domain/photos/staged-photos.server";
import { countAttempts, type Attempt } from "~/domain/values/attempts.server";
import { newId } from "~/domain/values/id";
import type { Refusal, TooMany } from "~/domain/values/refusal";

const PHOTO_KEY = /^[a-z0-9]{24}$/;

export type ReceivedPhoto =
  | { ok: true; photoKey: string | null }
  | TooMany
  | Refusal<"notAnImage" | "imageTooLarge">;

/**
 * Takes the photo of a sign-up form: a new upload, or the one that an earlier try has left (`photoKey`). Counts the
 * attempt and reserves the photo's row in one round trip, before anything is decoded or written.
 */
export async function receivePhoto(context: DomainContext, form: FormData, attempts: [Attempt, ...Attempt[]]): Promise<ReceivedPhoto> {
  const { db, limits, now, photos } = context;
  const upload = form.get("image");
  const left = form.get("photoKey");
  const isUpload = upload instanceof File && upload.size > 0;
  const photoKey = newId();
  const [tooMany] = await Promise.all([
    countAttempts(db, limits, attempts, now),
    isUpload ? stagePhoto(db, photoKey, now) : null,
  ]);
  if (tooMany) return tooMany;
  if (!isUpload) return { ok: true, photoKey: typeof left === "string" && PHOTO_KEY.test(left) ? left : null };
  const saved = await photos.save(photoKey, upload);
  return saved.ok ? { ok: true, photoKey } : saved;
}
