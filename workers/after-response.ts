import type { RequestContext } from "../app/http/context";

export type Work = () => Promise<unknown>;

/** Runs the work put off until after the response, and what that puts off in turn. Failures are reported. */
export async function runAfterResponse(putOff: Work[], reportError: RequestContext["reportError"]): Promise<void> {
  while (putOff.length > 0) {
    const results = await Promise.allSettled(putOff.splice(0).map(async (work) => work()));
    for (const result of results)
      if (result.status === "rejected") reportError("work after the response failed", result.reason);
  }
}
