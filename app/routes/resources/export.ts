import { EXPORT_NAMES } from "~/domain/admin/export";
import { exportData } from "~/domain/admin/export.server";
import { dateAt } from "~/domain/time/harare";
import { roleLoader, requireUser } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";

/** A table as CSV, streamed (O13). */
export const loader = roleLoader("admin", async (args): Promise<Response> => {
  const { context, params } = args;
  const name = EXPORT_NAMES.find((known) => `${known}.csv` === param(params, "file"));
  if (!name) throw notFound();
  const admin = await requireUser(args);
  return new Response(await exportData(context, admin, name), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="pombi-${name}-${dateAt(context.now)}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
});
