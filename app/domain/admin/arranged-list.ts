/** The lists that each admin arranges for themselves (O30). */
export const ARRANGED_LISTS = ["bookings", "people"] as const;
export type ArrangedList = (typeof ARRANGED_LISTS)[number];

/** How many views an admin has at most, in all lists. */
export const MAX_VIEWS = 20;
export const VIEW_NAME_LENGTH = 40;

interface SavedView {
  id: string;
  name: string;
  /** Its filters and sort, as the list's address has them. */
  query: string;
}

/** A list as an admin has arranged it. */
export interface Arrangement {
  views: SavedView[];
  /** The columns they hide; null: they have not chosen any. */
  hidden: string[] | null;
}
