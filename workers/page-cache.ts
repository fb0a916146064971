import { DAY, MINUTE, type Instant } from "../app/domain/time/harare";
import { rememberedCity, sessionCookie, draftCookie, cityCookieFor, signedUpCookie } from "../app/http/cookies";
import type { LastGood } from "../app/http/context";
import { etagOf, hasCopy, savesData, arrivalOf } from "../app/http/request";
import type { PageHandle } from "../app/http/page-handle";

/** Cookies with which a page may show what is someone's own: a user's, a request filled in (B28), a sign-up (A15). */
const OWN = [sessionCookie, draftCookie, signedUpCookie];

/** Cache-Control of a response that has none (law 14): no copy of what is someone's own. */
export const cacheControlFor = (request: Request): string =>
  OWN.some((cookie) => cookie.read(request)) ? "private, no-store" : "private, no-cache";

/**
 * The last step of every response. The platform's cache keeps responses without Cache-Control, a redirect or a 404 too,
 * and serves them to everyone. And URLs with a token must not leak by the Referer.
 */
export function withCacheRules(request: Request, response: Response): Response {
  if (response.status === 101) return response;
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", cacheControlFor(request));
  // Nor does the next person on the phone read what was filled in on it (B28).
  const set = response.headers.getSetCookie();
  const signsOut = sessionCookie.read(request) && set.includes(sessionCookie.ended);
  if (signsOut && draftCookie.read(request) && !set.some(draftCookie.isSetBy))
    response.headers.append("Set-Cookie", draftCookie.ended);
  // After a sign-in or sign-out, the next person must not see the earlier sign-up's address (A15).
  if (signedUpCookie.read(request) && set.some(sessionCookie.isSetBy))
    response.headers.append("Set-Cookie", signedUpCookie.ended);
  const city = (response.ok || response.status === 304) && cityCookieFor(request);
  if (city) response.headers.append("Set-Cookie", city);
  // Not `no-referrer`: the forms of these pages would have the Origin `null`.
  if (new URL(request.url).searchParams.has("token")) response.headers.set("Referrer-Policy", "same-origin");
  return response;
}

const SECONDS = 60;
/** Pages in an isolate's memory, in front of the data centre's cache: some 40 kB each. */
const MEMORY_COPIES = 100;

/** The page of a request if visitors share it; null for signed-in users, and for what is read only once. */
export function sharedPage(request: Request, origin: string, handleOf: (request: Request) => PageHandle) {
  if (request.method !== "GET") return null;
  if (sessionCookie.read(request) || request.headers.get("Cookie")?.includes("__Host-flash=")) return null;
  if (rememberedCity(request)) return null;
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
  const variant = ["en", savesData(request) && "save-data", arrivalOf(request) && "inline-css"];
  query.set("~variant", variant.filter(Boolean).join(","));
  return {
    key: `${origin}${url.pathname}?${query}`,
    // As the page sees it: of its query, the parameters that its route declares.
    request: path === url.pathname + url.search ? request : new Request(new URL(path, url), request),
  };
}

interface CachedPage {
  body: ArrayBuffer;
  headers: Headers;
  etag: string;
  until: number;
}

/** The pages in this isolate's memory, by cache and key: only ever pages that are the same for every visitor. */
const memoryCopies = new Map<string, CachedPage>();

/** The name of a version's cache: its pages name assets that the next version does not have, and its data has its shape. */
export const pageCacheOf = (version: string | undefined): string => `pages-${version || "local"}`;

/**
 * The page of a key from this isolate's memory or the data centre's cache `name`, if drawn within the last minute; else
 * draws it, and keeps it if it may. A page without a key is drawn for this request alone.
 */
export async function fromCache(
  request: Request,
  { name, key }: { name: string; key: string | null },
  afterResponse: (work: () => Promise<unknown>) => void,
  draw: () => Promise<Response>,
): Promise<Response> {
  if (!key) return withEtag(request, await draw());
  const now = Date.now();
  const slot = `${name} ${key}`;
  const page = memoryCopies.get(slot);
  if (page && page.until > now) return answer(request, page);

  const cache = await caches.open(name);
  const cached = await cache.match(key);
  // The cache counts freshness from its own clock, so the page carries its end along.
  if (cached) return answer(request, await remember(slot, cached, Number(cached.headers.get(UNTIL))));
  const drawn = await draw();
  if (!isStorable(drawn) || drawn.headers.has("Set-Cookie")) return withEtag(request, drawn);
  const fresh = await remember(slot, drawn, now + SECONDS * 1000);
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
/** Headers of one request or of the way a page was fetched; all others belong to the page. */
const NOT_THE_PAGES = ["cache-control", "server-timing", "cf-cache-status", "age", "etag", UNTIL.toLowerCase()];

async function remember(slot: string, response: Response, until: number): Promise<CachedPage> {
  const body = await response.arrayBuffer();
  const etag = await etagOf(body);
  const headers = new Headers([...response.headers].filter(([name]) => !NOT_THE_PAGES.includes(name)));
  headers.set("ETag", etag);
  headers.set("Cache-Control", "private, no-cache");
  const page = { body, headers, etag, until };
  memoryCopies.delete(slot);
  memoryCopies.set(slot, page);
  for (const oldest of memoryCopies.keys()) {
    if (memoryCopies.size <= MEMORY_COPIES) break;
    memoryCopies.delete(oldest);
  }
  return page;
}

function answer(request: Request, { body, headers, etag }: Omit<CachedPage, "until">): Response {
  return hasCopy(request, etag) ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}

/** Not a signed-in user's page, nor one with a part that could not be loaded: those say `no-store`. */
const isStorable = ({ status, headers }: Response) =>
  status === 200 &&
  !!headers.get("Content-Type")?.startsWith("text/html") &&
  !headers.get("Cache-Control")?.includes("no-store");

/** Gives a page its ETag. A browser that has the page already gets 304, which saves the whole page on metered data. */
async function withEtag(request: Request, page: Response): Promise<Response> {
  if (request.method !== "GET" || !isStorable(page)) return page;
  const body = await page.arrayBuffer();
  const etag = await etagOf(body);
  page.headers.set("ETag", etag);
  return answer(request, { body, headers: page.headers, etag });
}

const DATA_LIFE = DAY;
const DATA_WRITTEN_EACH = 10 * MINUTE;

const written = new Map<string, Instant>();

/** A copy promises no time: by now it may be taken (F4). */
const withoutFreeTimes = (key: string, value: unknown) => (key === "nextFree" ? undefined : value);

/** Copies of public pages' data (F4) in the data centre's cache `name`, without users, for when D1 is lost. */
export function openLastGood(
  { name, origin, now }: { name: string; origin: string; now: Instant },
  afterResponse: (work: () => Promise<unknown>) => void,
): LastGood {
  // On our own host, as Cloudflare requires of cache keys; no request for this path ever reads it.
  const addressOf = (part: string) => `${origin}/last-good/${encodeURIComponent(part)}`;
  return {
    keep(part, value) {
      const slot = `${name} ${part}`;
      if ((written.get(slot) ?? 0) > now - DATA_WRITTEN_EACH) return;
      if (written.size >= 1000) written.clear();
      written.set(slot, now);
      const headers = { "Cache-Control": `public, max-age=${DATA_LIFE / 1000}` };
      afterResponse(async () =>
        (await caches.open(name)).put(
          addressOf(part),
          new Response(JSON.stringify({ value, asOf: now }, withoutFreeTimes), { headers }),
        ),
      );
    },
    async find(part) {
      const kept = await (await caches.open(name)).match(addressOf(part));
      const copy = kept ? await kept.json<{ value: unknown; asOf: Instant }>() : null;
      return copy && copy.asOf > now - DATA_LIFE ? copy : null;
    },
  };
}
