import { createRequestHandler } from "@remix-run/cloudflare";
import { openDatabase } from "../app/db/client.server";
import { sendDueMails } from "../app/domain/mail/outbox.server";
import { comesFromElsewhere } from "../app/http/origin-check";
import { securityHeaders } from "../app/http/security-headers";
import * as build from "../build/server/index.js";
import { meterD1 } from "./d1-meter";
import { readSettings } from "./environment";
import { domainContext, requestContext } from "./load-context";
import { openMailer } from "./mailer";
import { runSchedule } from "./scheduled";

const handleByRemix = createRequestHandler(build, "production");

export default {
  async fetch(request, env, ctx): Promise<Response> {
    const read = readSettings(env);
    if (!read.ok) {
      console.error(JSON.stringify({ event: "settings missing", problems: read.problems }));
      return new Response("This site is not set up yet.", { status: 500 });
    }
    const { settings } = read;
    if (comesFromElsewhere(request, settings.origin)) {
      return new Response("This request came from another site.", { status: 403, headers: securityHeaders(null) });
    }

    const meter = meterD1(env.DB, settings.d1DelayMs);
    const context = await requestContext(request, env, meter.d1, settings, (work) => ctx.waitUntil(work));
    const response = withHeaders(await handleByRemix(request, { ...context }), {
      ...securityHeaders(null),
      "Cache-Control": "private, no-cache",
      ...(settings.localMode && { "Server-Timing": `d1;desc="depth=${meter.depth()} calls=${meter.calls()}"` }),
    });
    if (request.method !== "GET" && request.method !== "HEAD") {
      const options = { now: context.now, keepBodies: settings.localMode };
      ctx.waitUntil(sendDueMails(openDatabase(env.DB), openMailer(env.EMAIL), options));
    }
    return response;
  },

  async scheduled(controller, env): Promise<void> {
    const read = readSettings(env);
    if (!read.ok) throw new Error(read.problems.join("; "));
    const context = domainContext(env, env.DB, read.settings, controller.scheduledTime);
    await runSchedule(context, openMailer(env.EMAIL), read.settings.localMode);
  },
} satisfies ExportedHandler<Env>;

/** What the page has set itself stays. */
function withHeaders(response: Response, headers: Record<string, string>): Response {
  const answer = new Response(response.body, response);
  for (const [name, value] of Object.entries(headers)) {
    if (!answer.headers.has(name)) answer.headers.set(name, value);
  }
  return answer;
}
