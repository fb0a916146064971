import { type Instant, DAY, MINUTE } from "../time/harare";
import { brand } from "~/brand";
import type { PhoneChannel } from "../notices/choices";
import type { ProfileText } from "../values/trade";
import type { Role } from "../values/user";

export const ENDS_TOO = "Links in earlier emails, your calendar link and what your own programs sign in with end too.";

/** A phone that is used, or that a code was sent to and not typed in yet (`verifiedAt`: null). */
export interface OwnPhone {
  channel: PhoneChannel;
  phone: string;
  verifiedAt: Instant | null;
}

/** The sessions, tokens and other ways into an account (A12), newest session first. */
export interface Access {
  sessions: {
    id: string;
    device: string | null;
    createdAt: Instant;
    usedAt: Instant;
    isThis: boolean;
    getsPush: boolean;
  }[];
  tokens: number;
  webhooks: number;
  calendarLinks: number;
  answerLinks: number;
}

/** The second factors of a user (A21), and when the office takes them all away (A25). Null: no app, it doesn't. */
export interface SecondFactors {
  appSince: Instant | null;
  recoveryCodesLeft: number;
  resetDueAt: Instant | null;
  passkeys: { id: string; name: string; createdAt: Instant; lastUsedAt: Instant | null }[];
}

/** A user's own facts, as they gave them; `trade` is null for all but plumbers. */
export interface OwnAccount {
  id: string;
  role: Role;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  photoKey: string | null;
  addressLine1: string | null;
  addressLine2: string | null;
  trade:
    | (Record<ProfileText, string> & {
        feeCents: number;
        city: string;
        suburb: string | null;
        listed: boolean;
        servedSuburbs: string[];
      })
    | null;
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

export const MAX_PASSKEYS = 10;

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

/** The terms that a user has yet to accept (A20): any, or only the present ones; null: none, as for the office. */
export function termsToAccept({
  role,
  termsVersion,
}: {
  role: Role;
  termsVersion: string | null;
}): "first" | "changed" | null {
  if (role === "admin" || termsVersion === TERMS_VERSION) return null;
  return termsVersion === null ? "first" : "changed";
}

export const SESSION_LIFE = 30 * DAY;

export const PENDING_LIFE = 10 * MINUTE;
