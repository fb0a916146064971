import { useCallback, useEffect, useRef, useState } from "react";
import { CATCH_UP_PAGE, type Message } from "~/domain/messages/message";
import { NO_ANSWER, readMessagePage, readSent, readUnreadCounts, type NotSent } from "./conversation-responses";
import { FETCH_TIMEOUT_MS } from "./fetch-with-retry";
import {
  addMessage,
  addMessagesAfter,
  addNewest,
  addOlder,
  hasGap,
  openLog,
  readableSeq,
  type MessagePage,
} from "./message-log";
import type { ConversationFrame } from "./protocol";
import { useFeedState } from "./use-feed";
import { useLiveSocket } from "./use-live-socket";

/** A message that is on its way, or (`failure`) did not get there. */
export interface Draft {
  id: string;
  content: string;
  failure: NotSent | null;
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
 * by POST and counts when the answer has come; the socket only carries news, so after each reconnect, and when a push
 * shows that one before it is missing, the page asks for what it missed. Sends go one after another, so that they
 * arrive in the order in which they were written.
 */
export function useConversation(selfId: string, otherId: string, loaded: MessagePage) {
  const address = `/messages/${otherId}`;
  const [log, setLog] = useState(() => openLog(loaded));
  const [merged, setMerged] = useState(loaded.messages);
  const [hasOlder, setHasOlder] = useState(loaded.hasOlder);
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [isHere, setIsHere] = useState(false);
  const [isTyping, setIsTyping] = useState(false);
  const { setUnread } = useFeedState();
  const queue = useRef(Promise.resolve());
  const typingUntil = useRef<ReturnType<typeof setTimeout>>();
  const typedAt = useRef(0);

  const { messages, completeTo } = log;

  // The page's own data may come anew at any time: both are one list.
  if (merged !== loaded.messages) {
    setMerged(loaded.messages);
    setLog(addNewest(log, loaded));
  }

  const dropSent = useCallback(
    (incoming: Message[]) => {
      setDrafts((waiting) =>
        waiting.filter((draft) => !incoming.some(({ id, senderId }) => id === draft.id && senderId === selfId)),
      );
    },
    [selfId],
  );

  const accept = useCallback(
    (message: Message, previousSeq: number) => {
      setLog((known) => addMessage(known, message, previousSeq));
      dropSent([message]);
    },
    [dropSent],
  );

  const ask = useCallback(
    async (query: string): Promise<MessagePage> =>
      readMessagePage(
        await fetch(`${address}?${query}`, {
          headers: { Accept: "application/json" },
          signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
        }),
      ),
    [address],
  );

  const catchUp = useCallback(async () => {
    for (let after = completeTo; ;) {
      const from = after;
      const { messages: missed } = await ask(`after=${from}`);
      setLog((known) => addMessagesAfter(known, from, missed));
      dropSent(missed);
      if (missed.length < CATCH_UP_PAGE) return;
      after = missed.at(-1)!.seq;
    }
  }, [ask, dropSent, completeTo]);

  const isIncomplete = hasGap(log);
  useEffect(() => {
    if (isIncomplete) void persistently(catchUp);
  }, [isIncomplete, catchUp]);

  const lastReadable = readableSeq(log, otherId);
  const read = useCallback(() => {
    if (document.visibilityState !== "visible" || lastReadable === 0) return;
    void persistently(async () => {
      const form = new URLSearchParams({ intent: "read", seq: String(lastReadable) });
      const answer = await fetch(address, {
        method: "POST",
        body: form,
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      });
      setUnread(otherId, await readUnreadCounts(answer));
    });
  }, [address, lastReadable, setUnread, otherId]);

  const { send: sendFrame, connected } = useLiveSocket<ConversationFrame>(`/sockets/conversation/${otherId}`, {
    onOpen: () => void persistently(catchUp).then(read),
    onFrame(frame) {
      switch (frame.type) {
        case "newMessage":
          if (frame.message.senderId === otherId) setIsTyping(false);
          return accept(frame.message, frame.previousSeq);
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

  const setFailure = (id: string, failure: NotSent | null) =>
    setDrafts((waiting) => waiting.map((one) => (one.id === id ? { ...one, failure } : one)));
  const drop = (id: string) => setDrafts((waiting) => waiting.filter((one) => one.id !== id));

  function post({ id, content }: Draft) {
    queue.current = queue.current.then(async () => {
      const body = new URLSearchParams({ id, content });
      const outcome = await fetch(address, { method: "POST", body, signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
        .then(readSent)
        .catch(() => NO_ANSWER);
      if (!("message" in outcome)) return setFailure(id, outcome);
      accept(outcome.message, outcome.previousSeq);
      // Not by the message's id: words of their own under a used id are stored under a new one.
      drop(id);
    });
  }

  return {
    messages,
    drafts,
    hasOlder,
    isHere: isHere && connected === true,
    isTyping,
    send(content: string) {
      const draft = { id: crypto.randomUUID(), content, failure: null };
      setDrafts((waiting) => [...waiting, draft]);
      post(draft);
    },
    retry(draft: Draft) {
      setFailure(draft.id, null);
      post(draft);
    },
    /** Forgets what was refused for good: its words go back to whoever wrote them. */
    drop,
    type() {
      if (Date.now() - typedAt.current < 2500) return;
      typedAt.current = Date.now();
      sendFrame({ type: "typing" });
    },
    async showOlder() {
      const page = await ask(`before=${messages[0]?.seq ?? 0}`);
      setLog((known) => addOlder(known, page.messages));
      setHasOlder(page.hasOlder);
    },
  };
}
