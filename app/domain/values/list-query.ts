export interface ListPage<Row> {
  rows: Row[];
  next: string | null;
}

export type RowOf<List extends { page: (...place: never[]) => Promise<ListPage<unknown>> }> = Awaited<
  ReturnType<List["page"]>
>["rows"][number];

/** What follows a cursor (null: the first page), and the direction. */
export interface ListPlace {
  after: string | null;
  isAscending: boolean;
}

export const FIRST_PAGE: ListPlace = { after: null, isAscending: false };

/** A list of the office as its address names it. */
export interface ListAddress<View extends string> {
  /** The parameter that names the view; "show" where it isn't given. */
  name?: string;
  /** What each view is called, by its name in the address. The list opens with the first. */
  views: Record<View, string>;
  /** How each view, or all of them, is sorted at first: "since" ascending, "-since" descending. */
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

/** The view that an address names, else the first. */
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
