import { getServerByName } from "partyserver";
import type { ApiFrame } from "../app/http/api/api-frames";
import type { FeedFrame } from "../app/realtime/protocol";
import { currentInstant } from "./clock";
import { LiveObject } from "./live-object";

const CONVERSATION = "conversation:";
const DAY = 24 * 60 * 60_000;

/** The feed that all admins share; no person's id is as short. */
export const DESK_FEED = "desk";

/** One per person: carries news about bookings and unread messages to its owner alone. */
export class Feed extends LiveObject<FeedFrame> {
  static override options = { hibernate: true };

  /** For the desk's look at the system. */
  isThere(): boolean {
    return true;
  }

  /** Gives whether an API client listens too. */
  publish(frame: FeedFrame): boolean {
    this.tell(frame, { to: "site" });
    return this.hasApps();
  }

  publishToApps(frame: ApiFrame): void {
    this.tell(frame, { to: "api" });
  }

  /** Remembers which conversations its owner has opened, so that ending a session can close those sockets too. */
  async noteConversation(conversationId: string): Promise<void> {
    await this.ctx.storage.put(CONVERSATION + conversationId, currentInstant());
  }

  async endEverywhere(userId: string, sessionHash: string | null, except: string | null): Promise<void> {
    this.endSessions(userId, sessionHash, except);
    const opened = await this.ctx.storage.list<number>({ prefix: CONVERSATION });
    await Promise.all(
      [...opened].map(async ([key, at]) => {
        // No socket lives for a day without authenticating again, which notes its conversation anew.
        if (currentInstant() - at > DAY) return void (await this.ctx.storage.delete(key));
        const conversation = await getServerByName(this.env.CONVERSATION, key.slice(CONVERSATION.length));
        await conversation.endSessions(userId, sessionHash, except);
      }),
    );
  }
}
