import { readBookingQuery, writeBookingQuery } from "~/domain/admin/booking-query";
import { exportBookings } from "~/domain/admin/bookings-export.server";
import { dateAt } from "~/domain/time/harare";
import { readIds } from "~/domain/admin/bulk-action";
import { csvDownload } from "~/http/download";
import { requireUser, roleLoader } from "~/http/guards";
import { requireSteppedUp } from "~/http/step-up.server";

/** Chosen bookings as CSV, or those of a filter, streamed (O13, O29). After a step-up the list they are of is shown again. */
export const loader = roleLoader("admin", async (args): Promise<Response> => {
  const { context, url } = args;
  const ids = readIds(url.searchParams);
  const filter = readBookingQuery(url.searchParams.get("back") ?? url.searchParams);
  const list = `/admin-dashboard/bookings?${writeBookingQuery(filter)}`;
  const admin = await requireSteppedUp({ context, user: requireUser(args) }, list);
  const which = ids && ids.length > 0 ? { ids } : { filter };
  return csvDownload(`bookings-${dateAt(context.now)}`, await exportBookings(context, admin, which));
});
