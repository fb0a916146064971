import { type Instant, DAY, MINUTE } from "../time/harare";
import { brand } from "~/brand";
import type { PhoneChannel } from "../notices/choices";
import type { passkeys, phoneChannels, sessions } from "~/db/schema";

export interface OwnSession extends Pick<typeof sessions.$inferSelect, "device" | "createdAt"> {
  /** The beginning of its token's hash. */
  id: string;
  /** To the day. */
  usedAt: Instant;
  isThis: boolean;
  getsPush: boolean;
}

export const ENDS_TOO = "Tokens, webhooks, your calendar link and links that answer requests end too.";

export interface Access {
  sessions: OwnSession[];
  tokens: number;
  webhooks: number;
  calendarLinks: number;
  answerLinks: number;
}

/** A phone of the user's: one that is used, or one that a code was sent to. */
export interface OwnPhone extends Pick<typeof phoneChannels.$inferSelect, "channel" | "phone"> {
  /** Null: the code has not been typed in yet. */
  verifiedAt: Instant | null;
}

/** The life of a code, and the wrong attempts that it allows (N15). */
export const CODE_MINUTES = 10;
export const CODE_ATTEMPTS = 5;

/** The words that someone agrees to before a phone is used; stored with the phone. */
export const CONSENT_WORDS: Record<PhoneChannel, string> = {
  whatsapp: `Yes, ${brand.name} may write to this phone by WhatsApp. I can end it in my settings, or by answering STOP.`,
  sms: `Yes, ${brand.name} may send text messages to this phone. I can end it in my settings, or by answering STOP.`,
};

/** The time in which WhatsApp takes any text after someone's last message, less a minute for the way. */
export const WHATSAPP_WINDOW = DAY - MINUTE;

export type Passkey = Pick<typeof passkeys.$inferSelect, "id" | "name" | "createdAt" | "lastUsedAt">;

export const MAX_PASSKEYS = 10;

export interface SecondFactors {
  /** Since when; null: no app. */
  appSince: Instant | null;
  passkeys: Passkey[];
  recoveryCodesLeft: number;
  /** When our office will take all of it away; null: it doesn't (A25). */
  resetDueAt: Instant | null;
}

export const FACTOR_CHANGES = {
  appAdded: "An authenticator app was set up",
  appRemoved: "The authenticator app was removed",
  passkeyAdded: "A passkey was added",
  passkeyRemoved: "A passkey was removed",
  codesRenewed: "New recovery codes were made",
  codeUsed: "A recovery code was used",
  turnedOn: "Two-step sign-in was turned on",
  turnedOff: "Two-step sign-in was turned off",
} as const;
export type FactorChange = keyof typeof FACTOR_CHANGES;

/** The current terms, by the day of their last change (A20): a user who has accepted others is asked again. */
export const TERMS_VERSION = "2026-11-23";
