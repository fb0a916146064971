import { useEffect, useMemo, useRef, useState, useSyncExternalStore, useCallback } from "react";
import { mergeMessages, CATCH_UP_PAGE, type Message } from "~/domain/messages/message";
import { conversationClient, retry, type ConversationClient } from "./conversation-client";
import { NO_RESPONSE, type MessagePage, type Sent } from "./conversation-responses";
import type { ConversationFrame } from "../protocol";
import { isLeaving } from "../page-state";
import { useDrafts, type Draft } from "./use-drafts";
import { useLiveSocket } from "../use-live-socket";
import { useFeedState } from "../use-feed";
import { ownerTag } from "~/domain/values/user";
import { TYPING_SHOWN_MS } from "../signals";

// A page's messages of a conversation. Pushes may get lost or overtake one another: nothing is missing up to
// `completeTo` (a `seq`), and only that far may be marked as read.
export interface MessageLog {
  messages: Message[];
  completeTo: number;
}

const lastSeqOf = (messages: readonly Message[]) => messages.at(-1)?.seq ?? 0;

export const openLog = ({ messages }: MessagePage): MessageLog => ({ messages, completeTo: lastSeqOf(messages) });

/** Adds messages, complete after `seq`; Infinity where nothing is known of those before them. */
export const addMessages = (log: MessageLog, messages: Message[], seq: number): MessageLog => ({
  messages: mergeMessages(log.messages, messages),
  completeTo: seq <= log.completeTo ? Math.max(log.completeTo, lastSeqOf(messages)) : log.completeTo,
});

/** Adds the newest messages of the conversation. There may be a gap between them and what the page has. */
export const addNewest = (log: MessageLog, { messages, hasOlder }: MessagePage): MessageLog =>
  addMessages(log, messages, (hasOlder && messages[0]?.seq) || 0);

export const hasGap = ({ messages, completeTo }: MessageLog): boolean => lastSeqOf(messages) > completeTo;

/** The `seq` of a sender's last message up to which nothing is missing; 0 when there is none. */
export const readableSeq = ({ messages, completeTo }: MessageLog, senderId: string): number =>
  messages.findLast((message) => message.senderId === senderId && message.seq <= completeTo)?.seq ?? 0;

/** An open conversation: messages go by POST; the socket's pushes may get lost, so the page catches up. */
export function useConversation(
  self: { id: string; name: string },
  otherId: string,
  loaded: MessagePage & { readSeq: number },
) {
  const { id: selfId, name } = self;
  const client = useMemo(() => conversationClient(selfId, otherId, name), [selfId, otherId, name]);
  const [isOnline, setIsOnline] = useState(false);
  const [readSeq, setReadSeq] = useState(0);
  const drafts = useDrafts(client, selfId, otherId);
  const log = useMessageLog(client, otherId, loaded, drafts.dropStored);
  const markRead = useMarkRead(client, otherId, log.lastReadable);
  const typing = useTyping();

  const addSent = ({ message, previousSeq }: Sent) => log.add(message, previousSeq);
  const adopt = useRef(() => drafts.adopt(addSent));
  useEffect(() => void adopt.current(), []);
  const isOffline = useSyncExternalStore(
    subscribeToLine,
    () => !navigator.onLine,
    () => false,
  );
  useEffect(() => {
    // Browsers say "online" of a page that is being left, too.
    const sendAgain = () => !isLeaving() && drafts.retryUnanswered(addSent);
    addEventListener("online", sendAgain);
    return () => removeEventListener("online", sendAgain);
  });
  const socket = useLiveSocket<ConversationFrame>(`/sockets/conversation/${otherId}`, ownerTag(selfId), {
    onOpen() {
      void log.catchUp().then(markRead);
      drafts.retryUnanswered(addSent);
    },
    onFrame(frame) {
      switch (frame.type) {
        case "newMessage":
          if (frame.message.senderId === otherId) typing.hide();
          return log.add(frame.message, frame.previousSeq);
        case "typing":
          return typing.show();
        case "read":
          return setReadSeq((known) => Math.max(known, frame.seq));
        case "here":
          return setIsOnline(frame.userIds.includes(otherId));
        default:
          return frame satisfies never;
      }
    },
  });

  return {
    messages: log.messages,
    readSeq: Math.max(readSeq, loaded.readSeq),
    hasOlder: log.hasOlder,
    showOlder: log.showOlder,
    drafts: drafts.drafts,
    send: (content: string, photo: Blob | null) => drafts.send(content, addSent, photo),
    /** A message that waits for the line goes out by itself (C5). */
    isWaiting: ({ failure }: Draft) => isOffline && failure === NO_RESPONSE,
    retry: (draft: Draft) => drafts.retry(draft, addSent),
    drop: drafts.drop,
    isOnline: isOnline && socket.connected === true,
    isTyping: typing.isTyping,
    type: () => typing.tell(() => socket.send({ type: "typing" })),
  };
}

function subscribeToLine(onChange: () => void) {
  addEventListener("offline", onChange);
  addEventListener("online", onChange);
  return () => {
    removeEventListener("offline", onChange);
    removeEventListener("online", onChange);
  };
}

/** The messages of an open conversation: loaded, pushed, and fetched when a push shows that one is missing. */
function useMessageLog(
  client: ConversationClient,
  otherId: string,
  loaded: MessagePage,
  onStored: (messages: readonly Message[]) => void,
) {
  const [log, setLog] = useState(() => openLog(loaded));
  const [merged, setMerged] = useState(loaded.messages);
  const [hasOlder, setHasOlder] = useState(loaded.hasOlder);
  const { messages, completeTo } = log;

  if (merged !== loaded.messages) {
    setMerged(loaded.messages);
    setLog(addNewest(log, loaded));
  }

  const add = useCallback(
    (message: Message, previousSeq: number) => {
      setLog((known) => addMessages(known, [message], previousSeq));
      onStored([message]);
    },
    [onStored],
  );

  const catchUp = useCallback(
    () =>
      retry(async () => {
        for (let after = completeTo; ;) {
          const from = after;
          const { messages: missed } = await client.fetchAfter(from);
          setLog((known) => addMessages(known, missed, from));
          onStored(missed);
          if (missed.length < CATCH_UP_PAGE) return;
          after = missed.at(-1)!.seq;
        }
      }),
    [client, onStored, completeTo],
  );

  const isIncomplete = hasGap(log);
  useEffect(() => {
    if (isIncomplete) void catchUp();
  }, [isIncomplete, catchUp]);

  return {
    messages,
    hasOlder,
    lastReadable: readableSeq(log, otherId),
    add,
    catchUp,
    async showOlder() {
      const page = await client.fetchBefore(messages[0]?.seq ?? 0);
      setLog((known) => addMessages(known, page.messages, Infinity));
      setHasOlder(page.hasOlder);
    },
  };
}

/** Marks a conversation as read up to `seq` (0: nothing) while its page is visible. Returns what does it again. */
function useMarkRead(client: ConversationClient, otherId: string, seq: number): () => void {
  const { setUnread } = useFeedState();
  const markRead = useCallback(() => {
    if (document.visibilityState !== "visible" || seq === 0) return;
    void retry(async () => setUnread(otherId, await client.markRead(seq)));
  }, [client, otherId, seq, setUnread]);

  useEffect(() => {
    markRead();
    document.addEventListener("visibilitychange", markRead);
    return () => document.removeEventListener("visibilitychange", markRead);
  }, [markRead]);

  return markRead;
}

const PAUSE_MS = 2500;

function useTyping() {
  const [isTyping, setIsTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const toldAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    isTyping,
    show: useCallback(() => {
      setIsTyping(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setIsTyping(false), TYPING_SHOWN_MS);
    }, []),
    hide: useCallback(() => setIsTyping(false), []),
    tell(send: () => void) {
      if (Date.now() - toldAt.current < PAUSE_MS) return;
      toldAt.current = Date.now();
      send();
    },
  };
}
