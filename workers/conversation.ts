import type { Connection } from "partyserver";
import type { Message } from "../app/domain/messages/message";
import type { ClientFrame, ConversationFrame } from "../app/realtime/protocol";
import { LiveObject, stateOf } from "./live-object";

/** One per pair of people: fan-out of new messages, who is here, who is typing. */
export class Conversation extends LiveObject<ConversationFrame> {
  static override options = { hibernate: true };

  protected override arrived(): void {
    this.tellWhoIsHere();
  }

  override onClose(connection: Connection): void {
    this.tellWhoIsHere(connection.id);
  }

  protected override hear(connection: Connection, frame: ClientFrame): void {
    const userId = stateOf(connection)?.userId;
    if (frame.type === "typing" && userId) this.tell({ type: "typing", userId }, { exceptUser: userId });
  }

  publish(message: Message): void {
    this.tell({ type: "newMessage", message });
  }

  private tellWhoIsHere(goneId?: string): void {
    const here = [...this.getConnections()].filter(({ id }) => id !== goneId).map((connection) => stateOf(connection)?.userId);
    this.tell({ type: "here", userIds: [...new Set(here.filter((userId) => userId !== undefined))] });
  }
}
