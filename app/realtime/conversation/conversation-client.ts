import { OWNER_FIELD, ownerTag } from "~/domain/values/user";
import { FETCH_TIMEOUT_MS } from "../fetch-with-retry";
import {
  NO_RESPONSE,
  readMessagePage,
  readSent,
  readUnreadCounts,
  type NotSent,
  type Sent,
  type MessagePage,
  type UnreadCounts,
} from "./conversation-responses";
import { messageBody, readUnsent, unsentKey } from "./unsent";
import { findPhoto } from "./unsent-photos";

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
export interface ConversationClient {
  /** The messages after `seq`, oldest first; throws when they can't be had. */
  fetchAfter: (seq: number) => Promise<MessagePage>;
  /** The messages before `seq`; throws when they can't be had. */
  fetchBefore: (seq: number) => Promise<MessagePage>;
  /** Marks everything up to `seq` as read and returns what is unread now; throws when it can't. */
  markRead: (seq: number) => Promise<UnreadCounts>;
  /** Sends a message once, however often its id is sent; again while the server is busy. Never throws. */
  send: (message: { id: string; content: string; photo: Blob | null }) => Promise<Sent | NotSent>;
}

export function conversationClient(selfId: string, otherId: string, selfName = ""): ConversationClient {
  const url = `/messages/${otherId}`;
  const ask = (query: string, init?: RequestInit, ms = FETCH_TIMEOUT_MS) =>
    fetch(url + query, { ...init, signal: AbortSignal.timeout(ms) });
  const fetchPage = async (query: string) => readMessagePage(await ask(query));
  const owner = ownerTag(selfId);
  const post = (body: BodyInit, ms?: number) => ask("", { method: "POST", body }, ms);

  /** One attempt. A promise that never resolves where the page is being left for sign-in. */
  async function attempt(message: Parameters<typeof messageBody>[0]): Promise<Response> {
    const { id, photo } = message;
    const response = await post(messageBody(message, selfId), photo ? PHOTO_TIMEOUT_MS : undefined);
    if (response.status !== 401) return response;
    // Words and photos outlive the session, in this and in all conversations, and go out when their writer is back. Those
    // that the browser can't keep stay on this page.
    const isKept =
      readUnsent(unsentKey(selfId, otherId)).some((unsent) => unsent.id === id) &&
      (!photo || (await findPhoto(selfId, id)));
    if (!response.headers.has("Location") || !isKept) return response;
    location.reload();
    return new Promise(() => undefined);
  }

  return {
    fetchAfter: (seq) => fetchPage(`?after=${seq}&${OWNER_FIELD}=${owner}`),
    fetchBefore: (seq) => fetchPage(`?before=${seq}&${OWNER_FIELD}=${owner}`),
    markRead: async (seq) =>
      readUnreadCounts(await post(new URLSearchParams({ intent: "read", seq: String(seq), [OWNER_FIELD]: owner }))),
    async send(message) {
      let outcome: Sent | NotSent = NO_RESPONSE;
      await retry(async () => {
        const response = await attempt(message).catch(() => null);
        outcome = response ? await readSent(response, selfName) : NO_RESPONSE;
        if (response?.status === 503 && response.headers.has("Retry-After")) throw outcome;
      });
      return outcome;
    },
  };
}

/** 300 kB on a slow line. */
const PHOTO_TIMEOUT_MS = 120_000;
