import { operationOf } from "../app/api/handler.server";
import { isApiCall } from "../app/api/openapi/paths";
import { logEvent, type LogFacts } from "../app/http/log";
import type { D1Meter } from "./d1/meter";
import { socketRouteIdOf } from "./socket-auth";

/** What the log knows of a request while it is being handled. */
export interface Visit {
  requestId: string;
  /** Milliseconds since 1970. */
  began: number;
  /** Set by the first D1 call. */
  meter: D1Meter | null;
  /** What else its line says: who asked, from which network, and how a sign-in went. */
  facts: LogFacts;
}

type PageIdOf = (request: Request) => string | null;

/** The id of the route, the call or the socket that a request is for; null for an unknown path. */
export const routeIdOf = (request: Request, pageIdOf: PageIdOf): string | null =>
  isApiCall(request) ? (operationOf(request)?.id ?? null) : (socketRouteIdOf(request) ?? pageIdOf(request));

/**
 * One line per request, instead of the platform's own, which contains URLs and with them the tokens of
 * emailed links, calendar feeds and sockets (wrangler.toml).
 */
export function logRequest(
  request: Request,
  response: Response,
  { requestId, began, meter, facts }: Visit,
  pageIdOf: PageIdOf,
): void {
  logEvent("request", {
    requestId,
    routeId: routeIdOf(request, pageIdOf),
    method: request.method,
    status: response.status,
    ms: Date.now() - began,
    d1Calls: meter?.calls() ?? 0,
    ...facts,
  });
}
