import { readView } from "../values/lists";

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

/** How the list can be sorted: by when they joined, or by name. */
const USER_SORTS = ["-joined", "joined", "name", "-name"] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** The sorts that an index serves in a view (O25). */
export function userSortsOf(view: UserView): readonly UserSort[] {
  if (view === "suspended" || view === "review") return [];
  return view === "all" ? ["-joined", "joined"] : USER_SORTS;
}

/** What the office's list of people shows, and its order. */
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
