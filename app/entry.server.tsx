import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { ReactNode } from "react";
import { dashboardRoleOf } from "./domain/values/user";
import { arrivalOf } from "./http/inline-critical-css";
import { inlineCriticalCss } from "./http/critical-css.server";
import { securityHeaders } from "./http/security-headers";
import { ResponseContext } from "./ui/shell/response-context";
import { handleOf, isHydrated } from "./http/page-handle";
import { routeListFor } from "./http/route-list";
import { Problem } from "./ui/shell/problem";
import { PublicLayout, QuietLayout } from "./ui/shell/public-layout";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { staticHandlerContext, routeModules } = remix;
  // The root's own error boundary is a page without script.
  const modules = staticHandlerContext.matches.map(({ route }) => routeModules[route.id]);
  const hydrated = !staticHandlerContext.errors?.["root"] && isHydrated(modules);
  const locates = modules.some((module) => handleOf(module).locates);
  const leadsToProvider = modules.some((module) => handleOf(module).leadsToProvider);
  // What went wrong leads back into the site.
  const quiet = !staticHandlerContext.errors && modules.some((module) => handleOf(module).quiet);
  const formsTo = leadsToProvider ? (context.paymentProvider?.origin ?? null) : null;
  const { requestId } = context;
  const arrival = hydrated ? null : arrivalOf(request);
  const inPage = arrival && (await inlineCriticalCss(arrival));
  const body = hydrated
    ? await renderHydrated(request, remix, requestId, context.nonce())
    : draw(request, remix, requestId, { style: inPage?.style, Frame: quiet ? QuietLayout : PublicLayout });

  passOn(headers, staticHandlerContext.actionHeaders, staticHandlerContext.loaderHeaders);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // After signing out, going back must not show a dashboard.
  // Nor may anyone cache a page with failed parts.
  if (hydrated || !context.isWhole()) headers.set("Cache-Control", "private, no-store");
  // Those of other pages are the same for everyone: the Worker adds them.
  if (hydrated || inPage || locates) {
    for (const [name, value] of Object.entries(
      securityHeaders({ nonce: hydrated ? context.nonce() : undefined, style: inPage?.source, locates, formsTo }),
    ))
      headers.set(name, value);
  }
  const response = new Response(body, { headers, status });
  const formFailed = staticHandlerContext.actionData && status >= 400;
  // Not where React hydrates: it would find a different title.
  return formFailed && !hydrated
    ? new HTMLRewriter().on("title", { element: (title) => void title.prepend("Error: ") }).transform(response)
    : response;
}

/** Renders a page without script at once: nothing on it is deferred. */
function draw(
  request: Request,
  remix: EntryContext,
  requestId: string,
  { style, Frame }: { style: string | undefined; Frame: typeof PublicLayout | typeof QuietLayout },
): string {
  const page = renderToStaticMarkup(
    <ResponseContext.Provider value={{ withoutScript: true, shell: { Frame, Problem }, keep, requestId, style }}>
      <RemixServer context={remix} url={request.url} />
    </ResponseContext.Provider>,
  );
  return `<!DOCTYPE html>${page}`;
}

const kept = new Map<string, string>();

/** The static fragments of this isolate, rendered once. */
function keep(name: string, part: ReactNode): string {
  let html = kept.get(name);
  if (html === undefined) {
    html = renderToStaticMarkup(
      <ResponseContext.Provider value={{ withoutScript: true, keep }}>{part}</ResponseContext.Provider>,
    );
    kept.set(name, html);
  }
  return html;
}

/** Renders a page that hydrates, whole as well: no loader defers anything, and React's stream costs more (decision 044). */
async function renderHydrated(
  request: Request,
  remix: EntryContext,
  requestId: string,
  nonce: string,
): Promise<string> {
  // The loaders' data for the browser's router, as Remix keeps it once its stream has ended.
  const result = { done: true, value: await new Response(remix.serverHandoffStream).text() };
  const role = dashboardRoleOf(new URL(request.url).pathname);
  const { manifest } = remix;
  const whole: EntryContext = {
    ...remix,
    manifest: role ? { ...manifest, url: routeListFor(manifest.url, role) } : manifest,
    serverHandoffStream: new ReadableStream(),
    renderMeta: { streamCache: { 0: Object.assign(Promise.resolve(), { result }) } },
  };
  const page = renderToString(
    <ResponseContext.Provider value={{ nonce, requestId }}>
      <RemixServer context={whole} url={request.url} nonce={nonce} />
    </ResponseContext.Provider>,
  );
  return `<!DOCTYPE html>${page}`;
}

/** Headers that Remix drops from a document's response unless each route passes them on. */
function passOn(headers: Headers, ...sources: Record<string, Headers>[]) {
  for (const source of sources.flatMap((byRoute) => Object.values(byRoute))) {
    for (const name of ["Retry-After", "Refresh"]) {
      const value = source.get(name);
      if (value) headers.set(name, value);
    }
  }
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A wrong method or an unknown path is the client's mistake.
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.reportError("request failed", error);
};
