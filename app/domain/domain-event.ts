import type { BookingStatus } from "./bookings/booking";
import type { Message } from "./messages/message";

/** What verbs emit after their batch has committed; `workers/channels.ts` turns it into pushes. */
export type DomainEvent =
  | { type: "bookingChanged"; bookingId: string; status: BookingStatus; clientId: string; plumberId: string | null }
  /** `senderListens`: whether a program of the sender's may have a socket open. */
  | {
      type: "messageSent";
      message: Message;
      previousSeq: number;
      unread: number;
      unreadTotal: number;
      senderListens: boolean;
    }
  /** `seq`: the last message that the reader has read. */
  | { type: "conversationRead"; readerId: string; otherId: string; seq: number; unread: number; unreadTotal: number }
  | { type: "reviewLeft"; plumberId: string; clientId: string }
  /** Something changed that only the office's pages show. */
  | { type: "officeChanged" }
  /** The session with this hash, or (null) all of the user's but `except`. */
  | { type: "sessionsEnded"; userId: string; sessionHash: string | null; except: string | null };
