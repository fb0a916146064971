import { refuse, type Refusal } from "./refusal";

/** A part of a list as API clients ask for it: at most so many of what follows a cursor. */
export interface ListRange {
  /** The cursor that an earlier part has given (`next`), or the id of an object in the list; null: its beginning. */
  before: string | null;
  limit: number;
}

/** A part of a list; `next` is the cursor after it, null at the end. */
export interface ListPart<One> {
  ok: true;
  items: One[];
  next: string | null;
}

/**
 * The cursor in a list that somebody names (null: its beginning). One that an earlier part has given carries the values
 * by which the list is ordered, so what becomes of its object meanwhile moves nothing; of an object named by its id
 * alone `find` looks them up. Refuses with `notInList` what is neither: an end that is none would look like the end.
 */
export async function resolveCursor<Cursor>(
  before: string | null,
  parse: (text: string) => Cursor | null,
  find: (id: string) => Promise<Cursor | null>,
): Promise<{ ok: true; cursor: Cursor | null } | Refusal<"notInList">> {
  if (before === null) return { ok: true, cursor: null };
  const cursor = parse(before) ?? (await find(before));
  return cursor === null ? refuse("notInList") : { ok: true, cursor };
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

/** A cursor of a list that needs one thing more to go on: a name it is ordered by, which of its parts, or since when. */
export interface MarkedCursor extends KeyCursor {
  mark: string;
}

/** As `parseKeyCursor`; the number may be negative here. */
export function parseMarkedCursor(text: string | null): MarkedCursor | null {
  const match = /^(-?\d{1,15})\.([a-z0-9-]{1,40})\.(.{1,300})$/s.exec(text ?? "");
  return match ? { at: Number(match[1]), id: match[2]!, mark: match[3]! } : null;
}

/**
 * A page out of rows that were asked for with one more than `limit`, and the cursor of the next one, null at the end.
 * With `mark` it is a cursor for `parseMarkedCursor`, else one for `parseKeyCursor`.
 */
export function pageByKey<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  at: (row: Row) => number,
  mark?: (row: Row) => string,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = last && [at(last), last.id, ...(mark ? [mark(last)] : [])].join(".");
  return { shown, next: rows.length > limit && next ? next : null };
}
