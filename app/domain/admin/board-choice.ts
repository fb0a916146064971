import { parseDate, type LocalDate } from "../time/harare";
import { CITIES, cityKey, suburbKey } from "../values/cities";
import { BOARD_VIEWS, type BoardView } from "./board-view";
import { cutText, PLACE_LENGTH } from "../values/text";

/** What the board's address says. */
export interface BoardChoice {
  view: BoardView;
  day: LocalDate;
  /** A `cityKey`; null: all of Zimbabwe. */
  city: string | null;
  /** A `suburbKey` of the city; null: all of it. */
  suburb: string | null;
  cursor: string | null;
}

/** The address of the board, and its value for a city that stands for all of them. */
export const BOARD_PATH = "/admin-dashboard/board";
const EVERYWHERE = "all";

/** What is shown where no city is chosen: today in the largest. */
export const firstChoice = (today: LocalDate): BoardChoice => ({
  view: "day",
  day: today,
  city: cityKey(CITIES[0]),
  suburb: null,
  cursor: null,
});

/** The choice of an address; null where it says nothing. What it doesn't know it leaves out. */
export function parseBoardChoice(query: URLSearchParams, today: LocalDate): BoardChoice | null {
  if (!["city", "day", "view"].some((name) => query.get(name))) return null;
  const city = cutText(cityKey(query.get("city") ?? ""), PLACE_LENGTH) || cityKey(CITIES[0]);
  const isAll = city === EVERYWHERE;
  return {
    view: BOARD_VIEWS.find((view) => view === query.get("view")) ?? "day",
    day: parseDate(query.get("day") ?? "") ?? today,
    city: isAll ? null : city,
    suburb: isAll ? null : cutText(suburbKey(query.get("suburb") ?? ""), PLACE_LENGTH) || null,
    cursor: query.get("after"),
  };
}

/** The query of a choice. Another city has no suburb yet, and another list begins at its beginning. */
export function boardQuery(choice: BoardChoice, changed: Partial<BoardChoice> = {}): string {
  const { view, day, city, suburb, cursor } = { ...choice, cursor: null, ...changed };
  const query = new URLSearchParams({ city: city ?? EVERYWHERE, day });
  if (view !== "day") query.set("view", view);
  if (suburb) query.set("suburb", suburb);
  if (cursor) query.set("after", cursor);
  return `?${query}`;
}
