import type { Connection } from "partyserver";
import { show } from "../app/api/schemas/kinds";
import { apiFrame } from "../app/api/schemas/message-schemas";
import type { Message } from "../app/domain/messages/message";
import type { ConversationFrame } from "../app/realtime/protocol";
import { feedOf, RealtimeObject, stateOf } from "./realtime-object";

/** One per conversation: pushes new messages, who is online and who is typing. */
export class Conversation extends RealtimeObject<ConversationFrame> {
  static override options = { hibernate: true };

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
