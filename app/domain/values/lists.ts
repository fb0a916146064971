import { refuse, type Refusal } from "./refusal";

export interface ListPage<Row> {
  rows: Row[];
  next: string | null;
}

export type RowOf<List extends { page: (...asked: never[]) => Promise<ListPage<unknown>> }> = Awaited<
  ReturnType<List["page"]>
>["rows"][number];

/** The page that an address asks for. */
export interface PageRequest {
  /** The cursor that the page before gave as its `next`; null: the first page. */
  cursor: string | null;
  isAscending: boolean;
}

export const FIRST_PAGE: PageRequest = { cursor: null, isAscending: false };

export interface ListAddress<View extends string> {
  /** The parameter that names the view; "show" where it isn't given. */
  name?: string;
  /** The label of each view, by its name in the address. The list opens with the first. */
  views: Record<View, string>;
  /** The first sort of each view, or of all of them: "since" ascending, "-since" descending. */
  sort: string | Record<View, string>;
}

/** Reads the view, sort and page that an address names; for anything unknown, the first ones. */
export function readList<View extends string>(list: ListAddress<View>, query: URLSearchParams) {
  const view = readView(list, query);
  const { sort: first } = list;
  const sort = parseSort(query.get("sort"), typeof first === "string" ? first : first[view]);
  const pageRequest: PageRequest = { cursor: query.get("cursor"), isAscending: !sort.startsWith("-") };
  return { view, sort, pageRequest };
}

export function readView<View extends string>(
  { name = "show", views }: Pick<ListAddress<View>, "name" | "views">,
  query: URLSearchParams,
): View {
  const known = Object.keys(views) as View[];
  return known.find((view) => view === query.get(name)) ?? known[0]!;
}

/** The order that an address asks for: `first`, or that turned around. */
const parseSort = (text: string | null, first: string): string =>
  text === (first.startsWith("-") ? first.slice(1) : `-${first}`) ? text : first;

/** The part of a list that an API client asks for, in the words of the API's query. */
export interface ListRange {
  /** The cursor that an earlier part gave as its `next`, or the id of an object in the list; null: the first part. */
  before: string | null;
  limit: number;
}

/** A part of a list. `next` is the cursor of the part after it, null at the end. */
export interface ListPart<One> {
  ok: true;
  items: One[];
  next: string | null;
}

/**
 * Resolves the cursor or the id that an API client sent; null: the first part (L4). Refuses anything else with `notInList`:
 * an empty part would look like the end of the list.
 */
export async function resolveCursor<Cursor>(
  text: string | null,
  parse: (text: string) => Cursor | null,
  find: (id: string) => Promise<Cursor | null>,
): Promise<{ ok: true; cursor: Cursor | null } | Refusal<"notInList">> {
  if (text === null) return { ok: true, cursor: null };
  const cursor = parse(text) ?? (await find(text));
  return cursor === null ? refuse("notInList") : { ok: true, cursor };
}

/** The key of the last row of a page, in a list ordered by a number (mostly an instant) and then by id. */
export interface KeyCursor {
  at: number;
  id: string;
}

/** Parses the cursor of an address. Null, which means the first page: the address has none, or a malformed one. */
export function parseKeyCursor(text: string | null): KeyCursor | null {
  const match = /^(\d{1,15})\.([a-z0-9-]{1,40})$/.exec(text ?? "");
  return match ? { at: Number(match[1]), id: match[2]! } : null;
}

/** A cursor that also says in which order or part of the list its row stands, or when the first page was read. */
export interface MarkedCursor extends KeyCursor {
  mark: string;
}

/** Parses a cursor with a mark, as `parseKeyCursor` does; the number may be negative here. */
export function parseMarkedCursor(text: string | null): MarkedCursor | null {
  const match = /^(-?\d{1,15})\.([a-z0-9-]{1,40})\.(.{1,300})$/s.exec(text ?? "");
  return match ? { at: Number(match[1]), id: match[2]!, mark: match[3]! } : null;
}

/**
 * Cuts `limit` rows off those that were read, and makes the cursor of the next page if more were read. A query asks for one
 * row more than `limit`; `lost` counts the rows that it could not read.
 */
export function pageByKey<Row extends { id: string }>(
  rows: Row[] & { lost?: number },
  limit: number,
  at: (row: Row) => number,
  mark?: (row: Row) => string,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length + (rows.lost ?? 0) > limit;
  if (!last || !hasMore) return { shown, next: null };
  const key = `${at(last)}.${last.id}`;
  return { shown, next: mark ? `${key}.${mark(last)}` : key };
}

/** A list ordered by a number and then by id; `select` reads at most `limit` rows after a cursor (null: the first ones). */
interface KeyList<Row> {
  select: (cursor: KeyCursor | null, limit: number) => Promise<Row[] & { lost?: number }>;
  at: (row: Row) => number;
}

/** Reads the part that an API client asks for (L4); `find` gives the cursor of an object. Refuses with `notInList`. */
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

/** Reads a page of a list for the site (L4). */
export const listPage = <Row extends { id: string }>(cursor: string | null, limit: number, list: KeyList<Row>) =>
  readPage(list, parseKeyCursor(cursor), limit);

/** The part that a page of the site shows: the first one where its address has no cursor, or a malformed one. */
export const pageRange = (cursor: string | null, limit: number): ListRange => ({
  before: parseKeyCursor(cursor) && cursor,
  limit,
});

/** The part of a list that a page shows; a range made by `pageRange` is never refused. */
export function requirePart<One>(list: ListPart<One> | Refusal<"notInList">): { items: One[]; next: string | null } {
  if (!list.ok) throw new Error("A page's own cursor was refused.");
  return { items: list.items, next: list.next };
}
