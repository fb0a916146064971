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
