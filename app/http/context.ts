import type { DomainContext } from "~/domain/domain-context.server";
import type { Scope } from "~/domain/accounts/personal-token";
import type { TooMany } from "~/domain/values/refusal";
import type { SignedInUser, SessionClaims } from "~/domain/values/user";
import type { Instant } from "~/domain/time/harare";
import type { LogFacts } from "./log";

export interface RequestSession {
  token: string | null;
  /** Known from the token's signature alone: enough to load data at once, not to show it. */
  viewer: SessionClaims | null;
  /** The user, once D1 has confirmed the session (asked once); null also for an admin who lacks the second factor (A23). */
  confirm(): Promise<SignedInUser | null>;
  /** An admin whom `confirm` holds back because they have no second factor; null for everyone else. */
  withoutFactor(): Promise<SignedInUser | null>;
  /** The scopes of the call's personal token (X12), or its refusal (too many calls); null: a session, which may do everything. */
  scopes(): Promise<readonly Scope[] | TooMany | null>;
}

export interface MovableClock {
  now(): Instant;
  /** Moves the clock to an instant; null sets it back to real time. */
  setTo(instant: Instant | null): Promise<void>;
}

/** Parts of public pages that D1 gave at most a day ago (F4). */
export interface LastGood {
  keep(name: string, value: unknown): void;
  find(name: string): Promise<{ value: unknown; asOf: Instant } | null>;
}

export interface RequestContext extends DomainContext {
  session: RequestSession;
  /** The nonce for the scripts of this response, made on first use. */
  nonce: () => string;
  requestId: string;
  /** Our public key, which browsers subscribe with; null: web push is not set up. */
  pushKey: string | null;
  localMode: boolean;
  /** The secrets by which providers of phone messages post to us; null: not set up. */
  phoneProviders: {
    whatsApp: { appSecret: string; verifyToken: string } | null;
    sms: { webhookSecret: string } | null;
  };
  /** A picture that someone sent by WhatsApp, by its id at Meta; null: it is gone, or no picture. */
  openPicture(id: string): Promise<Blob | null>;
  /** The refusal of a message, while this isolate works on as many as it can; else null. */
  busy: { ok: false; reason: "busy"; retryAfterSeconds: number } | null;
  /** Null outside of local mode. */
  clock: MovableClock | null;
  /** The picture to share of a plumber with this photo (P6); null: no such photo. */
  openSharePicture(photoKey: string): Promise<ReadableStream | ArrayBuffer | null>;
  lastGood: LastGood;
  /** Logs what broke on our side (O23). Returns the status of the response: 503 where D1 is out of reach, else 500. */
  reportError(event: string, error: unknown, facts?: LogFacts): 500 | 503;
  /** Says more in this request's line of the log: names and ids, nothing that someone typed. */
  addToLog(facts: LogFacts): void;
  /** Logs that a part of the page could not be loaded, and keeps the page out of every cache. */
  partFailed(part: string, error: unknown): void;
  isWhole(): boolean;
  afterResponse: (work: () => Promise<unknown>) => void;
}

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestContext {}
}
