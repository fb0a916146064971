import { openDatabase } from "../app/db/client.server";
import { sendDueMails } from "../app/domain/mail/outbox.server";
import { answerApi } from "../app/http/api/answer.server";
import { isApiCall, readBearerToken } from "../app/http/api/paths";
import { Problem } from "../app/http/api/problem";
import { comesFromElsewhere } from "../app/http/origin-check";
import { securityHeaders } from "../app/http/security-headers";
import { readSessionCookie } from "../app/http/session-cookie";
import * as build from "../build/server/index.js";
import { currentInstant, instantOfRun, restoreClock } from "./clock";
import { meterD1 } from "./d1-meter";
import { readSettings } from "./environment";
import { domainContext, requestContext } from "./load-context";
import { openMailer } from "./mailer";
import { fromCache, sharedKey } from "./page-cache";
import { handlerByFirstSegment } from "./route-index";
import { runSchedule } from "./scheduled";
import { isSocketPath, openSocket } from "./socket-auth";

export { Conversation } from "./conversation";
export { Feed } from "./feed";

/** A photo of 5 MB and its form; a Worker has 128 MB for all that it does at once. */
const LARGEST_BODY = 6 * 1024 * 1024;

/** Methods that cause no mail. */
const SENDS_NOTHING = new Set(["GET", "HEAD", "OPTIONS"]);

const WITHOUT_SCRIPT = securityHeaders();
const handleByRemix = handlerByFirstSegment(build);

export default {
  async fetch(request, env, ctx): Promise<Response> {
    const isCall = isApiCall(request);
    const read = readSettings(env);
    if (!read.ok) {
      console.error(JSON.stringify({ event: "settings missing", problems: read.problems }));
      const { status, body } = new Problem("notSetUp").reply;
      return isCall ? Response.json(body, { status }) : new Response("This site is not set up yet.", { status });
    }
    const { settings } = read;
    // A call carries its token in a header, which no other site can make a browser send.
    if (!isCall && comesFromElsewhere(request, settings.origin)) {
      return new Response("This request came from another site.", { status: 403, headers: securityHeaders() });
    }
    if (!isCall && Number(request.headers.get("Content-Length")) > LARGEST_BODY) {
      return new Response("That is too large.", { status: 413, headers: securityHeaders() });
    }

    const later: (() => Promise<unknown>)[] = [];
    const afterResponse = (work: () => Promise<unknown>) => void later.push(work);
    const key = settings.keepsPages ? sharedKey(request, settings.origin) : null;
    const response = await fromCache(request, key, afterResponse, async () => {
      const meter = meterD1(env.DB, settings.d1DelayMs);
      const token = isCall ? readBearerToken(request) : readSessionCookie(request);
      const context = await requestContext(request, token, env, meter.d1, settings, afterResponse);
      if (isSocketPath(new URL(request.url).pathname)) return openSocket(request, env, context);
      // Not by Remix: its actions refuse other origins, and its errors are pages (decision 019).
      const answer = isCall ? await answerApi(request, context, settings.apiOrigins) : await handleByRemix(request, { ...context });
      return withHeaders(answer, {
        ...WITHOUT_SCRIPT,
        "Cache-Control": "private, no-cache",
        ...(settings.localMode && { "Server-Timing": `d1;desc="depth=${meter.depth()} calls=${meter.calls()}"` }),
      });
    });
    ctx.waitUntil(
      Promise.allSettled(later.map((work) => work()))
        .then(async () => {
          if (SENDS_NOTHING.has(request.method)) return;
          await sendDueMails(openDatabase(env.DB), openMailer(env.EMAIL), { now: currentInstant(), keepBodies: settings.localMode });
        })
        // They stay queued: the next minute's run sends them.
        .catch((error: unknown) => console.error(JSON.stringify({ event: "mails wait", error: String(error) }))),
    );
    return response;
  },

  async scheduled(controller, env, ctx): Promise<void> {
    const read = readSettings(env);
    if (!read.ok) throw new Error(read.problems.join("; "));
    if (read.settings.localMode) await restoreClock(env);
    const context = domainContext(env, env.DB, read.settings, instantOfRun(controller.scheduledTime), (work) => ctx.waitUntil(work()));
    await runSchedule(context, openMailer(env.EMAIL), read.settings.localMode);
  },
} satisfies ExportedHandler<Env>;

/** What the answer has set itself stays. */
function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}
