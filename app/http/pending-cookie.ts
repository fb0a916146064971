import { PENDING_LIFE } from "~/domain/accounts/second-factor/factor-sign-in.server";

// Names a sign-in that waits for its second step (A22): it opens nothing by itself.
const NAME = "__Host-pending";
const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";

export const readPendingCookie = (request: Request): string | null =>
  new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`).exec(request.headers.get("Cookie") ?? "")?.[1] ?? null;

export const pendingCookie = (token: string): string =>
  `${NAME}=${token}; ${ATTRIBUTES}; Max-Age=${PENDING_LIFE / 1000}`;
export const endedPendingCookie = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;
