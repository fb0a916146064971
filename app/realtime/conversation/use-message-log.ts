import { useCallback, useEffect, useState } from "react";
import { CATCH_UP_PAGE, type Message } from "~/domain/messages/message";
import type { ConversationClient } from "./conversation-client";
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
import { retry } from "./retry";

/**
 * The messages of an open conversation: those the page was loaded with, those pushed since, and those fetched when a
 * push shows that one before it is missing. `onStored` gets everything that the server has stored.
 */
export function useMessageLog(
  client: ConversationClient,
  otherId: string,
  loaded: MessagePage,
  onStored: (messages: readonly Message[]) => void,
) {
  const [log, setLog] = useState(() => openLog(loaded));
  const [merged, setMerged] = useState(loaded.messages);
  const [hasOlder, setHasOlder] = useState(loaded.hasOlder);
  const { messages, completeTo } = log;

  // The page's data may be revalidated at any time.
  if (merged !== loaded.messages) {
    setMerged(loaded.messages);
    setLog(addNewest(log, loaded));
  }

  const add = useCallback(
    (message: Message, previousSeq: number) => {
      setLog((known) => addMessage(known, message, previousSeq));
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
          setLog((known) => addMessagesAfter(known, from, missed));
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
      setLog((known) => addOlder(known, page.messages));
      setHasOlder(page.hasOlder);
    },
  };
}
