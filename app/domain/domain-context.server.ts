import type { Database } from "~/db/client.server";
import type { DomainEvent } from "./domain-event";
import type { PhotoStore } from "./photos/photo-store.server";
import type { PrivatePhotoSize } from "./photos/private-photo";
import type { Instant } from "./time/harare";
import type { Limits } from "./rate-limits/limits";
import type { RotatingSecret } from "./values/rotating-secret";

/** What a verb of the domain needs from outside: nothing is ambient, and tests bring their own clock. */
export interface DomainContext {
  db: Database;
  now: Instant;
  /** Where links in emails lead: configured, never taken from a request. */
  origin: string;
  limits: Limits;
  sessionSecret: RotatingSecret;
  photos: PhotoStore;
  privatePhotos: PhotoStore<PrivatePhotoSize>;
  /** Tells the world what has happened, once it is in D1; nothing waits for it. */
  emit: (event: DomainEvent) => void;
}
