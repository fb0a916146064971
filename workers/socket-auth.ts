import { getServerByName } from "partyserver";
import { conversationIdOf } from "../app/domain/bookings/contacts.server";
import { mayConverse } from "../app/domain/messages/messages.server";
import { newId } from "../app/domain/values/id";
import type { RequestContext } from "../app/http/context";
import { CLOSE_CODES } from "../app/realtime/close-codes";
import { SOCKET_LIFE } from "../app/realtime/protocol";
import { DESK_FEED } from "./feed";
import { TICKET_HEADER, type Ticket } from "./live-object";

const FEED = "/sockets/feed";
const DESK = "/sockets/desk";
const CONVERSATION = /^\/sockets\/conversation\/([a-z0-9-]{1,40})$/;

/** Whether a request belongs here: exact paths only, not every object that a router would expose. */
export const isSocketPath = (pathname: string): boolean => pathname.startsWith("/sockets/");

/**
 * Lets a page open its owner's feed, or a conversation that its owner is part of. Origin, session and membership are
 * checked before an object wakes; the object gets a request of our own making, without the sender's `_pk` (which
 * would become a tag) or any header that partyserver would believe.
 */
export async function openSocket(request: Request, env: Env, context: RequestContext): Promise<Response> {
  if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket") return new Response("Not found", { status: 404 });
  if (request.headers.get("Origin") !== context.origin) return new Response("Forbidden", { status: 403 });
  const { pathname } = new URL(request.url);
  const otherId = CONVERSATION.exec(pathname)?.[1];
  if (pathname !== FEED && pathname !== DESK && !otherId) return new Response("Not found", { status: 404 });

  const { viewer } = context.session;
  const [member, mayOpen] = await Promise.all([
    context.session.confirm(),
    viewer && otherId ? mayConverse(context.db, viewer.id, viewer.role, otherId) : true,
  ]);
  if (!member) return closed(CLOSE_CODES.signedOut, "Signed out.");
  if (!mayOpen || (pathname === DESK && member.role !== "admin")) return closed(CLOSE_CODES.notYours, "That is not yours.");

  const ticket: Ticket = { userId: member.id, sessionHash: member.sessionHash, until: context.now + SOCKET_LIFE };
  const clean = new Request(`https://objects.internal/?_pk=${newId()}`, {
    headers: { Upgrade: "websocket", [TICKET_HEADER]: JSON.stringify(ticket) },
  });
  if (pathname === DESK) return (await getServerByName(env.FEED, DESK_FEED)).fetch(clean);
  const feed = await getServerByName(env.FEED, member.id);
  if (!otherId) return feed.fetch(clean);
  const conversationId = conversationIdOf(member.id, otherId);
  const [conversation] = await Promise.all([getServerByName(env.CONVERSATION, conversationId), feed.noteConversation(conversationId)]);
  return conversation.fetch(clean);
}

/** A browser learns nothing from a failed handshake: so the socket opens, says why, and closes. No object wakes. */
function closed(code: number, reason: string): Response {
  const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
  server.accept();
  server.close(code, reason);
  return new Response(null, { status: 101, webSocket: client });
}
