import * as z from "zod";
import type { LastMessage, Message } from "~/domain/messages/message";

/** A frame from a page or an API client. Anything else closes the socket. */
export const clientFrame = z
  .discriminatedUnion("type", [
    /** API clients send it first (C9): only their own id is accepted. */
    z.strictObject({ type: z.literal("join"), userId: z.string().max(64) }),
    z.strictObject({ type: z.literal("typing") }),
    /** Sent exactly as `PING`, the runtime answers it and no object wakes. */
    z.strictObject({ type: z.literal("ping") }),
  ])
  .meta({
    id: "ClientFrame",
    description:
      "A frame that you may send: `join` with your own id, `typing` in a conversation, `ping` to see that the line is alive.",
  });
export type ClientFrame = z.infer<typeof clientFrame>;

/** `step`: the step on a page (`STEP_HEADER`) that caused it, where the feed's owner took it. */
export type FeedFrame =
  | { type: "bookingUpdated"; bookingId: string; status: string; step?: string }
  | { type: "reviewLeft"; step?: string }
  | { type: "officeChanged"; step?: string }
  /** Something was pushed between the page's loading and the opening of its socket. */
  | { type: "missed" }
  /** `last`: the message that has just come; left out when the owner has read. */
  | { type: "unread"; otherId: string; unread: number; unreadTotal: number; last?: LastMessage }
  | { type: "contactTyping"; otherId: string };

export type ConversationFrame =
  /** `previousSeq` is the message before it: a page without that one has missed a push. */
  | { type: "newMessage"; message: Message; previousSeq: number }
  | { type: "typing"; userId: string }
  | { type: "read"; userId: string; seq: number }
  | { type: "here"; userIds: string[] };

/** A socket has to authenticate again after this time, in milliseconds. */
export const SOCKET_LIFE = 15 * 60_000;
export const LARGEST_FRAME = 1024;
export const FRAMES_IN_TEN_SECONDS = 20;
