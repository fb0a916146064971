import { SESSION_LIFE } from "~/domain/accounts/sessions.server";

// `__Host-`: no other host or path can set it, and it is only sent over TLS.
const NAME = "__Host-session";
const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";

export function readSessionCookie(request: Request): string | null {
  const cookies = request.headers.get("Cookie") ?? "";
  const pair = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${NAME}=`));
  return pair?.slice(NAME.length + 1) || null;
}

/** Whether a `Set-Cookie` header begins a session or ends one. */
export const changesSession = (setCookie: string): boolean => setCookie.startsWith(`${NAME}=`);

export const sessionCookie = (token: string): string =>
  `${NAME}=${token}; ${ATTRIBUTES}; Max-Age=${SESSION_LIFE / 1000}`;
export const endedSessionCookie = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;
