import { logError } from "../app/http/log";

export type Work = () => Promise<unknown>;

/**
 * Runs what was put off until the answer was made, and what that puts off in its turn; ends when all of it has.
 * Nobody waits for it, so what fails is logged with the request's id, and keeps nothing else from running.
 */
export async function runAfterResponse(putOff: Work[], requestId: string): Promise<void> {
  while (putOff.length > 0) {
    const results = await Promise.allSettled(putOff.splice(0).map(async (work) => work()));
    for (const result of results)
      if (result.status === "rejected") logError("work after the response failed", result.reason, { requestId });
  }
}
