import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { conversationClient } from "./conversation-client";
import { NO_RESPONSE, type Sent } from "./conversation-responses";
import type { MessagePage } from "./message-log";
import type { ConversationFrame } from "../protocol";
import { isLeaving } from "../leaving";
import { useDrafts, type Draft } from "./use-drafts";
import { useLiveSocket } from "../use-live-socket";
import { useMarkRead } from "./use-mark-read";
import { useMessageLog } from "./use-message-log";
import { useTyping } from "./use-typing";

/**
 * An open conversation. Messages are sent by POST and count once the response is there; the socket only carries pushes,
 * any of which may get lost, so the page catches up after each reconnect.
 */
export function useConversation(selfId: string, otherId: string, loaded: MessagePage & { readSeq: number }) {
  const client = useMemo(() => conversationClient(selfId, otherId), [selfId, otherId]);
  const [isOnline, setIsOnline] = useState(false);
  const [readSeq, setReadSeq] = useState(0);
  const drafts = useDrafts(client, selfId, otherId);
  const log = useMessageLog(client, otherId, loaded, drafts.dropStored);
  const markRead = useMarkRead(client, otherId, log.lastReadable);
  const typing = useTyping();

  const addSent = ({ message, previousSeq }: Sent) => log.add(message, previousSeq);
  const adopt = useRef(() => drafts.adopt(addSent));
  useEffect(() => adopt.current(), []);
  const isOffline = useSyncExternalStore(subscribeToLine, hasNoLine, () => false);
  useEffect(() => {
    // Browsers say "online" of a page that is being left, too.
    const retry = () => !isLeaving() && drafts.retryUnanswered(addSent);
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  });
  const socket = useLiveSocket<ConversationFrame>(`/sockets/conversation/${otherId}`, {
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
    /** The last of the viewer's messages that the other side has read. */
    readSeq: Math.max(readSeq, loaded.readSeq),
    hasOlder: log.hasOlder,
    showOlder: log.showOlder,
    drafts: drafts.drafts,
    send: (content: string, photo: File | null) => drafts.send(content, addSent, photo),
    /** Whether a message waits for the line: nothing is to be tapped, it goes out by itself (C5). */
    isWaiting: ({ failure }: Draft) => isOffline && failure === NO_RESPONSE,
    retry: (draft: Draft) => drafts.retry(draft, addSent),
    /** Takes a message that was refused for good out of the conversation. */
    drop: drafts.drop,
    isOnline: isOnline && socket.connected === true,
    isTyping: typing.isTyping,
    type: () => typing.tell(() => socket.send({ type: "typing" })),
  };
}

const hasNoLine = () => !navigator.onLine;
function subscribeToLine(onChange: () => void) {
  addEventListener("offline", onChange);
  addEventListener("online", onChange);
  return () => {
    removeEventListener("offline", onChange);
    removeEventListener("online", onChange);
  };
}
