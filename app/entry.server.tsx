import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer, useLocation, useRouteLoaderData } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { ReactNode } from "react";
import { dashboardRoleOf, isDashboardPath } from "./domain/values/user";
import { lightPagesTest, takesLightPages } from "~/http/light-pages";
import { arrivalOf, type Arrival } from "~/http/request";
import { securityHeaders } from "./http/security-headers";
import { ERROR_PREFIX } from "~/ui/forms/form";
import { ResponseContext } from "~/ui/shell/response-context";
import { nextOfficeOpening, sayOpening } from "./domain/time/office-hours";
import { FORM_HEADER } from "~/realtime/own-headers";
import { handleOf, routeListFor, type PageHandle } from "./http/page-handle";
import { PublicLayout, QuietLayout } from "./ui/shell/public-layout";
import appointment from "./styles.css?page=appointment&inline";
import home from "./styles.css?page=home&inline";
import plumbers from "./styles.css?page=plumbers&inline";
import { brand } from "~/brand";
import { showPhone, telephoneLink } from "~/domain/values/phone";
import crack from "./ui/illustrations/crack.svg?url";
import notFound from "./ui/illustrations/not-found.svg?url";
import { FailedRequest, TryAgain, useUnsent } from "~/ui/shell/dashboard-page";
import { OWN_PAGES } from "./ui/shell/missing-page";
import { ButtonLink, QuietLink, TextLink } from "./ui/shell/elements";
import type { loader as rootLoader } from "./root";
import { ProblemSearch } from "./ui/site/house-search";

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
  const has = (name: keyof PageHandle) => modules.some((module) => handleOf(module)[name]);
  const hydrated = !staticHandlerContext.errors?.["root"] && has("hydrated");
  const locates = has("locates");
  // An error page leads back into the site.
  const quiet = !staticHandlerContext.errors && has("quiet");
  const formsTo = has("leadsToProvider") ? (context.paymentProvider?.origin ?? null) : null;
  const { requestId } = context;
  const arrival = hydrated ? null : arrivalOf(request);
  const inlined = arrival && (await inlineCriticalCss(arrival));
  const shell = { Frame: quiet ? QuietLayout : PublicLayout, Problem };
  // The same pages as HTML alone (W20).
  const isLight = hydrated && takesLightPages(request);
  const opens = nextOfficeOpening(context.now);
  const facts = isLight
    ? { withoutScript: true, isLight, requestId }
    : {
        withoutScript: true,
        shell,
        keep,
        requestId,
        style: inlined?.style,
        officeOpens: opens === null ? null : { at: opens, said: sayOpening(opens, context.now) },
      };
  const page =
    hydrated && !isLight
      ? await renderHydrated(request, remix, requestId, context.nonce())
      : renderToStaticMarkup(
          <ResponseContext.Provider value={facts}>
            <RemixServer context={remix} url={request.url} />
          </ResponseContext.Provider>,
        );

  passOn(headers, staticHandlerContext.actionHeaders, staticHandlerContext.loaderHeaders);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // After signing out, going back must not show a dashboard.
  // Nor may anyone cache a page with failed parts.
  if (hydrated || !context.isWhole()) headers.set("Cache-Control", "private, no-store");
  // Those of other pages are the same for everyone: the Worker adds them.
  if (hydrated || inlined || locates) {
    for (const [name, value] of Object.entries(
      securityHeaders({ nonce: hydrated ? context.nonce() : undefined, style: inlined?.source, locates, formsTo }),
    ))
      headers.set(name, value);
  }
  const photos = request.headers.get(FORM_HEADER) === "photos" ? PHOTOS.exec(page)?.[0] : undefined;
  const response = new Response(photos ?? `<!DOCTYPE html>${page}`, { headers, status });
  if (!staticHandlerContext.actionData || status < 400) return response;
  return new HTMLRewriter()
    .on("head > title", {
      element(title) {
        title.prepend(ERROR_PREFIX);
        if (hydrated && !isLight) title.after(withoutPrefix(context.nonce()), { html: true });
      },
    })
    .transform(response);
}

/** Takes the prefix away before React looks for the title that it renders; the form's summary puts it back (F2). */
const withoutPrefix = (nonce: string) =>
  `<script nonce="${nonce}">document.title=document.title.slice(${ERROR_PREFIX.length});document.currentScript.remove()</script>`;

/** The photos of a request, with what is wrong with the last one. */
const PHOTOS = /<fieldset id="photos".*?<\/fieldset>/s;

const kept = new Map<string, string>();

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
async function renderHydrated(request: Request, remix: EntryContext, requestId: string, nonce: string) {
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
  // Before any module or preload; the element is gone when React looks at the page.
  return page.replace("<head>", () => `<head><script nonce="${nonce}">${lightPagesTest}</script>`);
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

const STYLES: Record<Arrival, string> = { home, plumbers, appointment };
const sources = new Map<Arrival, Promise<string>>();

/** The styles of a page, and the hash by which its policy lets them in. */
async function inlineCriticalCss(page: Arrival) {
  const style = STYLES[page];
  const source = sources.get(page) ?? hashOf(style);
  sources.set(page, source);
  return { style, source: await source };
}

async function hashOf(style: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

const SHORTCUTS = [
  ["/about", "About us"],
  ["/services", "Our Services"],
  ["/services", "Pricing & Plan"],
  ["/faq", "Questions"],
  ["/#testimonials", "Testimonials"],
  ["/contact", "Contact us"],
  ["/", "Homepage"],
] as const;

/** The page for a path that doesn't exist (W6), a refused request, and a failure on our side (F3). */
function Problem({ missing, refusal }: { missing: boolean; refusal: string | null }) {
  const unsent = useUnsent();
  const heading = missing ? "This page isn't here" : "That didn't work";
  const isRefused = missing || refusal !== null;
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  const { pathname } = useLocation();
  return (
    <div className="page-text grid justify-items-center gap-4 py-8 text-center">
      <img src={missing ? notFound : crack} alt="" width={160} height={120} />
      <h1>{isRefused ? heading : (unsent?.what ?? "Unexpected Application Error!")}</h1>
      {isRefused && <p className="text-sm text-ink-3">Request Not Executable Error</p>}
      <p className="text-ink-2">
        {missing
          ? "This page doesn't exist, or you don't have access to it."
          : (refusal ?? "Something broke on our side, and we've been told. Try again in a moment, or call us.")}
      </p>
      {!isRefused && <FailedRequest />}
      {missing ? (
        <>
          {user && isDashboardPath(pathname) ? (
            <ButtonLink {...OWN_PAGES[user.role]} />
          ) : (
            <div className="grid w-full justify-items-center text-left">
              <ProblemSearch />
            </div>
          )}
          {user && !isDashboardPath(pathname) && <QuietLink {...OWN_PAGES[user.role]} />}
          <ul className="flex flex-wrap justify-center gap-x-4">
            {SHORTCUTS.map(([to, label]) => (
              <li key={label}>
                <TextLink to={to} label={label} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div className="flex flex-wrap justify-center gap-3">
          <TryAgain />
          <QuietLink to="/">Homepage</QuietLink>
          <a href={telephoneLink(brand.phone)} className="button button-quiet">
            {showPhone(brand.phone)}
          </a>
        </div>
      )}
    </div>
  );
}
