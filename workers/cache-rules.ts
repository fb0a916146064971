import { cityCookieFor, draftCookie, sessionCookie } from "../app/http/cookies";

/**
 * What caches may do with a response that doesn't say it itself (law 14): a visitor's browser revalidates each time,
 * and a signed-in user's stores nothing, so that going back after signing out asks us again; nor does that of a visitor
 * who has filled in a request (B28).
 */
export const cacheControlFor = (request: Request): string =>
  sessionCookie.read(request) || draftCookie.read(request) ? "private, no-store" : "private, no-cache";

/**
 * The last step of every response. The platform's cache in front of the Worker keeps responses without Cache-Control, a
 * redirect or a 404 too, and serves them to everyone. And URLs with a token must not leak by the Referer.
 */
export function withCacheRules(request: Request, response: Response): Response {
  // The response to an upgrade can't be changed.
  if (response.status === 101) return response;
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", cacheControlFor(request));
  // What the browser keeps of a user (W18) ends with their session, and before another one begins.
  if (response.headers.getSetCookie().some(sessionCookie.isSetBy)) response.headers.set("Clear-Site-Data", '"storage"');
  // Nor does the next person on the phone read what was filled in on it (B28).
  const set = response.headers.getSetCookie();
  if (
    sessionCookie.read(request) &&
    draftCookie.read(request) &&
    set.includes(sessionCookie.ended) &&
    !set.some(draftCookie.isSetBy)
  )
    response.headers.append("Set-Cookie", draftCookie.ended);
  const city = (response.ok || response.status === 304) && cityCookieFor(request);
  if (city) response.headers.append("Set-Cookie", city);
  // Not `no-referrer`: the forms of these pages would have the Origin `null`.
  if (new URL(request.url).searchParams.has("token")) response.headers.set("Referrer-Policy", "same-origin");
  return response;
}
