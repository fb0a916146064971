import { OWNER_FIELD, ownerTag } from "~/domain/values/user";
import { FETCH_TIMEOUT_MS } from "../fetch-with-retry";
import {
  NO_RESPONSE,
  readMessagePage,
  readSent,
  readUnreadCounts,
  type NotSent,
  type Sent,
} from "./conversation-responses";
import { readTyped, readUnsent, unsentKey } from "./unsent";

const MAX_ATTEMPTS = 6;

/** Tries `work` at most six times within a minute, with pauses spread by chance and no shorter than `Retry-After`. */
export async function retry(work: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await work();
    } catch {
      if (attempt < MAX_ATTEMPTS - 1)
        await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt * (1 + Math.random())));
    }
  }
}

/** The browser's requests about one conversation (`routes/resources/conversation.ts`). */
export function conversationClient(selfId: string, otherId: string) {
  const url = `/messages/${otherId}`;
  const ask = (query: string, init?: RequestInit, ms = FETCH_TIMEOUT_MS) =>
    fetch(url + query, { ...init, signal: AbortSignal.timeout(ms) });
  const fetchPage = async (query: string) => readMessagePage(await ask(query));
  const owner = ownerTag(selfId);
  const post = (body: BodyInit, ms?: number) => ask("", { method: "POST", body }, ms);

  /** One attempt. A promise that never resolves where the page is being left for sign-in. */
  async function attempt(id: string, content: string, photo: File | null): Promise<Response> {
    const fields = new URLSearchParams({ id, content, [OWNER_FIELD]: owner });
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    if (photo) form.append("photo", photo);
    const response = await (photo ? post(form, PHOTO_TIMEOUT_MS) : post(fields));
    if (!response.headers.has("Location")) return response;
    // The response to it clears what this browser keeps: all that waits goes along.
    const key = unsentKey(selfId, otherId);
    const others = readUnsent(key).filter((one) => one.id !== id && one.problem === undefined);
    const words = [content, ...others.map((one) => one.content), readTyped(key)].filter(Boolean);
    fields.set("content", words.join("\n"));
    return submitForm(fields);
  }

  return {
    /** The messages after `seq`, oldest first; throws when they can't be had. */
    fetchAfter: (seq: number) => fetchPage(`?after=${seq}`),
    /** The messages before `seq`; throws when they can't be had. */
    fetchBefore: (seq: number) => fetchPage(`?before=${seq}`),
    /** Marks everything up to `seq` as read and returns what is unread now; throws when it can't. */
    markRead: async (seq: number) =>
      readUnreadCounts(await post(new URLSearchParams({ intent: "read", seq: String(seq), [OWNER_FIELD]: owner }))),
    /** Sends a message once, however often its id is sent; again while the server is busy. Never throws. */
    async send({ id, content, photo }: { id: string; content: string; photo: File | null }): Promise<Sent | NotSent> {
      let outcome: Sent | NotSent = NO_RESPONSE;
      await retry(async () => {
        const response = await attempt(id, content, photo).catch(() => null);
        outcome = response ? await readSent(response) : NO_RESPONSE;
        if (response?.status === 503 && response.headers.has("Retry-After")) throw outcome;
      });
      return outcome;
    },
  };
}

export type ConversationClient = ReturnType<typeof conversationClient>;

/** Submits the words as the page's form: without a session the server keeps them and asks to sign in (F7). */
function submitForm(fields: URLSearchParams): Promise<never> {
  const form = Object.assign(document.createElement("form"), { method: "post", hidden: true });
  for (const [name, value] of fields)
    form.appendChild(Object.assign(document.createElement("textarea"), { name, value }));
  document.body.appendChild(form);
  form.submit();
  return new Promise(() => undefined);
}

/** 300 kB on a slow line. */
const PHOTO_TIMEOUT_MS = 120_000;
