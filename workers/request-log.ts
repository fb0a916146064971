import { operationOf } from "../app/api/handler.server";
import { isApiCall } from "../app/api/openapi/paths";
import { logEvent } from "../app/http/log";
import type { D1Meter } from "./d1-meter";
import { socketRouteIdOf } from "./socket-auth";

/** What the log knows of a request while it is answered. */
export interface Visit {
  requestId: string;
  /** Milliseconds since 1970. */
  began: number;
  /** Once there is a reason to ask D1. */
  meter: D1Meter | null;
}

/**
 * One line for each request, in the place of the platform's own, which has addresses in it, and with them the tokens of
 * mailed links, calendar feeds and sockets (wrangler.toml).
 */
export function logRequest(
  request: Request,
  response: Response,
  { requestId, began, meter }: Visit,
  pageIdOf: (request: Request) => string | null,
): void {
  const routeId = isApiCall(request)
    ? (operationOf(request)?.id ?? null)
    : (socketRouteIdOf(request) ?? pageIdOf(request));
  logEvent("request", {
    requestId,
    routeId,
    method: request.method,
    status: response.status,
    ms: Date.now() - began,
    d1Calls: meter?.calls() ?? 0,
  });
}
