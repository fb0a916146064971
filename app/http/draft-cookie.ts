import { DRAFT_LIFE } from "~/domain/bookings/request-draft";

// The id alone: what a visitor has filled in is kept in D1 (B28).
const NAME = "__Host-draft";
const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";

/** The id of the request that this browser has filled in but not sent, or null. */
export const readDraftCookie = (request: Request): string | null =>
  new RegExp(`(?:^|;\\s*)${NAME}=([a-z0-9]{24})(?:;|$)`).exec(request.headers.get("Cookie") ?? "")?.[1] ?? null;

export const draftCookie = (id: string): string => `${NAME}=${id}; ${ATTRIBUTES}; Max-Age=${DRAFT_LIFE / 1000}`;
export const endedDraftCookie = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** Whether a `Set-Cookie` header begins a draft or ends it. */
export const setsDraft = (setCookie: string): boolean => setCookie.startsWith(`${NAME}=`);

/** Whether someone who signs in or up is on the way back to a request that this browser has filled in (B28). */
export const hasRequestToSend = (request: Request, returnTo: string | null): boolean =>
  readDraftCookie(request) !== null && returnTo !== null && /^\/appointment\/[^/]+$/.test(returnTo);
