import { markBookingNoticesSeen } from "~/domain/notices/seen.server";
import { REVALIDATION_HEADER } from "~/realtime/revalidation";
import type { RequestContext } from "./context";

/**
 * Marks as seen what a booking's page tells its reader, after the response (N12). A page that revalidates on its own shows
 * nobody anything: it may be in a hidden tab.
 */
export function markSeenAfterResponse(context: RequestContext, request: Request, bookingId: string): void {
  if (request.headers.has(REVALIDATION_HEADER)) return;
  context.afterResponse(() =>
    context.session
      .confirm()
      .then((user) => user && markBookingNoticesSeen(context.db, user.id, bookingId, context.now)),
  );
}
