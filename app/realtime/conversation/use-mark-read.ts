import { useCallback, useEffect } from "react";
import type { ConversationClient } from "./conversation-client";
import { retry } from "./retry";
import { useFeedState } from "../use-feed";

/**
 * Marks a conversation as read up to `seq` (0: nothing to read) while its page is visible. Returns what does it again.
 */
export function useMarkRead(client: ConversationClient, otherId: string, seq: number): () => void {
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
