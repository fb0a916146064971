import { HOUR, MINUTE } from "../time/harare";

/**
 * What to do with a mail that the provider did not take: "wait" (milliseconds; not the mail's fault, so no attempt is
 * used up), "final" (the same mail can never arrive), or "retry" with growing gaps.
 */
export type Verdict = { kind: "wait"; for: number } | { kind: "final" } | { kind: "retry" };

/** The codes of Cloudflare's Email Sending. What is not listed, a setup that is not finished included, is tried again. */
const VERDICTS: Record<string, Verdict> = {
  E_RATE_LIMIT_EXCEEDED: { kind: "wait", for: MINUTE },
  E_DAILY_LIMIT_EXCEEDED: { kind: "wait", for: HOUR },
  E_RECIPIENT_SUPPRESSED: { kind: "final" },
  // All our emails have one shape: what is invalid about one is its recipient.
  E_VALIDATION_ERROR: { kind: "final" },
  E_FIELD_MISSING: { kind: "final" },
  E_CONTENT_TOO_LARGE: { kind: "final" },
};

/** The provider's code of an error, or null where it has none. */
export function codeOf(error: unknown): string | null {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : null;
}

/** What the provider's code (null: none) means for the mail (N3). */
export function verdictOn(code: string | null): Verdict {
  return (code !== null && VERDICTS[code]) || { kind: "retry" };
}
