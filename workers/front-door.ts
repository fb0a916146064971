import { isTooLong, comesFromElsewhere, isSafeMethod, namesAnotherHost } from "~/http/request";
import { isApiCall } from "../app/api/openapi/paths";
import { Problem, responseOf } from "../app/api/problem";
import { securityHeaders } from "../app/http/security-headers";
import type { Settings } from "./environment";

const refused = (status: number, text: string) => new Response(text, { status, headers: securityHeaders() });

/** The response to a request that goes no further; null for all that may pass. */
export function answerAtTheDoor(
  request: Request,
  { origin, localMode }: Pick<Settings, "origin" | "localMode">,
): Response | null {
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
