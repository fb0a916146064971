import { z } from "zod";
import type { Message } from "~/domain/messages/message";

/** What a page may say over a socket. Everything else closes it. */
export const clientFrame = z.discriminatedUnion("type", [
  /** An API client's habit (spec 7): only one's own id is accepted. */
  z.strictObject({ type: z.literal("join"), userId: z.string().max(64) }),
  z.strictObject({ type: z.literal("typing") }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

/** News for one person: what the feed carries. */
export type FeedFrame =
  | { type: "bookingUpdated"; bookingId: string; status: string }
  | { type: "reviewLeft" }
  /** Something that the desk's pages show. */
  | { type: "deskChanged" }
  | { type: "unread"; otherId: string; unread: number; unreadInAll: number };

/** What a conversation carries to those who have it open. */
export type ConversationFrame =
  | { type: "newMessage"; message: Message }
  | { type: "typing"; userId: string }
  | { type: "here"; userIds: string[] };

/** A socket has to authenticate again after this long. */
export const SOCKET_LIFE = 15 * 60_000;
export const LARGEST_FRAME = 1024;
/** Frames that one socket may send within ten seconds. */
export const FRAMES_IN_TEN_SECONDS = 20;
