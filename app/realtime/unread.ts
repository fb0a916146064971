import type { UnreadCounts } from "./conversation-responses";

/** How much was unread when the page's data was asked for: an object of its own for each time. */
export interface UnreadAtLoad {
  inAll: number;
}

export interface Unread {
  inAll: number;
  /** By the other user's id, for those that have changed since. */
  by: Record<string, number>;
}

/** What pushes have said since the data came; data that comes anew knows better, as any push may have got lost. */
export interface UnreadUpdate {
  since: UnreadAtLoad;
  unread: Unread;
}

export const unreadNow = (loaded: UnreadAtLoad, news: UnreadUpdate | null): Unread =>
  news?.since === loaded ? news.unread : { inAll: loaded.inAll, by: {} };

export function withUnread(
  loaded: UnreadAtLoad,
  news: UnreadUpdate | null,
  otherId: string,
  { unread, unreadTotal }: UnreadCounts,
): UnreadUpdate {
  return { since: loaded, unread: { inAll: unreadTotal, by: { ...unreadNow(loaded, news).by, [otherId]: unread } } };
}
