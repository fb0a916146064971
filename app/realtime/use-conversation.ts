import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { mergeMessages, type Message } from "~/domain/messages/message";
import { PATIENCE_MS } from "./lasting-fetch";
import type { ConversationFrame } from "./protocol";
import { useFeedState, type UnreadCounts } from "./use-feed";
import { useLiveSocket } from "./use-live-socket";

/** A message that is on its way, or did not get there. */
export interface Draft {
  id: string;
  content: string;
  failed: boolean;
}

interface Page {
  messages: Message[];
  hasOlder: boolean;
}

const TYPING_MS = 4000;
const TRIES = 6;

/** The socket may be back before the rest of the line is: a gap must not stay because one request was lost. */
async function persistently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt));
    }
  }
}

/**
 * An open conversation: what the page was loaded with, what the socket brings, what is on its way. A message is sent
 * by POST and counts when the answer has come; the socket only carries news, so after each reconnect the page asks
 * for what it missed. Sends go one after another, so that they arrive in the order in which they were written.
 */
export function useConversation(selfId: string, otherId: string, loaded: Page) {
  const address = `/messages/${otherId}`;
  const [news, setMessages] = useState<Message[]>([]);
  const [hasOlder, setHasOlder] = useState(loaded.hasOlder);
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [isHere, setIsHere] = useState(false);
  const [isTyping, setIsTyping] = useState(false);
  const { noteUnread } = useFeedState();
  const queue = useRef(Promise.resolve());
  const typingUntil = useRef<ReturnType<typeof setTimeout>>();
  const typedAt = useRef(0);

  // The page's own data may come anew at any time: both are one list.
  const messages = useMemo(() => mergeMessages(loaded.messages, news), [loaded.messages, news]);

  const accept = useCallback((news: Message[]) => {
    setMessages((known) => mergeMessages(known, news));
    setDrafts((waiting) => waiting.filter((draft) => !news.some(({ id, senderId }) => id === draft.id && senderId === selfId)));
  }, [selfId]);

  const ask = useCallback(
    async (query: string): Promise<Page> => {
      const answer = await fetch(`${address}?${query}`, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!answer.ok) throw new Error(`The conversation answered ${answer.status}.`);
      return (await answer.json()) as Page;
    },
    [address],
  );

  const lastSeq = messages.at(-1)?.seq ?? 0;
  const catchUp = useCallback(async () => {
    let after = lastSeq;
    for (;;) {
      const { messages: missed } = await ask(`after=${after}`);
      accept(missed);
      if (missed.length < 200) return;
      after = missed.at(-1)!.seq;
    }
  }, [ask, accept, lastSeq]);

  const lastFromOther = messages.findLast(({ senderId }) => senderId === otherId)?.seq ?? 0;
  const read = useCallback(() => {
    if (document.visibilityState !== "visible" || lastFromOther === 0) return;
    void persistently(async () => {
      const form = new URLSearchParams({ intent: "read", seq: String(lastFromOther) });
      const answer = await fetch(address, { method: "POST", body: form, signal: AbortSignal.timeout(PATIENCE_MS) });
      if (answer.ok) noteUnread(otherId, (await answer.json()) as UnreadCounts);
    });
  }, [address, lastFromOther, noteUnread, otherId]);

  const { send: sendFrame, connected } = useLiveSocket<ConversationFrame>(`/sockets/conversation/${otherId}`, {
    onOpen: () => void persistently(catchUp).then(read),
    onFrame(frame) {
      switch (frame.type) {
        case "newMessage":
          if (frame.message.senderId === otherId) setIsTyping(false);
          return accept([frame.message]);
        case "typing":
          setIsTyping(true);
          clearTimeout(typingUntil.current);
          typingUntil.current = setTimeout(() => setIsTyping(false), TYPING_MS);
          return;
        case "here":
          return setIsHere(frame.userIds.includes(otherId));
        default:
          return frame satisfies never;
      }
    },
  });

  useEffect(() => {
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [read]);

  function post(draft: Draft) {
    const fail = () => setDrafts((waiting) => waiting.map((one) => (one.id === draft.id ? { ...one, failed: true } : one)));
    queue.current = queue.current.then(async () => {
      try {
        const answer = await fetch(address, {
          method: "POST",
          body: new URLSearchParams({ id: draft.id, content: draft.content }),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        if (!answer.ok) return fail();
        const { message } = (await answer.json()) as { message: Message };
        accept([message]);
        setDrafts((waiting) => waiting.filter(({ id }) => id !== draft.id));
      } catch {
        fail();
      }
    });
  }

  return {
    messages,
    drafts,
    hasOlder,
    isHere: isHere && connected === true,
    isTyping,
    send(content: string) {
      const draft = { id: crypto.randomUUID(), content, failed: false };
      setDrafts((waiting) => [...waiting, draft]);
      post(draft);
    },
    retry(id: string) {
      const draft = drafts.find((one) => one.id === id);
      if (!draft) return;
      setDrafts((waiting) => waiting.map((one) => (one.id === id ? { ...one, failed: false } : one)));
      post(draft);
    },
    type() {
      if (Date.now() - typedAt.current < 2500) return;
      typedAt.current = Date.now();
      sendFrame({ type: "typing" });
    },
    async showOlder() {
      const page = await ask(`before=${messages[0]?.seq ?? 0}`);
      setMessages((known) => mergeMessages(page.messages, known));
      setHasOlder(page.hasOlder);
    },
  };
}
