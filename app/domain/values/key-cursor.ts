import { refuse, type Refusal } from "./refusal";

/** The part that API clients ask for: at most `limit` of what follows a cursor. */
export interface ListRange {
  /** The cursor that an earlier part has given (`next`), or the id of an object in the list; null: its beginning. */
  before: string | null;
  limit: number;
}

/** `next` is the cursor after it, null at the end. */
export interface ListPart<One> {
  ok: true;
  items: One[];
  next: string | null;
}

/**
 * Resolves an API client's cursor (null: the beginning): one that a part has given holds the values of the order, so
 * nothing moves when its object changes (L4); for an id, `find` looks them up. Refuses with `notInList`, as an empty
 * part would look like the end.
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

/** Reads the cursor in an address; null, the first page, for none or a malformed one. */
export function parseKeyCursor(text: string | null): KeyCursor | null {
  const match = /^(\d{1,15})\.([a-z0-9-]{1,40})$/.exec(text ?? "");
  return match ? { at: Number(match[1]), id: match[2]! } : null;
}

/** A cursor with one more thing: a name of the order, the current part, or when it was begun. */
export interface MarkedCursor extends KeyCursor {
  mark: string;
}

/** As `parseKeyCursor`; the number may be negative here. */
export function parseMarkedCursor(text: string | null): MarkedCursor | null {
  const match = /^(-?\d{1,15})\.([a-z0-9-]{1,40})\.(.{1,300})$/s.exec(text ?? "");
  return match ? { at: Number(match[1]), id: match[2]!, mark: match[3]! } : null;
}

/**
 * Makes a page of rows that were asked for with one more than `limit`, and the cursor of the next one. Rows that could
 * not be read (`lost`) count: the list goes on behind them. With `mark` it is a cursor for `parseMarkedCursor`.
 */
export function pageByKey<Row extends { id: string }>(
  rows: Row[] & { lost?: number },
  limit: number,
  at: (row: Row) => number,
  mark?: (row: Row) => string,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = last && [at(last), last.id, ...(mark ? [mark(last)] : [])].join(".");
  return { shown, next: rows.length + (rows.lost ?? 0) > limit && next ? next : null };
}

/** A list by a number and then by id; `select` gives at most `limit` rows after a cursor (null: the first). */
interface KeyList<Row> {
  select: (cursor: KeyCursor | null, limit: number) => Promise<Row[] & { lost?: number }>;
  at: (row: Row) => number;
}

/**
 * Gives the part that an API client asks for (L4); `find` gives an object's cursor by id, null for one that is not in
 * the list. Refuses with `notInList`.
 */
export async function listByKey<Row extends { id: string }>(
  { before, limit }: ListRange,
  list: KeyList<Row> & { find: (id: string) => Promise<KeyCursor | null> },
): Promise<ListPart<Row> | Refusal<"notInList">> {
  const found = await resolveCursor(before, parseKeyCursor, list.find);
  return found.ok ? { ok: true, ...(await readPage(list, found.cursor, limit)) } : found;
}

async function readPage<Row extends { id: string }>(list: KeyList<Row>, cursor: KeyCursor | null, limit: number) {
  const { shown, next } = pageByKey(await list.select(cursor, limit + 1), limit, list.at);
  return { items: shown, next };
}

/** A page of a list for the site (L4): `after` is the cursor in its address; null, or anything else, is the first page. */
export const listPage = <Row extends { id: string }>(after: string | null, limit: number, list: KeyList<Row>) =>
  readPage(list, parseKeyCursor(after), limit);

/** The range of a page of the site: anything in its address that is no cursor means the first page. */
export const pageRange = (cursor: string | null, limit: number): ListRange => ({
  before: parseKeyCursor(cursor) && cursor,
  limit,
});

/** The part of a list that a page shows; a range made by `pageRange` is never refused. */
export function requirePart<One>(list: ListPart<One> | Refusal<"notInList">): { items: One[]; next: string | null } {
  if (!list.ok) throw new Error("A page's own cursor was refused.");
  return { items: list.items, next: list.next };
}
