import { DAY, HOUR } from "~/domain/time/harare";
import { CITIES, cityKey, cityPath } from "~/domain/values/cities";
import { withReturn } from "./return-to";
import { SESSION_LIFE, PENDING_LIFE } from "~/domain/accounts/account";
import { DRAFT_LIFE } from "~/domain/bookings/booking";

const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";

/** A `__Host-` cookie that no script sees. `value`: the pattern of its values. `life`: milliseconds. */
export function ownCookie(name: string, value: string, life: number) {
  const start = `__Host-${name}=`;
  const pattern = new RegExp(`(?:^|;\\s*)${start}(${value})(?:;|$)`);
  return {
    read: (request: Request): string | null => pattern.exec(request.headers.get("Cookie") ?? "")?.[1] ?? null,
    set: (to: string): string => `${start}${to}; ${ATTRIBUTES}; Max-Age=${life / 1000}`,
    ended: `${start}; ${ATTRIBUTES}; Max-Age=0`,
    isSetBy: (setCookie: string): boolean => setCookie.startsWith(start),
  };
}

export const sessionCookie = ownCookie("session", "[^;]+", SESSION_LIFE);

const CLEARED_CACHE: [string, string][] = [["Clear-Site-Data", '"cache"']];

/** The headers of signing out: nothing that this browser keeps for its user stays (W18). */
export const signedOutHeaders = (): [string, string][] => [
  ["Set-Cookie", sessionCookie.ended],
  ["Clear-Site-Data", '"cache", "storage"'],
];

/** The headers that end a session which is met ended: the photos that its browser has seen go, the words that it keeps stay. */
export const endedSessionHeaders = (request: Request): [string, string][] => [
  ["Set-Cookie", sessionCookie.ended],
  ...(sessionCookie.read(request) === null ? [] : CLEARED_CACHE),
];

/** Of its account's owner's browser, for a year: failed sign-ins of a known device are counted on their own (A13). */
export const deviceCookie = ownCookie("device", "[^;]+", 365 * DAY);

/** Names a sign-in that waits for its second step (A22): it opens nothing by itself. */
export const pendingCookie = ownCookie("pending", "[\\w-]{43}", PENDING_LIFE);

/** The id of a request that a visitor filled in but did not send; its content is in D1 (B28). */
export const draftCookie = ownCookie("draft", "[a-z0-9]{24}", DRAFT_LIFE);

/** Names the sign-up that this browser waits with (A15), sealed: for an hour, and until someone signs in or out here. */
export const signedUpCookie = ownCookie("signed-up", "[\\w-]{1,700}", HOUR);

export const signedInCookies = ({ token, deviceToken }: { token: string; deviceToken: string }): string[] => [
  sessionCookie.set(token),
  deviceCookie.set(deviceToken),
];

/** The next page of a visitor whose request or question is kept (B28, C16): sign-up where this browser never signed in. */
export const accountPage = (request: Request, returnTo: string, reason: "book" | "ask"): string =>
  withReturn(deviceCookie.read(request) ? "/signin" : "/signup", returnTo, { reason });

/** True when sign-in or sign-up leads back to a request that this browser has filled in (B28). */
export const hasRequestToSend = (request: Request, returnTo: string | null): boolean =>
  draftCookie.read(request) !== null && returnTo !== null && /^\/appointment\/[^/]+$/.test(returnTo);

const cityCookie = ownCookie("city", "\\w+", 30 * DAY);
export const forgottenCityCookie = cityCookie.ended;

const readCity = (request: Request): string | null => {
  const key = cityCookie.read(request);
  return CITIES.find((city) => cityKey(city) === key) ?? null;
};

/** The cookie that remembers the city whose plumbers a request asks for (D5); null for other pages, or if it does already. */
export function cityCookieFor(request: Request): string | null {
  const { pathname } = new URL(request.url);
  const city = CITIES.find((one) => cityPath(one) === pathname);
  return city && city !== readCity(request) ? cityCookie.set(cityKey(city)) : null;
}

/** The city that the browser remembers, for a request for a problem's plumbers that names none (D5); else null. */
export function rememberedCity(request: Request): string | null {
  const { pathname, searchParams } = new URL(request.url);
  const namesNone = pathname === "/plumbers" && searchParams.has("problem") && !searchParams.has("city");
  return namesNone ? readCity(request) : null;
}
