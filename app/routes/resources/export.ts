import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { EXPORT_NAMES } from "~/domain/admin/export";
import { exportData } from "~/domain/admin/export.server";
import { dateAt } from "~/domain/time/harare";
import { roleLoader, requireUser } from "~/http/guards";

/** A table as CSV, streamed. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const name = EXPORT_NAMES.find((known) => `${known}.csv` === args.params["file"]);
  return roleLoader("admin", async ({ context }) => {
    if (!name) throw new Response("Not found", { status: 404 });
    const admin = await requireUser(args);
    return new Response(await exportData(context, admin, name), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="pombi-${name}-${dateAt(context.now)}.csv"`,
        "Cache-Control": "private, no-store",
      },
    });
  })(args);
}
