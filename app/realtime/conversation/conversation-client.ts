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

/** What the browser asks the server about one conversation (`routes/resources/conversation.ts`). */
export function conversationClient(selfId: string, otherId: string) {
  const url = `/messages/${otherId}`;
  const signal = () => AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const fetchPage = async (query: string) =>
    readMessagePage(await fetch(`${url}?${query}`, { headers: { Accept: "application/json" }, signal: signal() }));
  const post = (fields: Record<string, string>) =>
    fetch(url, { method: "POST", body: new URLSearchParams(fields), signal: signal() });

  return {
    /** The messages after `seq`, oldest first; throws when they can't be had. */
    fetchAfter: (seq: number) => fetchPage(`after=${seq}`),
    /** The messages before `seq`; throws when they can't be had. */
    fetchBefore: (seq: number) => fetchPage(`before=${seq}`),
    /** Marks everything up to `seq` as read and returns what is unread now; throws when it can't. */
    markRead: async (seq: number) => readUnreadCounts(await post({ intent: "read", seq: String(seq) })),
    /** Sends a message once, however often it is called with the same id. Never throws: what failed is a value. */
    send({ id, content, photo }: { id: string; content: string; photo: File | null }): Promise<Sent | NotSent> {
      const sent = { id, content, from: selfId };
      return (photo ? postPhoto(url, { ...sent, photo }) : post(sent))
        .then((response) => {
          if (!response.headers.has("Location")) return readSent(response);
          // The response to it clears what this browser keeps: all that waits goes along.
          const key = unsentKey(selfId, otherId);
          const others = readUnsent(key).filter((one) => one.id !== id && one.problem === undefined);
          const words = [content, ...others.map((one) => one.content), readTyped(key)].filter(Boolean);
          return submitForm({ ...sent, content: words.join("\n") });
        })
        .catch(() => NO_RESPONSE);
    },
  };
}

export type ConversationClient = ReturnType<typeof conversationClient>;

/** Submits the words as the page's form: without a session the server keeps them and asks to sign in (F7). */
function submitForm(fields: Record<string, string>): Promise<never> {
  const form = document.createElement("form");
  form.method = "post";
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const field = form.appendChild(document.createElement("textarea"));
    Object.assign(field, { name, value });
  }
  document.body.appendChild(form);
  form.submit();
  return new Promise(() => undefined);
}

/** How long a photo may take, in milliseconds: 300 kB on a slow line. */
const PHOTO_TIMEOUT_MS = 120_000;

function postPhoto(url: string, fields: Record<string, string | File>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return fetch(url, { method: "POST", body: form, signal: AbortSignal.timeout(PHOTO_TIMEOUT_MS) });
}
