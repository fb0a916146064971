import { useNavigation, useRevalidator } from "@remix-run/react";
import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import type { UnreadCounts } from "./conversation-responses";
import { beginRevalidation, endRevalidation } from "./revalidation";
import type { FeedFrame } from "./protocol";
import { unreadNow, withUnread, type Unread, type UnreadAtLoad, type UnreadUpdate } from "./unread";
import { useLiveSocket } from "./use-live-socket";

export interface FeedState {
  unread: Unread;
  /** False when news may be late: the page says so quietly. */
  connected: boolean;
  /** What a page has learned about a conversation on its own. */
  setUnread: (otherId: string, counts: UnreadCounts) => void;
}

const FeedContext = createContext<FeedState>({
  unread: { inAll: 0, by: {} },
  connected: true,
  setUnread: () => undefined,
});
export const FeedProvider = FeedContext.Provider;
/** The news of the dashboard's owner, for the pages inside it. */
export const useFeedState = () => useContext(FeedContext);

const QUIET_MS = 3000;
const HIDDEN_MS = 30_000;

/**
 * The socket of a dashboard's page (at the desk one more, which all admins share). A booking's news asks the page's loaders again, so what stands there is always
 * what D1 says; unread counts come with the news itself. Catches up after a lost connection, and when a page that
 * was out of sight for a while is looked at again.
 */
export function useFeed(loaded: UnreadAtLoad, { desk = false } = {}): FeedState {
  const { revalidate, state: revalidationState } = useRevalidator();
  const [update, setUpdate] = useState<UnreadUpdate | null>(null);
  const unread = unreadNow(loaded, update);
  const { state: navigationState } = useNavigation();
  const [isDue, setIsDue] = useState(false);

  const askAgain = useCallback(() => {
    beginRevalidation();
    revalidate();
  }, [revalidate]);
  useEffect(() => {
    if (revalidationState === "idle" || navigationState !== "idle") endRevalidation();
  }, [revalidationState, navigationState]);

  const latest = useRef(loaded);
  useEffect(() => {
    latest.current = loaded;
  });
  // The same function for as long as the page stands: a conversation must not say again what was read at each look.
  const setUnread = useCallback(
    (otherId: string, counts: UnreadCounts) =>
      setUpdate((before) => withUnread(latest.current, before, otherId, counts)),
    [],
  );

  // Several pieces of news in a row cost one look. A page that is on its way is let through first: looked at again,
  // it would be asked for anew, and what it says once would be gone.
  const refresh = () => setIsDue(true);
  useEffect(() => {
    if (!isDue || navigationState !== "idle") return;
    const soon = setTimeout(() => {
      setIsDue(false);
      askAgain();
    }, 60);
    return () => clearTimeout(soon);
  }, [isDue, navigationState, askAgain]);

  const { connected } = useLiveSocket<FeedFrame>("/sockets/feed", {
    onOpen: refresh,
    onFrame(frame) {
      switch (frame.type) {
        case "bookingUpdated":
        case "reviewLeft":
        case "deskChanged":
          return refresh();
        case "unread":
          setUnread(frame.otherId, frame);
          // Data that is under way may be older than this.
          return revalidationState === "idle" && navigationState === "idle" ? undefined : refresh();
        default:
          return frame satisfies never;
      }
    },
  });

  useLiveSocket<FeedFrame>(desk ? "/sockets/desk" : null, { onOpen: () => undefined, onFrame: refresh });

  useEffect(() => {
    let hiddenAt = 0;
    const note = () => {
      if (document.visibilityState === "hidden") hiddenAt = Date.now();
      else if (hiddenAt && Date.now() - hiddenAt > HIDDEN_MS) askAgain();
    };
    document.addEventListener("visibilitychange", note);
    return () => document.removeEventListener("visibilitychange", note);
  }, [askAgain]);

  return { unread, setUnread, connected: useSettled(connected !== false, QUIET_MS) };
}

/** A good state at once, a bad one only when it lasts. */
function useSettled(good: boolean, ms: number): boolean {
  const [settled, setSettled] = useState(true);
  useEffect(() => {
    const later = setTimeout(() => setSettled(good), good ? 0 : ms);
    return () => clearTimeout(later);
  }, [good, ms]);
  return settled;
}
