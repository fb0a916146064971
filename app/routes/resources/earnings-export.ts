import { exportEarnings } from "~/domain/money/earnings-export.server";
import { dateAt } from "~/domain/time/harare";
import { requireUser, roleLoader } from "~/http/guards";

/** A plumber's earnings as CSV, streamed (M8). */
export const loader = roleLoader("plumber", async (args): Promise<Response> => {
  const { db, now } = args.context;
  const { id } = await requireUser(args);
  return new Response(exportEarnings(db, id), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="pombi-earnings-${dateAt(now)}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
});
