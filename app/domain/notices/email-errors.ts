import type { Verdict } from "./delivery";
import { HOUR, MINUTE } from "../time/harare";

/** The codes of Cloudflare's Email Sending. What is not listed, an unfinished setup included, is tried again. */
const VERDICTS: Record<string, Verdict> = {
  E_RATE_LIMIT_EXCEEDED: { kind: "wait", for: MINUTE },
  E_DAILY_LIMIT_EXCEEDED: { kind: "wait", for: HOUR },
  E_RECIPIENT_SUPPRESSED: { kind: "final" },
  // All our emails have one shape: what is invalid about one is its recipient.
  E_VALIDATION_ERROR: { kind: "final" },
  E_FIELD_MISSING: { kind: "final" },
  E_CONTENT_TOO_LARGE: { kind: "final" },
};

/** Reads the provider's code from an error, or null where it has none. */
export function codeOf(error: unknown): string | null {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : null;
}

/** Judges an email by the provider's code; null (no code) is tried again. */
export function verdictOn(code: string | null): Verdict {
  return (code !== null && VERDICTS[code]) || { kind: "retry" };
}
