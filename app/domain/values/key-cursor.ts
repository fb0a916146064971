import { refuse, type Refusal } from "./refusal";

/** A part of a list as API clients ask for it: at most `limit` of what follows a cursor. */
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
 * The cursor that an API client names (null: the list's beginning). One that an earlier part has given holds the values
 * its list is ordered by, so nothing moves when its object changes (L4); for an id alone, `find` looks them up. Refuses
 * with `notInList` what is neither, because an empty part would look like the end of the list.
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

/** Where a list continues that is ordered by a number (an instant, mostly) and then by id. */
export interface KeyCursor {
  at: number;
  id: string;
}

/** The cursor in an address; null, which is the list's beginning, for nothing or for what is not ours. */
export function parseKeyCursor(text: string | null): KeyCursor | null {
  const match = /^(\d{1,15})\.([a-z0-9-]{1,40})$/.exec(text ?? "");
  return match ? { at: Number(match[1]), id: match[2]! } : null;
}

/** A cursor of a list that needs one more thing: a name it is ordered by, its present part, or when it was begun. */
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

/**
 * The part of a list that `range` asks for, of a list ordered by a number (`at`) and then by id (L4): `select` gives at
 * most so many rows from a cursor on, `find` the cursor of an object of the list that is named by its id. Refuses with
 * `notInList`.
 */
export async function listByKey<Row extends { id: string }>(
  { before, limit }: ListRange,
  list: {
    find: (id: string) => Promise<KeyCursor | null>;
    select: (cursor: KeyCursor | null, limit: number) => Promise<Row[]>;
    at: (row: Row) => number;
  },
): Promise<ListPart<Row> | Refusal<"notInList">> {
  const found = await resolveCursor(before, parseKeyCursor, list.find);
  if (!found.ok) return found;
  const { shown, next } = pageByKey(await list.select(found.cursor, limit + 1), limit, list.at);
  return { ok: true, items: shown, next };
}

/** The range of a page of the site: what its address has that is no cursor of ours is the list's beginning. */
export const pageRange = (cursor: string | null, limit: number): ListRange => ({
  before: parseKeyCursor(cursor) && cursor,
  limit,
});

/** The part of a list that a page shows; a range made by `pageRange` is never refused. */
export function requirePart<One>(list: ListPart<One> | Refusal<"notInList">): { items: One[]; next: string | null } {
  if (!list.ok) throw new Error("A cursor of ours was refused.");
  return { items: list.items, next: list.next };
}
