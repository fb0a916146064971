import { inlinesCriticalCss } from "../app/http/inline-critical-css";
import { savesData } from "../app/http/save-data";
import type { PageHandle } from "../app/http/page-handle";
import { readSessionCookie } from "../app/http/session-cookie";

const SECONDS = 60;
/** How many pages an isolate keeps beside the cache of its place: some 40 kB each. */
const IN_MEMORY = 100;

/** The one language there is. */
const LANGUAGE = "en";

/** A page that is the same for every visitor. */
export interface SharedPage {
  /** Names the page in the cache. */
  key: string;
  /** What the page gets to see of the request: of its query, the parameters that its route declares. */
  request: Request;
}

/**
 * The page that a request is for, when it is one that others may get too; null for a page of which `handleOf` says
 * nothing, for everybody who is signed in, and for a visitor who is to read something once.
 */
export function sharedPage(
  request: Request,
  origin: string,
  handleOf: (request: Request) => PageHandle,
): SharedPage | null {
  if (request.method !== "GET") return null;
  if (readSessionCookie(request) || request.headers.get("Cookie")?.includes("__Host-flash=")) return null;
  const url = new URL(request.url);
  if (url.pathname.endsWith(".data")) return null;
  const { cache } = handleOf(request);
  if (!cache) return null;
  const query = new URLSearchParams();
  for (const name of url.search ? cache.query : []) {
    const value = url.searchParams.get(name);
    if (value !== null) query.set(name, value);
  }
  const path = query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
  const variant = [LANGUAGE, savesData(request) && "save-data", inlinesCriticalCss(request) && "inline-css"];
  query.set("~variant", variant.filter(Boolean).join(","));
  return {
    key: `${origin}${url.pathname}?${query}`,
    request: path === url.pathname + url.search ? request : new Request(new URL(path, url), request),
  };
}

interface CachedPage {
  body: ArrayBuffer;
  headers: Headers;
  etag: string;
  until: number;
}

/** What this isolate has at hand. Only ever what `sharedKey` allows: a page that is the same for all. */
const atHand = new Map<string, CachedPage>();

/** Where a version keeps its pages: they name its assets, which the next version does not have. */
export const pageCacheOf = (version: string | undefined): string => `pages-${version || "local"}`;

/**
 * A page that was drawn within the last minute, from this isolate's memory or the cache of its place (`name`); else
 * drawn, and kept if it may be. `key` null: drawn for this request alone.
 */
export async function fromCache(
  request: Request,
  { name, key }: { name: string; key: string | null },
  afterResponse: (work: () => Promise<unknown>) => void,
  draw: () => Promise<Response>,
): Promise<Response> {
  if (!key) return withEtag(request, await draw());
  const now = Date.now();
  const shelf = `${name} ${key}`;
  const page = atHand.get(shelf);
  if (page && page.until > now) return answer(request, page);

  const cache = await caches.open(name);
  const kept = await cache.match(key);
  // The cache has its own idea of how long a page is fresh; it was kept with its end.
  if (kept) return answer(request, await remember(shelf, kept, Number(kept.headers.get(UNTIL))));
  const drawn = await draw();
  if (drawn.status !== 200 || drawn.headers.has("Set-Cookie") || !isHtml(drawn) || isNotKept(drawn))
    return withEtag(request, drawn);
  const fresh = await remember(shelf, drawn, now + SECONDS * 1000);
  afterResponse(() => {
    const copy = new Response(fresh.body, { headers: fresh.headers });
    copy.headers.set(UNTIL, String(fresh.until));
    copy.headers.set("Cache-Control", `public, max-age=${SECONDS}`);
    return cache.put(key, copy);
  });
  const first = answer(request, fresh);
  const timing = drawn.headers.get("Server-Timing");
  if (timing) first.headers.set("Server-Timing", timing);
  return first;
}

const UNTIL = "X-Kept-Until";
/** Of one request, or of the way a page came here; the rest belongs to the page. */
const NOT_THE_PAGES = new Set([
  "cache-control",
  "server-timing",
  "cf-cache-status",
  "age",
  "etag",
  UNTIL.toLowerCase(),
]);

async function remember(shelf: string, response: Response, until: number): Promise<CachedPage> {
  const body = await response.arrayBuffer();
  const etag = await etagOf(body);
  const headers = new Headers([...response.headers].filter(([name]) => !NOT_THE_PAGES.has(name)));
  headers.set("ETag", etag);
  // Browsers are to ask each time.
  headers.set("Cache-Control", "private, no-cache");
  const page = { body, headers, etag, until };
  atHand.delete(shelf);
  atHand.set(shelf, page);
  for (const oldest of atHand.keys()) {
    if (atHand.size <= IN_MEMORY) break;
    atHand.delete(oldest);
  }
  return page;
}

function answer(request: Request, { body, headers, etag }: CachedPage): Response {
  return knows(request, etag) ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}

const isHtml = (page: Response) => page.headers.get("Content-Type")?.startsWith("text/html") ?? false;
/** A signed-in person's page, or one that shows less than it should. */
const isNotKept = (page: Response) => page.headers.get("Cache-Control")?.includes("no-store") ?? false;
const knows = (request: Request, etag: string) =>
  request.headers.get("If-None-Match")?.split(/,\s*/).includes(etag) ?? false;

async function etagOf(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body)).slice(0, 12);
  return `W/"${btoa(String.fromCharCode(...digest))}"`;
}

/**
 * Gives a page without script its ETag, and answers 304 to who has it already: on metered data that is the whole page.
 */
async function withEtag(request: Request, page: Response): Promise<Response> {
  if (request.method !== "GET" || page.status !== 200 || !isHtml(page) || isNotKept(page)) return page;
  const body = await page.arrayBuffer();
  const etag = await etagOf(body);
  page.headers.set("ETag", etag);
  return knows(request, etag) ? new Response(null, { status: 304, headers: page.headers }) : new Response(body, page);
}
