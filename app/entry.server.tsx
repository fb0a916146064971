import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { securityHeaders } from "./http/security-headers";
import { NonceContext } from "./ui/nonce";
import { isHydrated } from "./ui/page-handle";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { staticHandlerContext, routeModules } = remix;
  const hydrated = isHydrated(staticHandlerContext.matches.map(({ route }) => routeModules[route.id]));
  const nonce = hydrated ? context.nonce : null;
  let failed = false;

  const body = await renderToReadableStream(
    <NonceContext.Provider value={nonce ?? undefined}>
      <RemixServer context={remix} url={request.url} nonce={nonce ?? undefined} abortDelay={5000} />
    </NonceContext.Provider>,
    {
      nonce: nonce ?? undefined,
      signal: AbortSignal.timeout(6000),
      onError(error: unknown) {
        failed = true;
        logError(error, context.requestId, request);
      },
    },
  );
  // Pages that are complete before they leave need no script to put late parts in place.
  if (!hydrated || isbot(request.headers.get("User-Agent"))) await body.allReady;

  passOn(headers, staticHandlerContext.actionHeaders, staticHandlerContext.loaderHeaders);
  headers.set("Content-Type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(securityHeaders(nonce))) headers.set(name, value);
  const response = new Response(body, { headers, status: failed ? 500 : status });
  const formFailed = staticHandlerContext.actionData && status >= 400;
  // Not where React takes the page over: it would find another title than its own.
  return formFailed && !hydrated ? new HTMLRewriter().on("title", { element: (title) => void title.prepend("Error: ") }).transform(response) : response;
}

/** Remix drops these from a document's answer unless each route says otherwise. */
function passOn(headers: Headers, ...sources: Record<string, Headers>[]) {
  for (const source of sources.flatMap((byRoute) => Object.values(byRoute))) {
    for (const name of ["Retry-After", "Refresh"]) {
      const value = source.get(name);
      if (value) headers.set(name, value);
    }
  }
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) logError(error, context.requestId, request);
};

function logError(error: unknown, requestId: string, request: Request) {
  const { pathname } = new URL(request.url);
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  console.error(JSON.stringify({ event: "error", requestId, method: request.method, pathname, message, stack }));
}
