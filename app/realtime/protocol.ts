import { z } from "zod";
import type { Message } from "~/domain/messages/message";

/** What a page or an API client may say over a socket. Everything else closes it. */
export const clientFrame = z
  .discriminatedUnion("type", [
    /** An API client's habit (C9): only one's own id is accepted. */
    z.strictObject({ type: z.literal("join"), userId: z.string().max(64) }),
    z.strictObject({ type: z.literal("typing") }),
    /** In the very words of `heartbeat.ts` the runtime answers it, and no object wakes. */
    z.strictObject({ type: z.literal("ping") }),
  ])
  .meta({
    id: "ClientFrame",
    description:
      "A frame that you may send: `join` with your own id, `typing` in a conversation, `ping` to see that the line is alive.",
  });
export type ClientFrame = z.infer<typeof clientFrame>;

/** News for one user: what the feed carries. */
export type FeedFrame =
  | { type: "bookingUpdated"; bookingId: string; status: string }
  | { type: "reviewLeft" }
  /** Something that the desk's pages show. */
  | { type: "deskChanged" }
  | { type: "unread"; otherId: string; unread: number; unreadTotal: number };

/** What a conversation carries to those who have it open. */
export type ConversationFrame =
  /** `previousSeq`: the message before it in the conversation. A page that does not know that one has missed a push. */
  | { type: "newMessage"; message: Message; previousSeq: number }
  | { type: "typing"; userId: string }
  | { type: "here"; userIds: string[] };

/** A socket has to authenticate again after this long. */
export const SOCKET_LIFE = 15 * 60_000;
export const LARGEST_FRAME = 1024;
/** Frames that one socket may send within ten seconds. */
export const FRAMES_IN_TEN_SECONDS = 20;
