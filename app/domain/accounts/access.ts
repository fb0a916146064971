import type { Instant } from "../time/harare";

export interface OwnSession {
  /** The beginning of its token's hash. */
  id: string;
  /** Like "Chrome on Android"; null: from before we kept it. */
  device: string | null;
  createdAt: Instant;
  /** To the day. */
  usedAt: Instant;
  isThis: boolean;
  getsPush: boolean;
}

export const ENDS_TOO = "Tokens, webhooks, your calendar link and links that answer requests end too.";

/** Access to an account (A12): its sessions, newest first, and how many of everything else. */
export interface Access {
  sessions: OwnSession[];
  tokens: number;
  webhooks: number;
  calendarLinks: number;
  answerLinks: number;
}
