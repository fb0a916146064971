import styles from "~/styles.css?url";

export const isSafeMethod = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

/** The address whose token is the right (N13): mail programs post to it, in one click, from any origin or `null`. */
export const takesAnyOrigin = ({ url }: Request): boolean => new URL(url).pathname === "/unsubscribe";

/** True if another site sent a request that can change something (S2). Without both headers, SameSite protects. */
export function comesFromElsewhere(request: Request, origin: string): boolean {
  if (isSafeMethod(request) || takesAnyOrigin(request)) return false;
  const sent = request.headers.get("Origin");
  return (sent !== null && sent !== origin) || request.headers.get("Sec-Fetch-Site") === "cross-site";
}

/** True if a request that can change something names a foreign host. */
export function namesAnotherHost(request: Request, origin: string): boolean {
  if (isSafeMethod(request)) return false;
  const { host } = new URL(origin);
  return ["Host", "X-Forwarded-Host"].some((name) => (request.headers.get(name) ?? host) !== host);
}

/** Our longest URL carries a path to return to: 500 characters, each at most 9 bytes when escaped twice. */
const LONGEST_ADDRESS = 8 * 1024;
const MOST_PARAMETERS = 50;

/** True for a URL longer than any of ours: refused before anything parses it (S5). */
export const isTooLong = ({ pathname, search }: URL): boolean =>
  pathname.length + search.length > LONGEST_ADDRESS || search.split("&", MOST_PARAMETERS + 1).length > MOST_PARAMETERS;

/** The address that limits count against: IPv4, or the /64 of an IPv6 address, which one household holds (L1). */
export function addressKey(address: string | null): string {
  if (!address) return "unknown";
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/** True if the browser asks for less data: no web font, no large photos (W11). */
export const savesData = (request: Request): boolean => request.headers.get("Save-Data") === "on";

export async function etagOf(body: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body)).slice(0, 12);
  return `W/"${btoa(String.fromCharCode(...digest))}"`;
}

/** True if the browser has the body of this ETag: 304 saves metered data. */
export const hasCopy = (request: Request, etag: string): boolean =>
  request.headers.get("If-None-Match")?.split(/,\s*/).includes(etag) ?? false;

/** Pages on which visitors arrive: home, the directory, a plumber's page that someone has shared. */
const ARRIVALS = { home: /^\/$/, plumbers: /^\/plumbers(?:\/[^/]+)?$/, appointment: /^\/appointment\/[^/]+$/ };
export type Arrival = keyof typeof ARRIVALS;

/** The cookie that comes with this build's stylesheet (`public/_headers`). */
const LOADED = `__Host-styles=${/styles-([\w-]+)\.css$/.exec(styles)?.[1]}`;

/** True if the browser has loaded this build's stylesheet. Where it has lost it since, the page's link loads it again. */
const hasStyles = (request: Request): boolean => (request.headers.get("Cookie") ?? "").split(/;\s*/).includes(LOADED);

/** The page that inlines its stylesheet, to paint one round trip earlier for those who arrive from elsewhere; else null. */
export function arrivalOf(request: Request): Arrival | null {
  const { pathname } = new URL(request.url);
  const page = (Object.keys(ARRIVALS) as Arrival[]).find((name) => ARRIVALS[name].test(pathname));
  const isFirst = request.method === "GET" && request.headers.get("Sec-Fetch-Site") !== "same-origin";
  return page && isFirst && !savesData(request) && !hasStyles(request) ? page : null;
}
