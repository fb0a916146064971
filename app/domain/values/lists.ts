import { refuse, type Refusal } from "./refusal";

export interface ListPage<Row> {
  rows: Row[];
  next: string | null;
}

export type RowOf<List extends { page: (...place: never[]) => Promise<ListPage<unknown>> }> = Awaited<
  ReturnType<List["page"]>
>["rows"][number];

/** The cursor to continue from (null: the first page), and the direction. */
export interface ListPlace {
  after: string | null;
  isAscending: boolean;
}

export const FIRST_PAGE: ListPlace = { after: null, isAscending: false };

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
  const place: ListPlace = { after: query.get("cursor"), isAscending: !sort.startsWith("-") };
  return { view, sort, place };
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

/** Resolves an API client's cursor or id; null: the beginning (L4). Refuses with `notInList`: empty looks like the end. */
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

/** Makes a page of one row more than `limit`, and the next one's cursor. The list continues behind `lost` rows. */
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

/** Gives the part that an API client asks for (L4); `find` gives an object's cursor. Refuses with `notInList`. */
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

const DISPATCH = "/admin-dashboard/dispatch";

/** The office's lists that a form about a booking leads back to, by the name that its address gives as `back`. */
export const OFFICE_LISTS = {
  today: "/admin-dashboard",
  dispatch: DISPATCH,
  unassigned: `${DISPATCH}?kind=unassigned`,
  unanswered: `${DISPATCH}?kind=unanswered`,
  suspended: `${DISPATCH}?kind=suspended`,
} as const;
export type OfficeList = keyof typeof OFFICE_LISTS;

/** The list that an address names; null: it names none. */
export function readOfficeList(query: URLSearchParams): OfficeList | null {
  const name = query.get("back");
  return name !== null && Object.hasOwn(OFFICE_LISTS, name) ? (name as OfficeList) : null;
}

/** An address that leads back to a list, if there is one to come back to. */
export const withBack = (path: string, list: OfficeList | null): string => (list ? `${path}?back=${list}` : path);
