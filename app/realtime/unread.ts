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

export const unreadNow = (loaded: UnreadAtLoad, update: UnreadUpdate | null): Unread =>
  update?.since === loaded ? update.unread : { inAll: loaded.inAll, by: {} };

export function withUnread(
  loaded: UnreadAtLoad,
  update: UnreadUpdate | null,
  otherId: string,
  { unread, unreadTotal }: UnreadCounts,
): UnreadUpdate {
  return { since: loaded, unread: { inAll: unreadTotal, by: { ...unreadNow(loaded, update).by, [otherId]: unread } } };
}
