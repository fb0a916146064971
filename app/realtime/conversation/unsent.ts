import { OWNER_FIELD, ownerTag } from "~/domain/values/user";
import { NO_RESPONSE, readSent } from "./conversation-responses";
import { dropPhotos, findPhoto, PHOTO_LOST } from "./unsent-photos";

export interface Unsent {
  id: string;
  content: string;
  /** Its photo is kept apart (`unsent-photos.ts`). */
  hasPhoto?: true | undefined;
  /** Why the server refused it for good, null if it didn't say; absent while it may still go out. */
  problem?: string | null;
}

export const WAITS_FOR_LINE = "Not sent yet: it goes out when you're back online.";

const PREFIX = "unsent ";

/** Where the browser keeps what one user has written to another while offline. It outlives the page. */
export const unsentKey = (selfId: string, otherId: string) => `${PREFIX}${selfId} ${otherId}`;

/** Reads what is kept under a key; null where there is nothing, or the browser keeps nothing for us. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, and tells if the browser did: its storage may be full or blocked. No message depends on it. */
function store(key: string, text: string | null): boolean {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

/** The keys of everything kept; none where the browser keeps nothing for us. */
function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** The messages kept under a key. A value that we did not write, or that was damaged, holds none. */
export function readUnsent(key: string): Unsent[] {
  try {
    const kept: unknown = JSON.parse(stored(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isUnsent) : [];
  } catch {
    return [];
  }
}

function isUnsent(kept: unknown): kept is Unsent {
  const { id, content, hasPhoto, problem } = (kept ?? {}) as Partial<Record<keyof Unsent, unknown>>;
  return [id, content, problem ?? ""].every((text) => typeof text === "string") && (hasPhoto ?? true) === true;
}

/** True while a message waits under this key. */
export const hasUnsent = (key: string): boolean => readUnsent(key).length > 0;

const write = (key: string, unsent: Unsent[]) => store(key, unsent.length > 0 ? JSON.stringify(unsent) : null);

export const addUnsent = (key: string, { id, content, hasPhoto }: Unsent) =>
  write(key, [...readUnsent(key), { id, content, hasPhoto }]);

export const dropUnsent = (key: string, ids: readonly string[]) => {
  if (stored(key) === null) return;
  const kept = readUnsent(key);
  const dropped = kept.filter(({ id }) => ids.includes(id));
  write(
    key,
    kept.filter((one) => !dropped.includes(one)),
  );
  const withPhoto = dropped.filter(({ hasPhoto }) => hasPhoto).map(({ id }) => id);
  if (withPhoto.length > 0) void dropPhotos(writerOf(key), withPhoto);
};

const writerOf = (key: string) => key.split(" ")[1] ?? "";

/** Keeps a message that the server refused for good, until its writer sends it again or removes it. */
export const refuseUnsent = (key: string, id: string, problem: string | null) =>
  write(
    key,
    readUnsent(key).map((unsent) => (unsent.id === id ? { ...unsent, problem } : unsent)),
  );

const TYPED = "typed ";

/** Words half typed in a conversation; they outlive the page. */
export const readTyped = (key: string) => stored(TYPED + key) ?? "";

export const keepTyped = (key: string, words: string) => store(TYPED + key, words);

/** A message as its form sends it. */
export function messageBody(
  { id, content, photo }: { id: string; content: string; photo: Blob | null },
  selfId: string,
) {
  const fields = new URLSearchParams({ id, content, [OWNER_FIELD]: ownerTag(selfId) });
  if (!photo) return fields;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append("photo", photo);
  return form;
}

/** Sends what an earlier page could not, in order. By its id a message is one, however often it arrives (C3). */
export async function sendUnsent(): Promise<void> {
  const shown = document.querySelector<HTMLInputElement>(`input[name=${OWNER_FIELD}]`)?.value;
  const open = document.querySelector<HTMLFormElement>("form[data-unsent]")?.dataset["unsent"];
  for (const key of storedKeys().filter((one) => one.startsWith(PREFIX))) {
    const [, selfId = "", to] = key.split(" ");
    // Another person's words wait until their page is open.
    if (shown !== undefined && shown !== ownerTag(selfId)) continue;
    for (const { id, content, hasPhoto, problem } of readUnsent(key)) {
      // An open conversation sends its photos itself: they are too heavy to go twice.
      if (problem !== undefined || (hasPhoto && key === open)) continue;
      const photo = hasPhoto ? await findPhoto(selfId, id) : null;
      if (hasPhoto && !photo) {
        refuseUnsent(key, id, PHOTO_LOST);
        continue;
      }
      const outcome = await fetch(`/messages/${to}`, {
        method: "POST",
        body: messageBody({ id, content, photo }, selfId),
      }).then(readSent, () => NO_RESPONSE);
      if ("message" in outcome) dropUnsent(key, [id]);
      else if (outcome.canRetry) return;
      else refuseUnsent(key, id, outcome.problem);
    }
  }
}
