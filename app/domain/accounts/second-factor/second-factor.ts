import type { Instant } from "../../time/harare";

export interface Passkey {
  id: string;
  name: string;
  createdAt: Instant;
  lastUsedAt: Instant | null;
}

export const MAX_PASSKEYS = 10;

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
