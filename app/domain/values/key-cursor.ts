/** A part of a list as API clients ask for it: what follows the object with this id (null: from the beginning), at most so many. */
export interface ListRange {
  before: string | null;
  limit: number;
}

/** Where a list goes on that is ordered by a number (an instant), latest first, then by id. */
export interface KeyCursor {
  at: number;
  id: string;
}

/** The cursor of an address, or null for the list's beginning: nothing there, or nothing of ours. */
export function parseKeyCursor(text: string | null): KeyCursor | null {
  const match = /^(\d{1,15})\.([a-z0-9-]{1,40})$/.exec(text ?? "");
  return match ? { at: Number(match[1]), id: match[2]! } : null;
}

/** A page out of rows that were asked for with one more than `limit`, and the cursor of the next one, null at the end. */
export function pageByKey<Row extends { id: string }>(rows: Row[], limit: number, at: (row: Row) => number): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last ? `${at(last)}.${last.id}` : null };
}
