import { operationOf } from "../app/api/handler.server";
import { isApiCall } from "../app/api/openapi/paths";
import { isOutOfReach } from "../app/db/transient-errors";
import type { RequestContext } from "../app/http/context";
import { logError, logEvent, type LogFacts } from "../app/http/log";
import type { D1Meter } from "./d1";
import { socketRouteIdOf } from "./socket-auth";

type Work = () => Promise<unknown>;

/** A request, or a scheduled run: its line of the log, and the work put off until after its response. */
export function beginVisit(requestId: string) {
  const facts: LogFacts = {};
  const putOff: Work[] = [];
  const reportError: RequestContext["reportError"] = (event, error, more = {}) => {
    logError(event, error, { requestId, ...more });
    return isOutOfReach(error) ? 503 : 500;
  };
  return {
    requestId,
    began: Date.now(),
    meter: null as D1Meter | null,
    /** The rest of its line: who asked, from which network, and how a sign-in went. */
    facts,
    addToLog: (more: LogFacts) => void Object.assign(facts, more),
    reportError,
    afterResponse: (work: Work) => void putOff.push(work),
    /** Runs the work put off until after the response, and what that puts off in turn. */
    async runPutOff(): Promise<void> {
      while (putOff.length > 0) {
        const results = await Promise.allSettled(putOff.splice(0).map(async (work) => work()));
        for (const result of results)
          if (result.status === "rejected") reportError("work after the response failed", result.reason);
      }
    },
  };
}
export type Visit = ReturnType<typeof beginVisit>;

/** Writes a line a request, without its URL, which may hold a token, and its figures (O23), without who asked. */
export function logRequest(
  request: Request,
  { status }: Response,
  { REQUESTS }: Pick<Env, "REQUESTS">,
  { requestId, began, meter, facts }: Visit,
  pageIdOf: (request: Request) => string | null,
): void {
  const routeId = isApiCall(request)
    ? (operationOf(request)?.id ?? null)
    : (socketRouteIdOf(request) ?? pageIdOf(request));
  const { method } = request;
  const ms = Date.now() - began;
  const d1Calls = meter?.calls() ?? 0;
  logEvent("request", { requestId, routeId, method, status, ms, d1Calls, ...facts });
  REQUESTS.writeDataPoint({ indexes: [routeId ?? "none"], blobs: [method], doubles: [ms, status, d1Calls] });
}
