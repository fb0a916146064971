import { savesData } from "./request";

/** Pages on which visitors arrive: home, the directory, a plumber's page that someone has shared. */
const ARRIVALS = {
  home: /^\/$/,
  plumbers: /^\/plumbers(?:\/[^/]+)?$/,
  appointment: /^\/appointment\/[^/]+$/,
};
export type Arrival = keyof typeof ARRIVALS;

/** The page that inlines its stylesheet, to paint one round trip earlier for those who arrive from elsewhere; else null. */
export function arrivalOf(request: Request): Arrival | null {
  const { pathname } = new URL(request.url);
  const page = (Object.keys(ARRIVALS) as Arrival[]).find((name) => ARRIVALS[name].test(pathname));
  const isFirst = request.method === "GET" && request.headers.get("Sec-Fetch-Site") !== "same-origin";
  return page && isFirst && !savesData(request) ? page : null;
}
