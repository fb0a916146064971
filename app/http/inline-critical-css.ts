import { savesData } from "./save-data";

/** Pages on which visitors arrive: home, the directory, a plumber's page that someone has shared. */
const ARRIVALS = /^\/(?:plumbers(?:\/[^/]+)?|appointment\/[^/]+)?$/;

/**
 * Whether such a page inlines its stylesheet, which paints it one round trip earlier. Only for visitors who arrive
 * from elsewhere: within the site the stylesheet is a file that the browser already has.
 */
export function inlinesCriticalCss(request: Request): boolean {
  return (
    ARRIVALS.test(new URL(request.url).pathname) &&
    request.method === "GET" &&
    request.headers.get("Sec-Fetch-Site") !== "same-origin" &&
    !savesData(request)
  );
}
