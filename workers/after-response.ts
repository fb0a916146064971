import { logError } from "../app/http/log";

export type Work = () => Promise<unknown>;

/**
 * Runs the work put off until the response was made, and what that puts off in turn; resolves when all of it is done.
 * Nobody waits for it, so failures are logged with the request's id and don't keep the rest from running.
 */
export async function runAfterResponse(putOff: Work[], requestId: string): Promise<void> {
  while (putOff.length > 0) {
    const results = await Promise.allSettled(putOff.splice(0).map(async (work) => work()));
    for (const result of results)
      if (result.status === "rejected") logError("work after the response failed", result.reason, { requestId });
  }
}
