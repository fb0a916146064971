import { openDatabase } from "../app/db/client.server";
import { sendDueMails } from "../app/domain/mail/outbox.server";
import { isTooLong } from "../app/http/address-length";
import { answerApi } from "../app/http/api/answer.server";
import { isApiCall, readBearerToken } from "../app/http/api/paths";
import { Problem } from "../app/http/api/problem";
import { logError } from "../app/http/log";
import { comesFromElsewhere } from "../app/http/origin-check";
import { securityHeaders } from "../app/http/security-headers";
import { readSessionCookie } from "../app/http/session-cookie";
import { unexpectedAnswer, unexpectedMessage } from "../app/http/unexpected";
import * as build from "../build/server/index.js";
import { runAfterResponse, type Work } from "./after-response";
import { currentInstant, instantOfRun, restoreClock } from "./clock";
import { cacheControlFor, withCacheRules } from "./cache-rules";
import { failAsAsked } from "./d1-faults";
import { meterD1 } from "./d1-meter";
import { retryReads } from "./d1-retry";
import { readSettings } from "./environment";
import { domainContext, requestContext } from "./load-context";
import { openMailer } from "./mailer";
import { fromCache, pageCacheOf, sharedKey } from "./page-cache";
import { handlerByFirstSegment } from "./route-index";
import { runSchedule } from "./scheduled";
import { isSocketPath, openSocket } from "./socket-auth";

export { Conversation } from "./conversation";
export { Feed } from "./feed";

/** Methods that cause no mail. */
const SENDS_NOTHING = new Set(["GET", "HEAD", "OPTIONS"]);

const WITHOUT_SCRIPT = securityHeaders();
const handleByRemix = handlerByFirstSegment(build);

export default {
  async fetch(request, env, ctx): Promise<Response> {
    const requestId = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const afterResponse: Work[] = [];
    const response = await answer(request, env, requestId, afterResponse).catch((error: unknown) => {
      logError("request failed", error, { requestId });
      return isApiCall(request) ? Response.json(new Problem("internalError", { message: unexpectedMessage(requestId) }).reply.body, { status: 500 }) : unexpectedAnswer(requestId);
    });
    ctx.waitUntil(runAfterResponse(afterResponse, requestId).then(() => sendMails(request, env, requestId)));
    return withRequestId(withCacheRules(request, response), requestId);
  },

  async scheduled(controller, env, ctx): Promise<void> {
    const read = readSettings(env);
    if (!read.ok) throw new Error(read.problems.join("; "));
    const requestId = crypto.randomUUID();
    const afterResponse: Work[] = [];
    if (read.settings.localMode) await restoreClock(env);
    const context = domainContext(env, env.DB, read.settings, instantOfRun(controller.scheduledTime), (work) => void afterResponse.push(work));
    await runSchedule(context, openMailer(env.EMAIL), { requestId, keepBodies: read.settings.localMode })
      // Not thrown on: the platform would log the error as it is, values and all.
      .catch((error: unknown) => logError("schedule failed", error, { requestId }));
    ctx.waitUntil(runAfterResponse(afterResponse, requestId));
  },
} satisfies ExportedHandler<Env>;

async function answer(request: Request, env: Env, requestId: string, putOff: Work[]): Promise<Response> {
  const isCall = isApiCall(request);
  const read = readSettings(env);
  if (!read.ok) {
    logError("settings missing", new Error(read.problems.join("; ")), { requestId });
    const { status, body } = new Problem("notSetUp").reply;
    return isCall ? Response.json(body, { status }) : new Response("This site is not set up yet.", { status });
  }
  const { settings } = read;
  // A call carries its token in a header, which no other site can make a browser send.
  if (!isCall && comesFromElsewhere(request, settings.origin)) {
    return new Response("This request came from another site.", { status: 403, headers: securityHeaders() });
  }
  if (isTooLong(new URL(request.url))) {
    const { status, body } = new Problem("addressTooLong").reply;
    return isCall ? Response.json(body, { status }) : new Response(body.message, { status, headers: securityHeaders() });
  }

  const afterResponse = (work: Work) => void putOff.push(work);
  const key = settings.keepsPages ? sharedKey(request, settings.origin) : null;
  return fromCache(request, { name: pageCacheOf(env.VERSION?.id), key }, afterResponse, async () => {
    const meter = meterD1(settings.localMode ? failAsAsked(env.DB, request) : env.DB, settings.d1DelayMs);
    const token = isCall ? readBearerToken(request) : readSessionCookie(request);
    const d1 = retryReads(meter.d1, (error, facts) => logError("D1 failed in passing", error, { requestId, ...facts }));
    const context = await requestContext(request, token, env, d1, settings, { requestId, afterResponse });
    if (isSocketPath(new URL(request.url).pathname)) return openSocket(request, env, context);
    // Not by Remix: its actions refuse other origins, and its errors are pages (decision 019).
    const response = isCall ? await answerApi(request, context, settings.apiOrigins) : await handleByRemix(request, { ...context });
    return withHeaders(response, {
      ...WITHOUT_SCRIPT,
      "Cache-Control": cacheControlFor(request),
      ...(settings.localMode && { "Server-Timing": `d1;desc="depth=${meter.depth()} calls=${meter.calls()}"` }),
    });
  });
}

/** Mails that this request has caused. What fails stays queued: the next minute's run sends it. */
async function sendMails(request: Request, env: Env, requestId: string): Promise<void> {
  const read = readSettings(env);
  if (!read.ok || SENDS_NOTHING.has(request.method)) return;
  try {
    await sendDueMails(openDatabase(env.DB), openMailer(env.EMAIL), { now: currentInstant(), keepBodies: read.settings.localMode });
  } catch (error) {
    logError("mails wait", error, { requestId });
  }
}

/** Of this request, also where the page was drawn for another. An upgrade's answer comes from an object, and cannot be changed. */
function withRequestId(response: Response, requestId: string): Response {
  const own = response.status === 101 ? new Response(null, response) : response;
  own.headers.set("Request-Id", requestId);
  return own;
}

/** What the answer has set itself stays. */
function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}
