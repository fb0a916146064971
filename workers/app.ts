import { openDatabase } from "../app/db/client.server";
import { sendDueMails } from "../app/domain/mail/outbox.server";
import type { RequestContext } from "../app/http/context";
import { comesFromElsewhere } from "../app/http/origin-check";
import { securityHeaders } from "../app/http/security-headers";
import * as build from "../build/server/index.js";
import { meterD1, type D1Meter } from "./d1-meter";
import { readSettings, type Settings } from "./environment";
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

const WITHOUT_SCRIPT = securityHeaders();
const handleByRemix = handlerByFirstSegment(build);

export default {
  async fetch(request, env, ctx): Promise<Response> {
    const read = readSettings(env);
    if (!read.ok) {
      console.error(JSON.stringify({ event: "settings missing", problems: read.problems }));
      return new Response("This site is not set up yet.", { status: 500 });
    }
    const { settings } = read;
    if (comesFromElsewhere(request, settings.origin)) {
      return new Response("This request came from another site.", { status: 403, headers: securityHeaders() });
    }
    if (Number(request.headers.get("Content-Length")) > LARGEST_BODY) {
      return new Response("That is too large.", { status: 413, headers: securityHeaders() });
    }

    const later: (() => Promise<unknown>)[] = [];
    const afterResponse = (work: () => Promise<unknown>) => void later.push(work);
    const key = settings.keepsPages ? sharedKey(request, settings.origin) : null;
    const response = await fromCache(request, key, afterResponse, async () => {
      const meter = meterD1(env.DB, settings.d1DelayMs);
      const context = await requestContext(request, env, meter.d1, settings, afterResponse);
      return isSocketPath(new URL(request.url).pathname) ? openSocket(request, env, context) : drawPage(request, context, settings, meter);
    });
    ctx.waitUntil(
      Promise.allSettled(later.map((work) => work())).then(async () => {
        if (request.method !== "POST") return;
        await sendDueMails(openDatabase(env.DB), openMailer(env.EMAIL), { now: Date.now(), keepBodies: settings.localMode });
      }),
    );
    return response;
  },

  async scheduled(controller, env, ctx): Promise<void> {
    const read = readSettings(env);
    if (!read.ok) throw new Error(read.problems.join("; "));
    const context = domainContext(env, env.DB, read.settings, controller.scheduledTime, (work) => ctx.waitUntil(work()));
    await runSchedule(context, openMailer(env.EMAIL), read.settings.localMode);
  },
} satisfies ExportedHandler<Env>;

async function drawPage(request: Request, context: RequestContext, settings: Settings, meter: D1Meter): Promise<Response> {
  return withHeaders(await handleByRemix(request, { ...context }), {
    ...WITHOUT_SCRIPT,
    "Cache-Control": "private, no-cache",
    ...(settings.localMode && { "Server-Timing": `d1;desc="depth=${meter.depth()} calls=${meter.calls()}"` }),
  });
}

/** What the page has set itself stays. */
function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}
