import type { DomainContext } from "~/domain/domain-context.server";
import type { AuthenticatedUser, SessionClaims } from "~/domain/values/user";
import type { Instant } from "~/domain/time/harare";

/** The session that a request belongs to. */
export interface RequestSession {
  token: string | null;
  /** Known from the token's signature alone: enough to load data at once, not to show it. */
  viewer: SessionClaims | null;
  /**
   * The user, once D1 has confirmed the session; null when it has ended or there is none. D1 is asked once a request.
   */
  confirm(): Promise<AuthenticatedUser | null>;
}

/** The parts of the system apart from D1, as the office's System page shows them (O17). */
export interface Parts {
  photos: boolean;
  objects: boolean;
  /** The deployed version's id; null where there is none. */
  version: string | null;
}

/** Local mode's clock, which can be moved to walk a booking through to its end. */
export interface MovableClock {
  now(): Instant;
  /** Moves the clock to an instant; null sets it back to real time. */
  setTo(instant: Instant | null): Promise<void>;
}

/** What public pages got from D1 at most a day ago (F4). */
export interface LastGood {
  keep(name: string, value: unknown): void;
  find(name: string): Promise<{ value: unknown; asOf: Instant } | null>;
}

/** What a loader or action gets from the Worker: built once per request, passed on, nothing ambient. */
export interface RequestContext extends DomainContext {
  session: RequestSession;
  /** The address that an anonymous request's limits count against: IPv4, or the /64 of IPv6. */
  clientAddress: string;
  /** The nonce for the scripts of this response, made on first use. */
  nonce: () => string;
  requestId: string;
  /** Development on this machine: mailbox and timings are shown. */
  localMode: boolean;
  /** Null outside of local mode. */
  clock: MovableClock | null;
  /** Whether photos and objects can be reached, and which version runs. */
  probeParts(): Promise<Parts>;
  /** The copies to show while D1 cannot be reached. */
  lastGood: LastGood;
  /** Logs that a part of the page could not be loaded, and keeps the page out of every cache. */
  partFailed(part: string, error: unknown): void;
  /** Whether no part has failed. */
  isWhole(): boolean;
  /** Runs work after the response. */
  afterResponse: (work: () => Promise<unknown>) => void;
}

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestContext {}
}
