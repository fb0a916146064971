import { openDatabase } from "../app/db/client.server";
import { networkOf } from "../app/domain/rate-limits/limits";
import { BATCH_SIZE, sendDueNotices } from "../app/domain/outbox/outbox.server";
import { respondToApiCall } from "../app/api/handler.server";
import { isApiCall } from "../app/api/openapi/paths";
import { Problem, responseOf } from "../app/api/problem-json";
import { isDashboardPath } from "../app/domain/values/user";
import type { RequestContext } from "../app/http/context";
import { logError } from "../app/http/log";
import { answerRefusal } from "../app/http/refusals";
import { securityHeaders } from "../app/http/security-headers";
import { BUILD_HEADER, FORM_HEADER, LEADS_TO_HEADER } from "../app/realtime/own-headers";
import { unexpectedAnswer, unexpectedMessage } from "../app/http/responses";
import * as build from "virtual:remix/server-build";
import { publish } from "./channels";
import { currentInstant, instantOfRun, restoreClock } from "./clock";
import { cacheControlFor, withCacheRules, fromCache, pageCacheOf, sharedPage } from "./page-cache";
import { failAsAsked, gatherReads, meterD1, pipeline } from "./d1";
import { readSettings, type Settings } from "./environment";
import { rejectEarly, BUSY, takePlace, tokenOf } from "./front-door";
import { channelsOf, domainContext, requestContext, sendersOf } from "./load-context";
import { beginVisit, logRequest, type Visit } from "./request-log";
import { indexRoutes } from "./route-index";
import { runSchedule } from "./scheduled";
import { isSocketPath, openSocket } from "./socket-auth";
import { isSafeMethod, takesAnyOrigin } from "../app/http/request";

export { Conversation, Feed } from "./objects";

const SCRIPTLESS_HEADERS = securityHeaders();
const pages = indexRoutes(build);

export default {
  /** For tests, which reach the pages through the build alone. */
  routes: build.routes,

  async fetch(request, env, ctx): Promise<Response> {
    const visit = beginVisit(request.headers.get("CF-Ray") ?? crypto.randomUUID());
    const { requestId } = visit;
    const { isFull, leave } = takePlace(request);
    const read = readSettings(env);
    const settings = read.ok ? read.settings : null;
    if (!read.ok) logError("settings missing", new Error(read.problems.join("; ")), { requestId });
    const answering = settings ? answer(request, env, settings, visit, isFull) : Promise.resolve(notSetUp(request));
    const answered = await answering.catch((error: unknown) => {
      const status = visit.reportError("request failed", error);
      if (!isApiCall(request)) return unexpectedAnswer(requestId, status);
      const kind = status === 503 ? "unavailable" : "internalError";
      return responseOf(new Problem(kind, { message: unexpectedMessage(requestId) }).reply);
    });
    const response = withOwnHeaders(toOwnScript(request, withCacheRules(request, answered)), requestId);
    if (settings?.logsRequests) logRequest(request, response, env, visit, pages.routeIdOf);
    const pushed = visit.runPutOff().finally(leave);
    ctx.waitUntil(settings ? pushed.then(() => sendNotices(request, env, settings, visit)) : pushed);
    return response;
  },

  async scheduled(controller, env, ctx): Promise<void> {
    const read = readSettings(env);
    if (!read.ok) throw new Error(read.problems.join("; "));
    const visit = beginVisit(crypto.randomUUID());
    const { reportError } = visit;
    if (read.settings.localMode) await restoreClock(env);
    const context = domainContext(env, env.DB, read.settings, instantOfRun(controller.scheduledTime), visit);
    await runSchedule(context, sendersOf(env, read.settings), { reportError, keepWords: read.settings.localMode })
      // Not rethrown: the platform would log the error as it is, values included.
      .catch((error: unknown) => reportError("schedule failed", error));
    ctx.waitUntil(visit.runPutOff());
  },
} satisfies ExportedHandler<Env> & Pick<typeof build, "routes">;

function notSetUp(request: Request): Response {
  const { reply } = new Problem("notSetUp");
  return isApiCall(request)
    ? responseOf(reply)
    : new Response("This site is not set up yet.", { status: reply.status });
}

async function answer(request: Request, env: Env, settings: Settings, visit: Visit, isFull: boolean) {
  const { requestId, afterResponse, reportError, addToLog } = visit;
  const rejection = rejectEarly(request, settings);
  if (rejection) return rejection;
  // The API's handler refuses its own calls; a form without script gets its page back, with the words.
  if (isFull && !isApiCall(request) && !isDashboardPath(new URL(request.url).pathname)) return answerRefusal(BUSY);

  const shared = sharedPage(request, settings.origin, pages.pageHandleOf);
  const key = settings.keepsPages ? (shared?.key ?? null) : null;
  return fromCache(request, { name: pageCacheOf(env.VERSION?.id), key }, afterResponse, async () => {
    const meter = meterD1(settings.d1DelayMs);
    visit.meter = meter;
    const d1 = pipeline(
      env.DB,
      gatherReads((error) => logError("D1 batch failed", error, { requestId })),
      meter.step,
      ...(settings.localMode ? [failAsAsked(request)] : []),
    );
    const ofVisit = { requestId, afterResponse, reportError, addToLog, busy: isFull ? BUSY : null };
    const context = await requestContext(request, tokenOf(request), env, d1, settings, ofVisit);
    addToLog({ user: context.session.viewer?.id ?? null, network: networkOf(context.clientAddress) });
    const response = await answerWith(context, shared?.request ?? request, env, settings);
    // The response to an upgrade comes from an object and can't be changed.
    if (response.status === 101) return response;
    const headers = {
      ...SCRIPTLESS_HEADERS,
      "Cache-Control": cacheControlFor(request),
      ...(settings.localMode && {
        "Server-Timing": `d1;desc="depth=${meter.depth()} calls=${meter.calls()} rows=${meter.rowsRead()}"`,
      }),
    };
    for (const [name, value] of Object.entries<string>(headers))
      if (!response.headers.has(name)) response.headers.set(name, value);
    return response;
  });
}

function answerWith(context: RequestContext, request: Request, env: Env, settings: Settings): Promise<Response> {
  if (isSocketPath(new URL(request.url).pathname)) return openSocket(request, env, context);
  // Not by Remix: its actions refuse other origins, and its errors are pages (decision 038).
  return isApiCall(request)
    ? respondToApiCall(request, context, settings.apiOrigins)
    : pages.handle(takesAnyOrigin(request) ? withoutOrigin(request) : request, { ...context });
}

/** For an address that takes any origin: Remix's actions refuse `null`, too. */
function withoutOrigin(request: Request): Request {
  const own = new Request(request);
  own.headers.delete("Origin");
  return own;
}

/** Longer than a page takes to be rendered and sent, in milliseconds. */
const SEND_AFTER_MS = 150;
let sendsAt = 0;

/** Sends the notices that this request, and others of the moment, have queued. A notice that fails stays for the scheduled run. */
async function sendNotices(request: Request, env: Env, settings: Settings, visit: Visit): Promise<void> {
  if (!settings.sendsBehindResponses || isSafeMethod(request) || !visit.meter?.hasQueuedNotice()) return;
  // One request sends for all that come before it begins.
  if (Date.now() < sendsAt) return;
  sendsAt = Date.now() + SEND_AFTER_MS;
  try {
    // The page is still on its way: sending an email meanwhile would delay it, and so tell whether there was one (A7).
    await scheduler.wait(SEND_AFTER_MS);
    const { origin, localMode, paynow } = settings;
    const channels = channelsOf(env, settings);
    const context = { db: openDatabase(env.DB), now: currentInstant(), origin, channels, paymentProvider: paynow };
    // Holds all that is queued in so short a time; what else is due goes out within a minute.
    const options = { keepWords: localMode, limit: 4 * BATCH_SIZE };
    const { failed } = await sendDueNotices(context, sendersOf(env, settings), options);
    if (failed > 0) await publish(env, origin, { type: "officeChanged" });
  } catch (error) {
    logError("notices wait", error, { requestId: visit.requestId });
  }
}

/** A form that a page's script sends gets the address that it leads to: a script can't see a redirect's. */
function toOwnScript(request: Request, response: Response): Response {
  const to = response.headers.get("Location");
  if (to === null || request.headers.get(FORM_HEADER) !== "1") return response;
  const headers = new Headers(response.headers);
  headers.delete("Location");
  headers.set(LEADS_TO_HEADER, to);
  return new Response(null, { status: 204, headers });
}

/** Headers of this request alone, also when the page was rendered for another one; the build says that it is our answer. */
function withOwnHeaders(response: Response, requestId: string): Response {
  const own = response.status === 101 ? new Response(null, response) : response;
  own.headers.set("Request-Id", requestId);
  own.headers.set(BUILD_HEADER, build.assets.version);
  return own;
}
