import type { Instant } from "../time/harare";

/** Where a list of bookings goes on: after (or, among the past ones, before) this start and id. */
export interface ListCursor {
  part: "ahead" | "past";
  startsAt: Instant;
  id: string;
}

export function formatCursor({ part, startsAt, id }: ListCursor): string {
  return `${part}.${startsAt}.${id}`;
}

/** The cursor of an address, or null for the list's beginning: nothing there, or nothing of ours. */
export function parseCursor(text: string | null): ListCursor | null {
  const match = /^(ahead|past)\.(\d{1,15})\.([a-z0-9-]{1,40})$/.exec(text ?? "");
  return match ? { part: match[1] as "ahead" | "past", startsAt: Number(match[2]), id: match[3]! } : null;
}
