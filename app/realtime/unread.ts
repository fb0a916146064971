import type { Instant } from "~/domain/time/harare";
import type { UnreadCounts } from "./conversation/conversation-responses";

/** How much was unread when the page's data was loaded: a new object for each load. */
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

/** What pushes have said since a load. The next load knows better, because any push may have got lost. */
export interface UnreadUpdate {
  since: UnreadAtLoad;
  unread: Unread;
}

/** What is unread now: the update, unless the data has been loaded again since. */
export const unreadNow = (loaded: UnreadAtLoad, update: UnreadUpdate | null): Unread =>
  update?.since === loaded ? update.unread : { total: loaded.total, by: {} };

/** The update after a push about one conversation. */
export function withUnread(
  loaded: UnreadAtLoad,
  update: UnreadUpdate | null,
  otherId: string,
  { unread, unreadTotal }: UnreadCounts,
): UnreadUpdate {
  return { since: loaded, unread: { total: unreadTotal, by: { ...unreadNow(loaded, update).by, [otherId]: unread } } };
}
