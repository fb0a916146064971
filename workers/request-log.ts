import { operationOf } from "../app/api/handler.server";
import { isApiCall } from "../app/api/openapi/paths";
import { isOutOfReach } from "../app/db/transient-errors";
import type { RequestContext } from "../app/http/context";
import { logError, logEvent, type LogFacts } from "../app/http/log";
import type { D1Meter } from "./d1";
import { socketRouteIdOf } from "./socket-auth";

export interface Visit {
  requestId: string;
  began: number;
  meter: D1Meter | null;
  /** The rest of its line: who asked, from which network, and how a sign-in went. */
  facts: LogFacts;
}

type PageIdOf = (request: Request) => string | null;

/** The id of the route, the call or the socket that a request is for; null for an unknown path. */
const routeIdOf = (request: Request, pageIdOf: PageIdOf): string | null =>
  isApiCall(request) ? (operationOf(request)?.id ?? null) : (socketRouteIdOf(request) ?? pageIdOf(request));

/**
 * One line per request, instead of the platform's own, which contains URLs and with them tokens (wrangler.toml). Route,
 * method and figures also go to the data set of docs/operations.md (O23): nothing there says who asked.
 */
export function logRequest(
  request: Request,
  { status }: Response,
  { REQUESTS }: Pick<Env, "REQUESTS">,
  { requestId, began, meter, facts }: Visit,
  pageIdOf: PageIdOf,
): void {
  const routeId = routeIdOf(request, pageIdOf);
  const { method } = request;
  const [ms, d1Calls] = [Date.now() - began, meter?.calls() ?? 0];
  logEvent("request", { requestId, routeId, method, status, ms, d1Calls, ...facts });
  REQUESTS.writeDataPoint({ indexes: [routeId ?? "none"], blobs: [method], doubles: [ms, status, d1Calls] });
}

/** Logs an error of a request and gives the status of its answer: 503 where D1 is out of reach, else 500. */
export const errorReporter =
  (requestId: string): RequestContext["reportError"] =>
  (event, error, facts = {}) => {
    logError(event, error, { requestId, ...facts });
    return isOutOfReach(error) ? 503 : 500;
  };
