import type { BookingStatus } from "../../bookings/booking";
import type { Instant } from "../../time/harare";

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
