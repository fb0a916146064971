import { ownerTag } from "~/domain/values/user";

// The photos of messages that were not sent yet. Their words are in `unsent.ts`.

export const PHOTO_LOST = "Its photo is no longer here: choose it again.";

/** The cache of one user's photos. Someone else's page removes it (`keep-pages.ts`), signing out everything. */
export const unsentPhotosOf = (tag: string) => `unsent photos ${tag}`;

const openPhotos = (selfId: string) => caches.open(unsentPhotosOf(ownerTag(selfId)));
/** A cache keeps answers by address: no request ever has this one. */
const urlOf = (id: string) => `/?unsent-photo=${id}`;

/** Keeps a message's photo if the browser can: its storage may be full or blocked. No message depends on it. */
export async function keepPhoto(selfId: string, id: string, photo: Blob): Promise<void> {
  try {
    await (await openPhotos(selfId)).put(urlOf(id), new Response(photo));
  } catch {
    // The message goes out from its page all the same.
  }
}

/** The photo of a message that waits; null where the browser has none. */
export async function findPhoto(selfId: string, id: string): Promise<Blob | null> {
  try {
    const kept = await (await openPhotos(selfId)).match(urlOf(id));
    return kept ? await kept.blob() : null;
  } catch {
    return null;
  }
}

export async function dropPhotos(selfId: string, ids: readonly string[]): Promise<void> {
  try {
    const photos = await openPhotos(selfId);
    await Promise.all(ids.map((id) => photos.delete(urlOf(id))));
  } catch {
    // Nothing was kept.
  }
}
