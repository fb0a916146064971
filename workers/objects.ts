import type { Connection } from "partyserver";
import type { FeedFrame, ConversationFrame } from "../app/realtime/protocol";
import type { Instant } from "../app/domain/time/harare";
import { currentInstant } from "./clock";
import { readSettings } from "./environment";
import { RealtimeObject, stateOf, conversationObject, OFFICE_FEED, feedOf } from "./realtime-object";
import { show } from "../app/api/schemas/kinds";
import { apiFrame } from "../app/api/schemas/message-objects";
import type { Message } from "../app/domain/messages/message";

/** A socket of the owner's in another object: in a conversation (its id), or in the admins' feed. */
interface SocketElsewhere {
  place: string;
  openedAt: number;
}

const ELSEWHERE = "elsewhere:";
const PUBLISHED_AT = "published-at";
/** By how much the clocks of two machines may differ, in milliseconds. */
const CLOCK_SKEW = 5000;

/** One per user: pushes changes of bookings and unread counts to its owner, and counts the owner's sockets. */
export class Feed extends RealtimeObject<FeedFrame> {
  private loaded: Promise<Map<string, SocketElsewhere>> | null = null;

  publish(frame: FeedFrame): boolean {
    // Unconfirmed: else every push would wait until this is on disk.
    void this.ctx.storage.put(PUBLISHED_AT, currentInstant(), { allowUnconfirmed: true });
    this.tell(frame, { to: "site" });
    return this.hasApps();
  }

  /** Not recorded as `publish` does: a typing indicator ends by itself. */
  publishTyping(otherId: string): void {
    this.tell({ type: "contactTyping", otherId }, { to: "site" });
  }

  publishToApps(frame: string): void {
    this.tell(frame, { to: "api" });
  }

  /** Records a socket that the owner has opened in another object: it counts here and closes with its session. */
  async recordSocket(id: string, socket: SocketElsewhere): Promise<void> {
    const elsewhere = await this.elsewhere();
    elsewhere.set(id, socket);
    await this.ctx.storage.put(ELSEWHERE + id, socket);
    await this.keepToLimit();
  }

  /** Closes the sockets of a session, or (null) of all the owner's sessions but one, in all objects. */
  async endEverywhere(userId: string, sessionHash: string | null, except: string | null): Promise<void> {
    this.endSessions(userId, sessionHash, except);
    const places = await this.placesElsewhere();
    await Promise.all(places.map((place) => this.objectAt(place).endSessions(userId, sessionHash, except)));
  }

  protected override async arrived(connection: Connection): Promise<void> {
    const loadedAt = stateOf(connection)?.loadedAt;
    // A page's data is as old as its loading: without a push since, the page needn't fetch it a second time.
    if (loadedAt !== undefined) {
      const publishedAt = (await this.ctx.storage.get<Instant>(PUBLISHED_AT)) ?? 0;
      if (publishedAt >= loadedAt - CLOCK_SKEW) connection.send(JSON.stringify({ type: "missed" } satisfies FeedFrame));
    }
    await (this.name === OFFICE_FEED ? this.noteAtOwner(connection) : this.keepToLimit());
  }

  private async keepToLimit(): Promise<void> {
    const settings = readSettings(this.env);
    const limit = settings.ok ? settings.settings.socketsPerUser : 0;
    const elsewhere = await this.elsewhere();
    if ([...this.getConnections()].length + elsewhere.size <= limit) return;
    // A socket in another object closes unseen: which ones are still open is only asked when it matters.
    await this.forgetClosed();
    const own = this.listSockets(this.name).map((socket) => ({ ...socket, displace: () => this.displace(socket.id) }));
    const others = [...elsewhere].map(([id, { place, openedAt }]) => ({
      id,
      openedAt,
      displace: () => this.objectAt(place).displace(id),
    }));
    const oldestFirst = [...own, ...others].sort((a, b) => a.openedAt - b.openedAt);
    await Promise.all(oldestFirst.slice(0, Math.max(0, oldestFirst.length - limit)).map(({ displace }) => displace()));
  }

  private async forgetClosed(): Promise<void> {
    const elsewhere = await this.elsewhere();
    // Those recorded while the others are being asked about are open.
    const noted = [...elsewhere.keys()];
    const places = await this.placesElsewhere();
    const listed = await Promise.all(places.map((place) => this.objectAt(place).listSockets(this.name)));
    const open = new Set(listed.flat().map(({ id }) => id));
    const closed = noted.filter((id) => !open.has(id));
    for (const id of closed) elsewhere.delete(id);
    await Promise.all(closed.map((id) => this.ctx.storage.delete(ELSEWHERE + id)));
  }

  private elsewhere(): Promise<Map<string, SocketElsewhere>> {
    this.loaded ??= this.ctx.storage
      .list<SocketElsewhere>({ prefix: ELSEWHERE })
      .then((stored) => new Map([...stored].map(([key, socket]) => [key.slice(ELSEWHERE.length), socket])));
    return this.loaded;
  }

  private async placesElsewhere(): Promise<string[]> {
    return [...new Set([...(await this.elsewhere()).values()].map(({ place }) => place))];
  }

  private objectAt(place: string) {
    return place === OFFICE_FEED ? feedOf(this.env, OFFICE_FEED) : conversationObject(this.env, place);
  }
}

/** One per conversation: pushes new messages, who is online and who is typing. */
export class Conversation extends RealtimeObject<ConversationFrame> {
  protected override async arrived(connection: Connection): Promise<void> {
    const here = this.whoIsHere();
    // A second page of someone already online only concerns that page: else 2,000 sockets would mean 4 million frames.
    if (this.hasAnother(connection)) connection.send(JSON.stringify(here));
    else this.tell(here);
    await this.noteAtOwner(connection);
  }

  override onClose(connection: Connection): void {
    if (!this.hasAnother(connection)) this.tell(this.whoIsHere(connection.id));
  }

  protected override heardTyping(connection: Connection): void {
    const userId = stateOf(connection)?.userId;
    if (!userId) return;
    this.tell({ type: "typing", userId }, { exceptUser: userId });
    // The other side's list of conversations says so too.
    const otherId = this.name.split(".").find((id) => id !== userId);
    if (otherId) this.ctx.waitUntil(feedOf(this.env, otherId).publishTyping(userId));
  }

  publishRead(userId: string, seq: number): void {
    this.tell({ type: "read", userId, seq }, { to: "site", exceptUser: userId });
  }

  publish(message: Message, previousSeq: number, origin: string): void {
    this.tell({ type: "newMessage", message, previousSeq }, { to: "site" });
    if (this.hasApps()) this.tell(show(apiFrame, { type: "newMessage", message }, origin), { to: "api" });
  }

  private hasAnother(connection: Connection): boolean {
    const userId = stateOf(connection)?.userId;
    for (const { id } of this.getConnections(userId)) if (id !== connection.id) return true;
    return false;
  }

  private whoIsHere(goneId?: string): ConversationFrame {
    const here = [...this.getConnections()]
      .filter(({ id }) => id !== goneId)
      .map((connection) => stateOf(connection)?.userId);
    return { type: "here", userIds: [...new Set(here.filter((userId) => userId !== undefined))] };
  }
}
