import { useNavigation, useRevalidator } from "@remix-run/react";
import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import type { Instant } from "~/domain/time/harare";
import type { LastMessage } from "~/domain/messages/message";
import type { UnreadCounts } from "./conversation/conversation-responses";
import { beginRevalidation, endRevalidation, isAnswered, isNavigating } from "./page-state";
import type { FeedFrame } from "./protocol";
import { TYPING_SHOWN_MS } from "./signals";
import { useLiveSocket } from "./use-live-socket";

export interface UnreadAtLoad {
  total: number;
  /** When it was counted; 0 when it couldn't be. */
  at: Instant;
}

export interface Unread {
  total: number;
  /** By the other user's id, for conversations that changed after the load. */
  by: Record<string, number>;
}

/** Pushes since a load. The next load knows better, because any push may have got lost. */
interface UnreadUpdate {
  since: UnreadAtLoad;
  unread: Unread;
}

/** The update, unless the data has been loaded again since. */
export const unreadNow = (loaded: UnreadAtLoad, update: UnreadUpdate | null): Unread =>
  update?.since === loaded ? update.unread : { total: loaded.total, by: {} };

export function withUnread(
  loaded: UnreadAtLoad,
  update: UnreadUpdate | null,
  otherId: string,
  { unread, unreadTotal }: UnreadCounts,
): UnreadUpdate {
  return { since: loaded, unread: { total: unreadTotal, by: { ...unreadNow(loaded, update).by, [otherId]: unread } } };
}

interface FeedState {
  unread: Unread;
  /** False while live updates may be late: the page says so quietly. */
  connected: boolean;
  /** Messages since the page was loaded, by the other user's id. */
  last: Record<string, LastMessage>;
  /** Until when someone is shown as typing, by their id. */
  typing: Record<string, number>;
  setUnread: (otherId: string, counts: UnreadCounts) => void;
}

const FeedContext = createContext<FeedState>({
  unread: { total: 0, by: {} },
  last: {},
  typing: {},
  connected: true,
  setUnread: () => undefined,
});
export const FeedProvider = FeedContext.Provider;
export const useFeedState = () => useContext(FeedContext);

const LOST_AFTER_MS = 3000;
const STALE_AFTER_MS = 30_000;
const BETWEEN_REFRESHES_MS = 60;

/**
 * The feed of a dashboard: a socket of its user's (`owner`: their tag) and, for admins, one that all share. A change of a booking makes the
 * page revalidate; unread counts come with the frame. Catches up after a lost connection, and when a page becomes
 * visible after half a minute.
 */
export function useFeed(loaded: UnreadAtLoad, owner: string, { office = false } = {}): FeedState {
  const { revalidate, state: revalidationState } = useRevalidator();
  const [update, setUpdate] = useState<UnreadUpdate | null>(null);
  const unread = unreadNow(loaded, update);
  const [last, setLast] = useState<Record<string, LastMessage>>({});
  const [typing, setTyping] = useState<Record<string, number>>({});
  const { state: navigationState, location: destination } = useNavigation();
  const [isDue, setIsDue] = useState(false);

  const revalidateNow = useCallback(() => {
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
  // The same function on every render: else a conversation would mark itself as read again at each revalidation.
  const setUnread = useCallback(
    (otherId: string, counts: UnreadCounts) =>
      setUpdate((before) => withUnread(latest.current, before, otherId, counts)),
    [],
  );

  // The first frame counts at once; those that follow while the page revalidates, or within a moment, cost one more. A
  // navigation goes first: revalidating would load its page twice, and use up its flash message.
  const causes = useRef<(string | undefined)[]>([]);
  const refresh = (step?: string) => {
    causes.current.push(step);
    setIsDue(true);
  };
  const refreshedAt = useRef(0);
  useEffect(() => {
    if (!isDue || navigationState !== "idle" || revalidationState !== "idle") return;
    const timer = setTimeout(
      () => {
        // React may not have rendered the navigation that the router has just begun; once it has, this runs again.
        if (isNavigating()) return;
        setIsDue(false);
        // Behind one's own step the page has been loaded since.
        if (causes.current.splice(0).every(isAnswered)) return;
        refreshedAt.current = Date.now();
        revalidateNow();
      },
      Math.max(0, refreshedAt.current + BETWEEN_REFRESHES_MS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [isDue, navigationState, revalidationState, revalidateNow]);

  // Of the first load: a later one must not open another socket.
  const [since] = useState(`?since=${loaded.at}`);
  // A lost socket that is open again loads the page anyway, with all that was pushed since its first load.
  const hasCaughtUp = useRef(false);
  const { connected } = useLiveSocket<FeedFrame>(`/sockets/feed${since}`, owner, {
    onOpen(afterInterruption) {
      hasCaughtUp.current = afterInterruption;
      if (afterInterruption) refresh();
    },
    onFrame(frame) {
      switch (frame.type) {
        case "bookingUpdated":
        case "reviewLeft":
        case "officeChanged":
          return refresh(frame.step);
        case "missed":
          return hasCaughtUp.current ? undefined : refresh();
        case "unread":
          setUnread(frame.otherId, frame);
          setTyping(({ [frame.otherId]: _, ...others }) => others);
          if (frame.last) setLast((known) => ({ ...known, [frame.otherId]: frame.last! }));
          // A conversation marks itself as read as it opens, and counts again once it is there.
          if (frame.unread === 0 && destination?.pathname.endsWith(`/messages/${frame.otherId}`)) return undefined;
          // Data that is being loaded may be older than this frame.
          return revalidationState === "idle" && navigationState === "idle" ? undefined : refresh();
        case "contactTyping":
          return setTyping((known) => ({ ...known, [frame.otherId]: Date.now() + TYPING_SHOWN_MS }));
        default:
          return frame satisfies never;
      }
    },
  });

  useLiveSocket<FeedFrame>(office ? `/sockets/desk${since}` : null, owner, {
    onOpen: () => undefined,
    onFrame: (frame) => refresh("step" in frame ? frame.step : undefined),
  });

  useEffect(() => {
    const ends = Object.values(typing);
    if (ends.length === 0) return;
    const timer = setTimeout(
      () => setTyping((known) => Object.fromEntries(Object.entries(known).filter(([, until]) => until > Date.now()))),
      Math.max(0, Math.min(...ends) - Date.now()) + 10,
    );
    return () => clearTimeout(timer);
  }, [typing]);

  useEffect(() => {
    let hiddenAt = 0;
    const onVisibilityChange = () => {
      if (document.visibilityState === "hidden") hiddenAt = Date.now();
      else if (hiddenAt && Date.now() - hiddenAt > STALE_AFTER_MS) revalidateNow();
    };
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => document.removeEventListener("visibilitychange", onVisibilityChange);
  }, [revalidateNow]);

  return { unread, last, typing, setUnread, connected: useSettled(connected !== false, LOST_AFTER_MS) };
}

function useSettled(good: boolean, ms: number): boolean {
  const [settled, setSettled] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(good), good ? 0 : ms);
    return () => clearTimeout(timer);
  }, [good, ms]);
  return settled;
}
