import { EXPORT_NAMES } from "~/domain/admin/export";
import { exportData } from "~/domain/admin/export.server";
import { dateAt } from "~/domain/time/harare";
import { csvDownload } from "~/http/download";
import { roleLoader, requireUser } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { requireSteppedUp } from "~/http/step-up.server";

/** A table as CSV, streamed (O13). */
export const loader = roleLoader("admin", async (args): Promise<Response> => {
  const { context, params } = args;
  const name = EXPORT_NAMES.find((known) => `${known}.csv` === param(params, "file"));
  if (!name) throw notFound();
  const admin = await requireSteppedUp({ context, user: requireUser(args) }, "/admin-dashboard/system");
  return csvDownload(`${name}-${dateAt(context.now)}`, await exportData(context, admin, name));
});
