import type { Refusal } from "~/domain/values/refusal";
import type { RequestContext } from "./context";

/** Every way to show who one is. */
type Way = "password" | "passkey" | "second step" | "program" | "emailed link" | "step-up";

/** Logs how someone showed who they are, or why not, and gives the result (S8): whatever opens a session goes through here. */
export function logSignIn<Result extends { ok: true; id?: string } | Refusal<string>>(
  { addToLog }: RequestContext,
  way: Way,
  result: Result,
): Result {
  addToLog({ way, outcome: result.ok ? "in" : result.reason, ...(result.ok && result.id && { user: result.id }) });
  return result;
}
