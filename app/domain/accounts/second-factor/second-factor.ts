import type { Instant } from "../../time/harare";

/** A passkey as its owner sees it. */
export interface Passkey {
  id: string;
  name: string;
  createdAt: Instant;
  lastUsedAt: Instant | null;
}

/** How many passkeys someone may have. */
export const MAX_PASSKEYS = 10;

/** What someone has set up for signing in in two steps (A21). */
export interface SecondFactors {
  /** Since when; null: no app. */
  appSince: Instant | null;
  passkeys: Passkey[];
  recoveryCodesLeft: number;
  /** When our office will take all of it away; null: it doesn't (A25). */
  resetDueAt: Instant | null;
}

/** What can change about someone's second factor, as the email and the log say it. */
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
