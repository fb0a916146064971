import type { findArrangement } from "./arranged-lists.server";
import { readView } from "../../values/list-query";

/** The lists that each admin arranges for themselves (O30). */
export const ARRANGED_LISTS = ["bookings", "people"] as const;
export type ArrangedList = (typeof ARRANGED_LISTS)[number];

/** How many views an admin has at most, in all lists. */
export const MAX_VIEWS = 20;
export const VIEW_NAME_LENGTH = 40;

export type Arrangement = Awaited<ReturnType<typeof findArrangement>>;

/** The views of the office's list of people, as their tabs call them. */
export const USER_VIEWS = {
  all: "All",
  client: "Clients",
  plumber: "Plumbers",
  admin: "Admins",
  suspended: "Suspended",
  review: "To review",
} as const;
export type UserView = keyof typeof USER_VIEWS;

const USER_SORTS = ["-joined", "joined", "name", "-name"] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** The sorts that an index serves in a view (O25). */
export function userSortsOf(view: UserView): readonly UserSort[] {
  if (view === "suspended" || view === "review") return [];
  return view === "all" ? ["-joined", "joined"] : USER_SORTS;
}

interface UserListQuery {
  view: UserView;
  sort: UserSort;
}

/** The view and sort that an address names; what is unknown there, or has no index, is left out. */
export function readUserQuery(query: string | URLSearchParams): UserListQuery {
  const parameters = new URLSearchParams(query);
  const view = readView({ views: USER_VIEWS }, parameters);
  const sort = userSortsOf(view).find((known) => known === parameters.get("sort")) ?? "-joined";
  return { view, sort };
}

/** The query string of a list. Read again it gives the same. */
export function writeUserQuery({ view, sort }: UserListQuery): string {
  const query = new URLSearchParams();
  if (view !== "all") query.set("show", view);
  if (sort !== "-joined") query.set("sort", sort);
  return query.toString();
}

/** The tables that the office can export (O13). */
export const EXPORT_NAMES = ["bookings", "users", "reviews"] as const;
export type ExportName = (typeof EXPORT_NAMES)[number];
