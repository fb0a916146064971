import { savesData } from "./save-data";

/** Pages on which visitors arrive: home, the directory, a plumber's page that someone has shared. */
const ARRIVALS = {
  home: /^\/$/,
  plumbers: /^\/plumbers(?:\/[^/]+)?$/,
  appointment: /^\/appointment\/[^/]+$/,
};
export type Arrival = keyof typeof ARRIVALS;

/**
 * Which of these pages inlines its stylesheet, which paints it one round trip earlier; else null. Only for visitors who
 * arrive from elsewhere: within the site the stylesheet is a file that the browser already has.
 */
export function arrivalOf(request: Request): Arrival | null {
  const { pathname } = new URL(request.url);
  const page = (Object.keys(ARRIVALS) as Arrival[]).find((name) => ARRIVALS[name].test(pathname));
  const isFirst = request.method === "GET" && request.headers.get("Sec-Fetch-Site") !== "same-origin";
  return page && isFirst && !savesData(request) ? page : null;
}
