import type { Instant } from "../time/harare";

export const OPENING_KINDS = ["report", "dispute", "safety"] as const;
export type OpeningKind = (typeof OPENING_KINDS)[number];

export const OPENING_KIND_WORDS: Record<OpeningKind, string> = {
  report: "a report",
  dispute: "a dispute",
  safety: "someone's safety",
};

/** For the privacy page, the notice to both, and the office's own page. */
export const OFFICE_READS_WHEN =
  "Our office can open your conversation because of a report, a dispute or someone's safety, and for nothing else. Whoever opens it can read it for 24 hours and not write in it, it is logged with the reason, and both of you are told.";

export interface ConversationOpening {
  why: string;
  at: Instant;
}

/** The sides of a conversation by its id, or null for an invalid id. */
export function sidesOf(conversationId: string): [string, string] | null {
  const [one, other, ...rest] = conversationId.split(".");
  return one && other && rest.length === 0 && one < other ? [one, other] : null;
}
