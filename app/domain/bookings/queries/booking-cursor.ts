/** Where a list of bookings goes on: after a booking that is open ("ahead"), or one that is over ("past"). */
export interface ListCursor {
  part: "ahead" | "past";
  /** The value by which that part is ordered. */
  at: number;
  id: string;
}

export function formatCursor({ part, at, id }: ListCursor): string {
  return `${part}.${at}.${id}`;
}

/** The cursor of an address, or null for the list's beginning: nothing there, or nothing of ours. */
export function parseCursor(text: string | null): ListCursor | null {
  const match = /^(ahead|past)\.(-?\d{1,15})\.([a-z0-9-]{1,40})$/.exec(text ?? "");
  return match ? { part: match[1] as "ahead" | "past", at: Number(match[2]), id: match[3]! } : null;
}
