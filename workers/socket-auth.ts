import * as z from "zod";
import { conversationIdOf } from "../app/domain/contacts/contacts.server";
import { redeemSocketTicket } from "../app/domain/accounts/program-access.server";
import { mayConverse } from "../app/domain/messages/messages.server";
import { newId } from "../app/domain/values/id";
import type { RequestContext } from "../app/http/context";
import { isOfAnother } from "../app/http/forms";
import { CLOSE_CODES, type ErrorFrame } from "../app/realtime/signals";
import { SOCKET_LIFE } from "../app/realtime/protocol";
import { TICKET_HEADER, conversationObject, OFFICE_FEED, feedOf, type Ticket } from "./realtime-object";

const FEED = "/sockets/feed";
const OFFICE = "/sockets/desk";
const loadedAt = z.coerce.number().int().nonnegative().optional().catch(undefined);
const CONVERSATION = /^\/sockets\/conversation\/([a-z0-9-]{1,40})$/;

/** Exact paths only, not every object that a router would expose. */
export const isSocketPath = (pathname: string): boolean => pathname.startsWith("/sockets/");

export function socketRouteIdOf(request: Request): string | null {
  const { pathname } = new URL(request.url);
  if (!isSocketPath(pathname)) return null;
  if (pathname === FEED || pathname === OFFICE) return pathname.slice(1);
  return CONVERSATION.test(pathname) ? "sockets/conversation" : "sockets";
}

/**
 * Opens a user's feed or conversation; for API clients by a ticket in place of Origin and cookie. All is checked before
 * an object wakes, which gets a new request: without `_pk` (a tag) or headers that partyserver would believe.
 */
export async function openSocket(request: Request, env: Env, context: RequestContext): Promise<Response> {
  if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket") return new Response("Not found", { status: 404 });
  const { pathname, searchParams } = new URL(request.url);
  const ticket = searchParams.get("ticket");
  if (ticket === null && request.headers.get("Origin") !== context.origin)
    return new Response("Forbidden", { status: 403 });
  const otherId = CONVERSATION.exec(pathname)?.[1];
  if (pathname !== FEED && pathname !== OFFICE && !otherId) return new Response("Not found", { status: 404 });

  const { db, now, session } = context;
  // A page that reconnects after someone else has signed in would show this one's messages, and type in their name (F10).
  if (ticket === null && isOfAnother(searchParams, session.viewer))
    return closed(context, CLOSE_CODES.signedOut, "Signed out.");
  const owner = ticket === null ? null : await redeemSocketTicket(db, ticket.slice(0, 100), now, SOCKET_LIFE);
  const viewer = ticket === null ? session.viewer : owner;
  const [user, mayOpen] = await Promise.all([
    ticket === null ? session.confirm() : owner,
    viewer && otherId ? mayConverse(db, viewer, otherId) : true,
  ]);
  if (!user)
    return ticket === null
      ? closed(context, CLOSE_CODES.signedOut, "Signed out.")
      : closed(context, CLOSE_CODES.authenticateAgain, "That ticket was used, or is too old.");
  if (!mayOpen || (pathname === OFFICE && (user.role !== "admin" || ticket !== null)))
    return closed(context, CLOSE_CODES.notYours, "That is not yours.");

  const letIn: Ticket = {
    userId: user.id,
    sessionHash: user.sessionHash,
    until: now + SOCKET_LIFE,
    clientKind: ticket === null ? "site" : "api",
    requestId: context.requestId,
    loadedAt: loadedAt.parse(searchParams.get("since") ?? undefined),
  };
  const clean = new Request(`https://objects.internal/?_pk=${newId()}`, {
    headers: { Upgrade: "websocket", [TICKET_HEADER]: JSON.stringify(letIn) },
  });
  if (otherId) return conversationObject(env, conversationIdOf(user.id, otherId)).fetch(clean);
  return feedOf(env, pathname === OFFICE ? OFFICE_FEED : user.id).fetch(clean);
}

/** A browser learns nothing from a failed handshake, so the socket opens, says why, and closes. No object wakes. */
function closed({ requestId }: RequestContext, code: number, reason: string): Response {
  const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
  server.accept();
  server.send(JSON.stringify({ type: "error", code, message: reason, requestId } satisfies ErrorFrame));
  server.close(code, reason);
  return new Response(null, { status: 101, webSocket: client });
}
