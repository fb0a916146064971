import type { BookingStatus } from "../bookings/booking";
import type { KeyCursor } from "../values/key-cursor";
import type { Instant } from "../time/harare";

/** What a person's file shows in order of time (O21). */
export const TIMELINE_KINDS = ["booking", "message", "money", "notice", "review", "log", "note"] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
/** Reads a filter from the query string; anything unknown shows all kinds. */
export const parseTimelineKind = (text: string | null): TimelineKind | null =>
  TIMELINE_KINDS.find((known) => known === text) ?? null;

export interface TimelineEntry {
  id: string;
  kind: TimelineKind;
  /** Of a booking its start, of a conversation when someone last wrote. */
  at: Instant;
  words: string;
  detail: string | null;
  /** The page that says more; null: there is none. */
  to: string | null;
  status?: BookingStatus;
  /** What has failed. */
  isFailed?: boolean;
}

/** Notices of one cause that stand next to each other, as one entry with how each channel went. */
export function joinNotices(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const joined: TimelineEntry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    const { kind, at, words, to, detail, isFailed } = entry;
    if (last && kind === "notice" && last.kind === kind && last.at === at && last.words === words && last.to === to)
      joined[joined.length - 1] = {
        ...last,
        detail: [last.detail, detail].filter(Boolean).join("; "),
        isFailed: last.isFailed || isFailed,
      };
    else joined.push(entry);
  }
  return joined;
}

const isLater = (one: KeyCursor, other: KeyCursor) => one.at > other.at || (one.at === other.at && one.id > other.id);

/**
 * Merges lists that are each in order, latest first, into their latest `limit` rows and the cursor after them (null: that is
 * all). Each list has to hold at least `limit + 1` rows, or all there are; ids are unique among all of them.
 */
export function mergeLatest<Row extends KeyCursor>(
  lists: readonly (readonly Row[])[],
  limit: number,
): { shown: Row[]; next: string | null } {
  const places = lists.map(() => 0);
  const shown: Row[] = [];
  const takeLatest = (): Row | null => {
    let best = -1;
    for (const [index, list] of lists.entries()) {
      const row = list[places[index]!];
      const leader = lists[best]?.[places[best]!];
      if (row && (!leader || isLater(row, leader))) best = index;
    }
    const row = lists[best]?.[places[best]!] ?? null;
    if (row) places[best]! += 1;
    return row;
  };
  while (shown.length < limit) {
    const row = takeLatest();
    if (!row) return { shown, next: null };
    shown.push(row);
  }
  const last = shown.at(-1);
  return { shown, next: last && takeLatest() ? `${last.at}.${last.id}` : null };
}
