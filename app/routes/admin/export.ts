import { readBookingQuery, writeBookingQuery, readIds, EXPORT_NAMES } from "~/domain/admin/lists/office-lists";
import { exportTable } from "~/domain/admin/bookings/bulk-actions.server";
import { dateAt } from "~/domain/time/harare";
import { csvDownload } from "~/http/responses";
import { adminLoader, requireUser, requireSteppedUp } from "~/http/guards";

/**
 * A table as CSV, streamed (O13), or as `chosen-bookings.csv` chosen bookings, or those of a filter (O29). After a step-up the
 * page that it was asked for on is shown again.
 */
export const loader = adminLoader(async (args): Promise<Response | null> => {
  const { context, param, url } = args;
  const file = param("file");
  const isChosen = file === "chosen-bookings.csv";
  const name = isChosen ? "bookings" : EXPORT_NAMES.find((known) => `${known}.csv` === file);
  if (!name) return null;
  const filter = readBookingQuery(url.searchParams.get("back") ?? url.searchParams);
  const page = isChosen ? `bookings?${writeBookingQuery(filter)}` : "system";
  const admin = await requireSteppedUp({ context, user: requireUser(args) }, `/admin-dashboard/${page}`);
  const ids = readIds(url.searchParams);
  const which = isChosen ? (ids?.length ? { ids } : { filter }) : null;
  return csvDownload(`${name}-${dateAt(context.now)}`, await exportTable(context, admin, name, which));
});
