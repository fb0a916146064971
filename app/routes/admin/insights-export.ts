import { cellsOf } from "~/domain/admin/insights/insights";
import { insightsQuery, exportInsights, keptInsights } from "~/domain/admin/insights/insights.server";
import { dateAt } from "~/domain/time/harare";
import { csvDownload } from "~/http/responses";
import { adminLoader, requireUser } from "~/http/guards";

/** The figures of Insights as CSV (O20). They name nobody, so they ask for no step-up. */
export const loader = adminLoader(async (args): Promise<Response> => {
  const { context, url } = args;
  const query = insightsQuery.parse(Object.fromEntries(url.searchParams));
  const cells = cellsOf(await keptInsights(context, query.weeks), query);
  const table = await exportInsights(context, await requireUser(args), cells);
  return csvDownload(`insights-${query.weeks}-weeks-${dateAt(context.now)}`, table);
});
