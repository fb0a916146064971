import { hitOwnRateLimit } from "~/domain/accounts/own-rate-limit.server";
import type { RequestResult } from "~/domain/bookings/commands/booking-requests.server";
import { refundRateLimits, type Attempt } from "~/domain/rate-limits/rate-limits.server";
import type { LimitName } from "~/domain/rate-limits/limits";
import type { TooMany } from "~/domain/values/refusal";
import type { RequestContext } from "./context";

/** Counts a try against a limit of whoever is signed in, beside the session's confirmation; null: they may go on, or nobody is. */
export async function hitRequestRateLimit(context: RequestContext, limit: LimitName): Promise<TooMany | null> {
  const { token, viewer } = context.session;
  return viewer && hitOwnRateLimit(context, token, [limit, viewer.id]);
}

/** Who came too late, or has asked the same again, has booked nothing: it does not count. */
export function refundUnlessBooked({ db, session, afterResponse }: RequestContext, result: RequestResult): void {
  if (result.ok && !result.repeated) return;
  const attempt: Attempt = ["bookingPerClient", session.viewer?.id ?? ""];
  afterResponse(() => refundRateLimits(db, [attempt]).execute());
}
