import type { DomainContext } from "~/domain/domain-context.server";
import type { PhotoRefusal } from "~/domain/photos/photo-store.server";
import { stagePhoto } from "~/domain/photos/staged-photos.server";
import { newId } from "~/domain/values/id";
import type { TooMany } from "~/domain/values/refusal";

/** The file of a form's field; null: none was chosen. A chosen one may be empty. */
export const chosenFile = (entry: FormDataEntryValue | null): File | null =>
  entry instanceof File && (entry.size > 0 || entry.name !== "") ? entry : null;

const PHOTO_KEY = /^[a-z0-9]{24}$/;

/** `photoKey` is the form's photo now; still the earlier one when a new one was refused. */
export type ReceivedPhoto = { photoKey: string | null } & ({ ok: true } | TooMany | PhotoRefusal);

interface Sent {
  upload: File | string | null;
  /** The key of the photo that an earlier attempt left. */
  left: File | string | null;
}

/**
 * Takes the photo of a form: a new upload, or the one that an earlier attempt has left (`photoKey`). Reserves the photo's
 * row while the attempt is counted (`admission`) and its sender confirmed (null for visitors), before anything is decoded
 * or written.
 */
export async function receivePhoto(
  { db, now, photos }: DomainContext,
  { upload, left }: Sent,
  admission: Promise<{ ok: true } | TooMany>,
  confirmation: Promise<unknown> | null = null,
): Promise<ReceivedPhoto> {
  const file = chosenFile(upload);
  const stagedKey = typeof left === "string" && PHOTO_KEY.test(left) ? left : null;
  const photoKey = newId();
  const [admitted] = await Promise.all([admission, file && stagePhoto(db, photoKey, now), confirmation]);
  if (!admitted.ok) return { ...admitted, photoKey: stagedKey };
  if (!file) return { ok: true, photoKey: stagedKey };
  const saved = await photos.save(photoKey, file);
  return saved.ok ? { ok: true, photoKey } : { ...saved, photoKey: stagedKey };
}
