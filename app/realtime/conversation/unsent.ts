import { OWNER_FIELD, ownerTag } from "~/domain/values/user";
import { NO_RESPONSE, readSent } from "./conversation-responses";

export interface Unsent {
  id: string;
  content: string;
  /** Why the server refused it for good, null if it didn't say; absent while it may still go out. */
  problem?: string | null;
}

export const WAITS_FOR_LINE = "Not sent yet: it goes out when you're back online.";

const PREFIX = "unsent ";

/** Where the browser keeps what one user has written to another while offline. It outlives the page. */
export const unsentKey = (selfId: string, otherId: string) => `${PREFIX}${selfId} ${otherId}`;

export const readUnsent = (key: string) => JSON.parse(localStorage.getItem(key) ?? "[]") as Unsent[];

function write(key: string, unsent: Unsent[]) {
  if (unsent.length > 0) localStorage.setItem(key, JSON.stringify(unsent));
  else localStorage.removeItem(key);
}

export const addUnsent = (key: string, { id, content }: Unsent) => write(key, [...readUnsent(key), { id, content }]);

export const dropUnsent = (key: string, ids: readonly string[]) => {
  if (key in localStorage)
    write(
      key,
      readUnsent(key).filter(({ id }) => !ids.includes(id)),
    );
};

/** Keeps a message that the server refused for good, until its writer sends it again or removes it. */
export const refuseUnsent = (key: string, id: string, problem: string | null) =>
  write(
    key,
    readUnsent(key).map((unsent) => (unsent.id === id ? { ...unsent, problem } : unsent)),
  );

const TYPED = "typed ";

/** Words half typed in a conversation; they outlive the page. */
export const readTyped = (key: string) => localStorage.getItem(TYPED + key) ?? "";

export const keepTyped = (key: string, words: string) =>
  words ? localStorage.setItem(TYPED + key, words) : localStorage.removeItem(TYPED + key);

/** Sends what an earlier page could not, in order. By its id a message is one, however often it arrives (C3). */
export async function sendUnsent(): Promise<void> {
  const shown = document.querySelector<HTMLInputElement>(`input[name=${OWNER_FIELD}]`)?.value;
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) {
    const [, selfId = "", to] = key.split(" ");
    // Another person's words wait until their page is open.
    if (shown !== undefined && shown !== ownerTag(selfId)) continue;
    for (const { id, content, problem } of readUnsent(key)) {
      if (problem !== undefined) continue;
      const outcome = await fetch(`/messages/${to}`, {
        method: "POST",
        body: new URLSearchParams({ id, content, [OWNER_FIELD]: ownerTag(selfId) }),
      }).then(readSent, () => NO_RESPONSE);
      if ("message" in outcome) dropUnsent(key, [id]);
      else if (outcome.canRetry) return;
      else refuseUnsent(key, id, outcome.problem);
    }
  }
}
