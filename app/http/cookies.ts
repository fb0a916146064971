import { PENDING_LIFE } from "~/domain/accounts/second-factor/factor-sign-in.server";
import { SESSION_LIFE } from "~/domain/accounts/sessions.server";
import { DRAFT_LIFE } from "~/domain/bookings/request-schemas";
import { DAY } from "~/domain/time/harare";
import { withReturn } from "./return-to";

const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";

/**
 * A cookie that no other host or path can set (`__Host-`), that is sent over TLS alone, and that no script sees. `value`: the
 * pattern of its values, which others than ours don't fit. `life`: milliseconds.
 */
export function ownCookie(name: string, value: string, life: number) {
  const start = `__Host-${name}=`;
  const pattern = new RegExp(`(?:^|;\\s*)${start}(${value})(?:;|$)`);
  return {
    /** What the browser sends of it; null: nothing. */
    read: (request: Request): string | null => pattern.exec(request.headers.get("Cookie") ?? "")?.[1] ?? null,
    set: (to: string): string => `${start}${to}; ${ATTRIBUTES}; Max-Age=${life / 1000}`,
    ended: `${start}; ${ATTRIBUTES}; Max-Age=0`,
    /** Whether a `Set-Cookie` header sets or ends it. */
    isSetBy: (setCookie: string): boolean => setCookie.startsWith(start),
  };
}

export const sessionCookie = ownCookie("session", "[^;]+", SESSION_LIFE);

/**
 * Of a browser that is its account's owner's. Outlives every session: failed sign-ins of a known device are counted on their
 * own (A13).
 */
export const deviceCookie = ownCookie("device", "[^;]+", 365 * DAY);

/** Names a sign-in that waits for its second step (A22): it opens nothing by itself. */
export const pendingCookie = ownCookie("pending", "[\\w-]{43}", PENDING_LIFE);

/** The id of a request that a visitor has filled in but not sent, alone: what stands in it is in D1 (B28). */
export const draftCookie = ownCookie("draft", "[a-z0-9]{24}", DRAFT_LIFE);

/** The cookies of a browser that has just signed in. */
export const signedInCookies = ({ token, deviceToken }: { token: string; deviceToken: string }): string[] => [
  sessionCookie.set(token),
  deviceCookie.set(deviceToken),
];

/** Where a visitor whose request or question is kept goes on (B28, C16): to sign-up first in a browser that has never signed in. */
export const accountPage = (request: Request, returnTo: string, reason: "book" | "ask"): string =>
  withReturn(deviceCookie.read(request) ? "/signin" : "/signup", returnTo, { reason });

/** Whether someone who signs in or up is on the way back to a request that this browser has filled in (B28). */
export const hasRequestToSend = (request: Request, returnTo: string | null): boolean =>
  draftCookie.read(request) !== null && returnTo !== null && /^\/appointment\/[^/]+$/.test(returnTo);
