import { parseUserFilter, USER_SORTS, userSortsOf, type UserFilter, type UserSort } from "./user-summary";

/** What the office's list of people shows, and its order. */
export interface UserListFilter {
  show: UserFilter;
  sort: UserSort;
}

/** A filter of the office's list of people from its address; what is unknown there, or has no index, is left out. */
export function readUserQuery(query: string | URLSearchParams): UserListFilter {
  const parameters = new URLSearchParams(query);
  const show = parseUserFilter(parameters.get("show"));
  const sort = USER_SORTS.find((known) => known === parameters.get("sort")) ?? "-joined";
  return { show, sort: userSortsOf(show).includes(sort) ? sort : "-joined" };
}

/** The query string of a filter. Read again it gives the same filter. */
export function writeUserQuery({ show, sort }: UserListFilter): string {
  const query = new URLSearchParams();
  if (show !== "all") query.set("show", show);
  if (sort !== "-joined") query.set("sort", sort);
  return query.toString();
}
