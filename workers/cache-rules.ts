import { readSessionCookie } from "../app/http/session-cookie";

/**
 * What caches may do with an answer that does not say it itself (law 14): a visitor's browser asks each time, and a
 * signed-in person's keeps nothing, so that after signing out its Back asks us again.
 */
export const cacheControlFor = (request: Request): string =>
  readSessionCookie(request) ? "private, no-store" : "private, no-cache";

/**
 * The last hand on every answer. The platform's cache before the Worker keeps what says nothing of caches, a redirect
 * or a 404 too, and gives it to everybody; and an address with a token in it is nobody else's business.
 */
export function withCacheRules(request: Request, response: Response): Response {
  // An upgrade's answer cannot be changed.
  if (response.status === 101) return response;
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", cacheControlFor(request));
  // Not `no-referrer`: the forms of these pages would come from the origin `null`.
  if (new URL(request.url).searchParams.has("token")) response.headers.set("Referrer-Policy", "same-origin");
  return response;
}
