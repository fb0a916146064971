import { savesData } from "./save-data";

/**
 * Whether this is how somebody comes to the site: then the home page brings its stylesheet along, and is painted one
 * round trip earlier. From page to page it is a file, which the browser has by then.
 */
export function inlinesCriticalCss(request: Request): boolean {
  return (
    new URL(request.url).pathname === "/" &&
    request.method === "GET" &&
    request.headers.get("Sec-Fetch-Site") !== "same-origin" &&
    !savesData(request)
  );
}
