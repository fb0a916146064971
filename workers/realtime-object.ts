import { Server, type Connection, type ConnectionContext, type WSMessage } from "partyserver";
import * as z from "zod";
import { logError } from "../app/http/log";
import { unexpectedMessage } from "../app/http/responses";
import { clientFrame, FRAMES_IN_TEN_SECONDS, LARGEST_FRAME } from "../app/realtime/protocol";
import { CLOSE_CODES, PING, PONG, SIGNED_OUT, type ErrorFrame } from "../app/realtime/signals";
import { parseJson } from "../app/domain/values/text";
import { currentInstant } from "./clock";

// The one way to an object. An object stays where it was first requested, so each is requested next to D1, from where
// its pushes come. partyserver's `getServerByName` would first make a call of its own.

const NEXT_TO_D1 = { locationHint: "weur" } as const satisfies DurableObjectNamespaceGetDurableObjectOptions;

/** The feed that all admins share. No user's id is as short. */
export const OFFICE_FEED = "desk";

export const feedOf = (env: Env, userId: string) => env.FEED.get(env.FEED.idFromName(userId), NEXT_TO_D1);

export const conversationObject = (env: Env, conversationId: string) =>
  env.CONVERSATION.get(env.CONVERSATION.idFromName(conversationId), NEXT_TO_D1);

/** A socket's user, deadline and session. Kept with the socket, so it survives hibernation. */
const ticket = z.object({
  userId: z.string(),
  sessionHash: z.string(),
  until: z.number(),
  clientKind: z.enum(["site", "api"]),
  requestId: z.string(),
  /** When the page that opened the socket was loaded; only our own pages say so. */
  loadedAt: z.number().optional(),
});
export type Ticket = z.infer<typeof ticket>;
interface SocketState extends Ticket {
  openedAt: number;
  frames: number;
  framesSince: number;
}

/** A socket's state; null until `onConnect` has set it. */
export const stateOf = (connection: Connection): SocketState | null => connection.state as SocketState | null;

/** The header by which `socket-auth.ts` tells an object who the user is. Requests from outside never carry it. */
export const TICKET_HEADER = "x-pombi-ticket";

/** The base of feeds and conversations: sockets know their user and deadline, frames are bounded and parsed. */
export abstract class RealtimeObject<Frame extends object> extends Server<Env> {
  static override options = { hibernate: true };
  private deadline: number | null = null;

  protected heardTyping?(connection: Connection): void;
  protected abstract arrived(connection: Connection): Promise<void>;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Accepts only what `socket-auth.ts` let in. partyserver's own `fetch` would send a stack trace. */
  override async fetch(request: Request): Promise<Response> {
    if (!readTicket(request).success) return new Response("Not found", { status: 404 });
    return super.fetch(request);
  }

  override getConnectionTags(_connection: Connection, { request }: ConnectionContext): string[] {
    const { userId, clientKind } = readTicket(request).data!;
    return [userId, clientKind];
  }

  override async onConnect(connection: Connection, { request }: ConnectionContext): Promise<void> {
    const ticket = readTicket(request).data!;
    connection.setState({ ...ticket, openedAt: currentInstant(), frames: 0, framesSince: 0 } satisfies SocketState);
    if (this.deadline !== null) this.deadline = Math.min(this.deadline, ticket.until);
    await this.attempt(connection, () => this.arrived(connection));
  }

  override onMessage(connection: Connection, message: WSMessage): Promise<void> {
    return this.attempt(connection, () => this.hear(connection, message));
  }

  override onError(connection: Connection, error: unknown): void {
    logError("socket broke", error, { requestId: stateOf(connection)?.requestId });
  }

  override onException(error: unknown): void {
    logError("object failed", error);
  }

  /** partyserver would log the error as it is and send its stack trace to the client. */
  private async attempt(connection: Connection, act: () => void | Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const { requestId = "unknown" } = stateOf(connection) ?? {};
      logError("socket failed", error, { requestId });
      reject(connection, CLOSE_CODES.failed, unexpectedMessage(requestId));
    }
  }

  private hear(connection: Connection, message: WSMessage): void {
    if (!this.isAlive(connection)) return;
    if (typeof message !== "string") return reject(connection, CLOSE_CODES.malformed, "Text frames only.");
    if (message.length > LARGEST_FRAME) return reject(connection, CLOSE_CODES.tooLarge, "That frame is too large.");
    if (this.floods(connection)) return reject(connection, CLOSE_CODES.flooding, "Too many frames.");
    const { data: frame } = clientFrame.safeParse(parseJson(message));
    if (!frame) return reject(connection, CLOSE_CODES.malformed, "We couldn't read the frame.");
    switch (frame.type) {
      case "join":
        // Identity comes from the session, so joining as someone else is refused.
        if (frame.userId !== stateOf(connection)?.userId) reject(connection, CLOSE_CODES.notYours, "That is not you.");
        return;
      case "ping":
        return connection.send(PONG);
      case "typing":
        return this.heardTyping?.(connection);
      default:
        return frame satisfies never;
    }
  }

  protected async noteAtOwner(connection: Connection): Promise<void> {
    const state = stateOf(connection);
    if (state)
      await feedOf(this.env, state.userId).recordSocket(connection.id, { place: this.name, openedAt: state.openedAt });
  }

  listSockets(userId: string): { id: string; openedAt: number }[] {
    return [...this.getConnections(userId)].map((connection) => ({
      id: connection.id,
      openedAt: stateOf(connection)?.openedAt ?? 0,
    }));
  }

  /** Closes a socket whose user has opened too many others since. */
  displace(id: string): void {
    for (const connection of this.getConnections(id))
      reject(connection, CLOSE_CODES.displaced, "Too many pages are open.");
  }

  /** Sends a frame to authenticated sockets: of one kind (`to`), without one user's. The API's frames come as text. */
  protected tell(frame: Frame | string, options: { to?: Ticket["clientKind"]; exceptUser?: string } = {}): void {
    const text = typeof frame === "string" ? frame : JSON.stringify(frame);
    if (options.exceptUser === undefined && currentInstant() < this.nextDeadline()) {
      // partyserver deserialises a socket's state each time it returns one: with 2,000 sockets most of the time.
      for (const socket of this.ctx.getWebSockets(options.to))
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      return;
    }
    for (const connection of this.getConnections(options.to)) {
      if (this.isAlive(connection) && stateOf(connection)?.userId !== options.exceptUser) connection.send(text);
    }
    this.deadline = null;
  }

  /** The contents of an API client's frames cost a query. */
  protected hasApps(): boolean {
    return this.ctx.getWebSockets("api" satisfies Ticket["clientKind"]).length > 0;
  }

  /** Closes the sockets of a session, or (null) of all a user's sessions but one. */
  endSessions(userId: string, sessionHash: string | null, except: string | null): void {
    for (const connection of this.getConnections(userId)) {
      const hash = stateOf(connection)?.sessionHash;
      if (sessionHash ? hash !== sessionHash : hash === except) continue;
      // Chromium reports a close only once the connection is gone, up to two seconds later; a frame arrives at once.
      connection.send(JSON.stringify(SIGNED_OUT));
      connection.close(CLOSE_CODES.signedOut, "Signed out.");
    }
  }

  /** When the first socket has to authenticate again; computed again after hibernation and after each deadline. */
  private nextDeadline(): number {
    this.deadline ??= Math.min(...[...this.getConnections()].map((connection) => stateOf(connection)?.until ?? 0));
    return this.deadline;
  }

  private isAlive(connection: Connection): boolean {
    if (currentInstant() < (stateOf(connection)?.until ?? 0)) return true;
    reject(connection, CLOSE_CODES.authenticateAgain, "Please authenticate again.");
    return false;
  }

  private floods(connection: Connection): boolean {
    const state = stateOf(connection);
    if (!state) return true;
    const now = currentInstant();
    const fresh = now - state.framesSince > 10_000;
    connection.setState({ ...state, ...(fresh ? { frames: 1, framesSince: now } : { frames: state.frames + 1 }) });
    return !fresh && state.frames >= FRAMES_IN_TEN_SECONDS;
  }
}

/** Sends an error frame and closes the socket. Frames already under way may still come in. */
function reject(connection: Connection, code: number, message: string): void {
  if (connection.readyState !== WebSocket.OPEN) return;
  const requestId = stateOf(connection)?.requestId ?? "";
  connection.send(JSON.stringify({ type: "error", code, message, requestId } satisfies ErrorFrame));
  connection.close(code, message);
}

const readTicket = (request: Request) => ticket.safeParse(parseJson(request.headers.get(TICKET_HEADER) ?? ""));
