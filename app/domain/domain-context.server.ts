import type { SentChannel } from "~/db/notice-channels";
import type { Database } from "~/db/client.server";
import type { HashingQueue } from "./accounts/passwords.server";
import type { DomainEvent } from "./domain-event";
import type { PaymentProvider } from "./escrow/paynow";
import type { PortraitStore, PrivatePhotoStore } from "./photos/photo-store.server";
import type { Instant } from "./time/harare";
import type { Limits } from "./rate-limits/limits";
import type { RotatingSecret } from "./values/secrets";

/** What a verb of the domain needs from outside: nothing is ambient, and tests bring their own clock. */
export interface DomainContext {
  db: Database;
  now: Instant;
  /** Where links in emails lead: configured, never taken from a request. */
  origin: string;
  limits: Limits;
  sessionSecret: RotatingSecret;
  /** What the request came from, like "Chrome on Android"; null: from no request. */
  device: string | null;
  /** Whether admins have to sign in with a second factor (A23). */
  requiresSecondFactor: boolean;
  /** Where passwords wait to be hashed. */
  hashing: HashingQueue;
  photos: PortraitStore;
  privatePhotos: PrivatePhotoStore;
  /** The channels that are set up: nothing is queued for another one. */
  channels: readonly SentChannel[];
  /** Null: nobody can pay online (M10). */
  paymentProvider: PaymentProvider | null;
  /** Tells the world what has happened, once it is in D1; nothing waits for it. */
  emit: (event: DomainEvent) => void;
}
