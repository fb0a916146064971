import {
  readBookingQuery,
  writeBookingQuery,
  readIds,
  whyNotChosen,
  EXPORT_NAMES,
} from "~/domain/admin/lists/office-lists";
import { exportTable } from "~/domain/admin/bookings/bulk-actions.server";
import { dateAt } from "~/domain/time/harare";
import { answerProblem } from "~/http/refusals";
import { csvDownload } from "~/http/responses";
import { adminLoader, requireUser, type PageArgs } from "~/http/guards";
import { cellsOf } from "~/domain/admin/insights/insights";
import { exportInsights, insightsQuery, readInsights } from "~/domain/admin/insights/insights.server";
import { requireSteppedUp } from "~/http/step-up.server";

/** The figures of Insights (O20). They name no one, so they ask for no step-up. */
async function exportFigures(args: PageArgs): Promise<Response> {
  const { context, url } = args;
  const query = insightsQuery.parse(Object.fromEntries(url.searchParams));
  const cells = cellsOf(await readInsights(context.db, query.weeks, context.now), query);
  const table = await exportInsights(context, await requireUser(args), cells);
  return csvDownload(`insights-${query.weeks}-weeks-${dateAt(context.now)}`, table);
}

/** A table as CSV, streamed (O13): all rows, or chosen or filtered bookings (O29). A step-up shows the asking page again. */
export const loader = adminLoader(async (args): Promise<Response | null> => {
  const { context, param, url } = args;
  const file = param("file");
  if (file === "insights.csv") return exportFigures(args);
  const isChosen = file === "chosen-bookings.csv";
  const name = isChosen ? "bookings" : EXPORT_NAMES.find((known) => `${known}.csv` === file);
  if (!name) return null;
  const filter = readBookingQuery(url.searchParams.get("back") ?? url.searchParams);
  const page = isChosen ? `bookings?${writeBookingQuery(filter)}` : "system";
  const admin = await requireSteppedUp({ context, user: requireUser(args) }, `/admin-dashboard/${page}`);
  const ids = isChosen && url.searchParams.has("ids") ? readIds(url.searchParams) : null;
  const unfit = ids && whyNotChosen(ids);
  if (unfit) throw answerProblem(unfit, { status: 400 });
  const which = ids ? { ids } : isChosen ? { filter } : null;
  return csvDownload(`${name}-${dateAt(context.now)}`, await exportTable(context, admin, name, which));
});
