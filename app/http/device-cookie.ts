import { DAY } from "~/domain/time/harare";
import { withReturn } from "./return-to";
import { sessionCookie } from "./session-cookie";

// Outlives every session: failed sign-ins of a known device are counted on their own (A13).
const NAME = "__Host-device";
const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";
const LIFE = 365 * DAY;

export function readDeviceCookie(request: Request): string | null {
  const cookies = request.headers.get("Cookie") ?? "";
  const pair = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${NAME}=`));
  return pair?.slice(NAME.length + 1) || null;
}

/** Where a visitor whose request or question is kept goes on (B28, C16): to sign-up first in a browser that has never signed in. */
export const accountPage = (request: Request, returnTo: string, reason: "book" | "ask"): string =>
  withReturn(readDeviceCookie(request) ? "/signin" : "/signup", returnTo, { reason });

/** The cookie of a browser that is its account's owner's, without a session. */
export const deviceCookie = (token: string): string => `${NAME}=${token}; ${ATTRIBUTES}; Max-Age=${LIFE / 1000}`;

/** The cookies of a browser that has just signed in. */
export const signedInCookies = ({ token, deviceToken }: { token: string; deviceToken: string }): [string, string][] => [
  ["Set-Cookie", sessionCookie(token)],
  ["Set-Cookie", deviceCookie(deviceToken)],
];
