import { isTooLong, comesFromElsewhere, isSafeMethod, namesAnotherHost } from "../app/http/request";
import { isApiCall, readBearerToken } from "../app/api/openapi/paths";
import { Problem, responseOf } from "../app/api/problem-json";
import { securityHeaders } from "../app/http/security-headers";
import type { Settings } from "./environment";
import { sessionCookie } from "../app/http/cookies";

const refused = (status: number, text: string) => new Response(text, { status, headers: securityHeaders() });

/** The response to a request that goes no further; null for all that may pass. */
export function rejectEarly(request: Request, { origin, localMode }: Pick<Settings, "origin" | "localMode">) {
  const url = new URL(request.url);
  const isCall = isApiCall(request);
  if (isTooLong(url)) {
    const { reply } = new Problem("addressTooLong");
    return isCall ? responseOf(reply) : refused(reply.status, "That address is too long.");
  }
  // An API call carries its token in a header, which no other site can make a browser send.
  if (isCall) return null;
  if (comesFromElsewhere(request, origin)) return refused(403, "This request came from another site.");
  // Remix would turn both into errors: a 500 and a log line each.
  if (namesAnotherHost(request, origin)) return refused(400, "This request names another host.");
  if (url.searchParams.has("_data")) return refused(400, "There is no such data.");
  if (!localMode && isSafeMethod(request) && url.origin !== origin) {
    return new Response(null, {
      status: 308,
      headers: { ...securityHeaders(), Location: origin + url.pathname + url.search },
    });
  }
  return null;
}

/** The messages that an isolate works on at a time: at some 5 ms of its thread each, no one waits over 250 ms. */
export const MESSAGES_AT_ONCE = 48;
// In milliseconds: one that is broken off never gives its place back, and a body may trickle in.
const LONGEST = 2000;

export const BUSY = { ok: false, reason: "busy", retryAfterSeconds: 1 } as const;

/** Where messages are sent to: by a page's script, by programs, and by a form without script. */
const BRINGS_MESSAGE = /^\/(messages\/|api\/messages$|\w+-dashboard\/messages\/)/;

/** The token that a request comes with, not verified yet; null without one. */
export const tokenOf = (request: Request) =>
  isApiCall(request) ? readBearerToken(request) : sessionCookie.read(request);

const places = new Map<object, number>();

/** Takes a place for a request with a message and a token, until `leave`; others need none. `isFull`: none is left. */
export function takePlace(request: Request, now = Date.now()): { isFull: boolean; leave: () => void } {
  const needsNone = { isFull: false, leave: () => undefined };
  const brings = request.method === "POST" && BRINGS_MESSAGE.test(new URL(request.url).pathname);
  if (!brings || !tokenOf(request)) return needsNone;
  for (const [place, since] of places) if (since < now - LONGEST) places.delete(place);
  if (places.size >= MESSAGES_AT_ONCE) return { ...needsNone, isFull: true };
  const place = {};
  places.set(place, now);
  return { isFull: false, leave: () => places.delete(place) };
}
