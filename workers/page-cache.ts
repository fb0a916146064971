import { savesData } from "../app/http/save-data";
import { readSessionCookie } from "../app/http/session-cookie";

const SECONDS = 60;

/** Pages that are the same for everybody who is not signed in, whatever else their address says. */
const SHARED = /^\/(?:about|services(?:\/\w+)?|service-details|contact|blog(?:\/\d+)?|faq|privacy|terms|plumbers(?:\/[^/]+)?)?$/;
/** The parts of a query that those pages look at. */
const KNOWN = ["after", "city", "speciality", "sort"];

/** The key under which a request's page may be kept for others, or null: a signed-in person's never, nor one that says something once. */
export function sharedKey(request: Request, origin: string): Request | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || !SHARED.test(url.pathname)) return null;
  if (readSessionCookie(request) || request.headers.get("Cookie")?.includes("__Host-flash=")) return null;
  const key = new URL(url.pathname, origin);
  for (const name of KNOWN) {
    const value = url.searchParams.get(name);
    if (value) key.searchParams.set(name, value);
  }
  if (savesData(request)) key.searchParams.set("save-data", "on");
  return new Request(key);
}

/** A page out of the Worker's own cache, if it is there; else drawn, and kept for a minute if it may be. */
export async function fromCache(key: Request | null, afterResponse: (work: () => Promise<unknown>) => void, draw: () => Promise<Response>): Promise<Response> {
  if (!key) return draw();
  const cache = await caches.open("pages");
  const kept = await cache.match(key);
  if (kept) return asForBrowsers(new Response(kept.body, kept));
  const page = await draw();
  if (page.status !== 200 || page.headers.has("Set-Cookie") || !isHtml(page)) return page;
  const copy = new Response(page.clone().body, page);
  copy.headers.set("Cache-Control", `public, max-age=${SECONDS}`);
  copy.headers.delete("Server-Timing");
  afterResponse(() => cache.put(key, copy));
  return page;
}

// The cache has its own idea of how long a page is fresh; browsers are to ask each time.
function asForBrowsers(page: Response): Response {
  page.headers.set("Cache-Control", "private, no-cache");
  page.headers.delete("CF-Cache-Status");
  page.headers.delete("Age");
  return page;
}

const isHtml = (page: Response) => page.headers.get("Content-Type")?.startsWith("text/html") ?? false;

/** Gives a page without script its ETag, and answers 304 to who has it already: on metered data that is the whole page. */
export async function withEtag(request: Request, page: Response): Promise<Response> {
  if (request.method !== "GET" || page.status !== 200 || !isHtml(page) || page.headers.get("Cache-Control")?.includes("no-store")) return page;
  const body = await page.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body)).slice(0, 12);
  const etag = `W/"${btoa(String.fromCharCode(...digest))}"`;
  page.headers.set("ETag", etag);
  const known = request.headers.get("If-None-Match")?.split(/,\s*/).includes(etag);
  return known ? new Response(null, { status: 304, headers: page.headers }) : new Response(body, page);
}
