import type { SentChannel } from "~/db/notice-channels";
import type { Database } from "~/db/client.server";
import type { HashingQueue } from "./accounts/hashing-queue.server";
import type { PaymentProvider } from "./escrow/paynow";
import type { PortraitStore, PrivatePhotoStore } from "./photos/photo-store.server";
import type { Instant } from "./time/harare";
import type { Limits } from "./rate-limits/limits";
import type { RotatingSecret } from "./values/secrets";
import type { BookingStatus } from "~/db/booking-statuses";
import type { Message } from "./messages/message";

/** The surroundings of a domain verb: nothing is ambient, and tests bring their own clock. */
export interface DomainContext {
  db: Database;
  now: Instant;
  /** Where links in emails lead: configured, never taken from a request. */
  origin: string;
  limits: Limits;
  sessionSecret: RotatingSecret;
  /** The origin of the request, like "Chrome on Android"; null: from no request. */
  device: string | null;
  /** The IP address that limits count against (L1); "unknown": from no request. */
  clientAddress: string;
  /** Made by the page whose script sends a form: the same form sent again has it too (C12); null: it has none. */
  formId: string | null;
  requiresSecondFactor: boolean;
  hashing: HashingQueue;
  photos: PortraitStore;
  privatePhotos: PrivatePhotoStore;
  /** The channels that are set up: nothing is queued for another one. */
  channels: readonly SentChannel[];
  /** Null: no one can pay online (M10). */
  paymentProvider: PaymentProvider | null;
  /** Tells the world what has happened, once it is in D1; nothing waits for it. */
  emit: (event: DomainEvent) => void;
}

/** The events that verbs emit after their batch has committed; `workers/channels.ts` turns it into pushes. */
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
  | { type: "officeChanged" }
  /** The session with this hash, or (null) all of the user's but `except`. */
  | { type: "sessionsEnded"; userId: string; sessionHash: string | null; except: string | null };
