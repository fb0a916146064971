import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { compareWeeks, drawnInsights, NONE_NAMED, RANGES } from "~/domain/admin/insights/insights";
import { insightsQuery, keptInsights } from "~/domain/admin/insights/insights.server";
import { SERVICE_TYPES } from "~/domain/bookings/booking";
import { addDays, formatDate, type LocalDate } from "~/domain/time/harare";
import { averageRating, completionRate } from "~/domain/plumbers/plumber";
import { listWeekFigures } from "~/domain/plumbers/week-figures.server";
import { CITIES, cityKey } from "~/domain/values/cities";
import { formatNumber } from "~/domain/values/numbers";
import { adminLoader } from "~/http/guards";
import { BarChart } from "~/ui/charts/bar-chart";
import { FigureTable } from "~/ui/charts/figure-table";
import { nameWeek } from "~/ui/charts/name-week";
import { FilterLinks } from "~/ui/admin/filter-links";
import { InsightCharts } from "~/ui/admin/insight-charts";
import { InsightSummary } from "~/ui/admin/insight-summary";
import { Icon } from "~/ui/elements/icon";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "Insights",
  failed: "Failed to fetch the figures",
  home: "/admin-dashboard",
});

/** What became of requests and jobs, week by week, against as many weeks before (O20). */
export const loader = adminLoader(async ({ context, url }) => {
  const query = insightsQuery.parse(Object.fromEntries(url.searchParams));
  const { db, now } = context;
  const [cells, weeks] = await Promise.all([keptInsights(context, query.weeks), listWeekFigures(db, "", now)]);
  return {
    query,
    insights: drawnInsights(compareWeeks(cells, query, now)),
    site: weeks.map((week) => ({
      ...week,
      label: nameWeek(week.monday),
      completion: completionRate(week.completed, week.completed + week.cancelled),
      rating: averageRating({ ratingSum: week.ratingSum, ratingCount: week.reviews }),
    })),
  };
});

export default function InsightsPage() {
  const { query, insights, site } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const { weeks } = insights;
  const [first, last] = [weeks[0]!, weeks.at(-1)!];
  // Two ranges of a year each would read alike.
  const isWithinYear = first.mondayBefore.slice(0, 4) === addDays(last.monday, 6).slice(0, 4);
  const day = (date: LocalDate) => formatDate(date, "short") + (isWithinYear ? "" : ` ${date.slice(0, 4)}`);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Insights</h1>
        <a href={`/admin-export/insights.csv?${search}`} data-file className="button button-quiet">
          <Icon name="file-text" /> Download as CSV
        </a>
      </div>
      <div className="grid gap-1">
        <FilterLinks
          name="weeks"
          label="Weeks"
          chosen={query.weeks === 12 ? null : String(query.weeks)}
          choices={RANGES.map((weeks) => ({ value: weeks === 12 ? null : String(weeks), label: `${weeks} weeks` }))}
        />
        <FilterLinks
          name="city"
          label="City"
          chosen={query.city}
          choices={[
            { value: null, label: "All cities" },
            ...CITIES.map((city) => ({ value: cityKey(city), label: city })),
            { value: NONE_NAMED, label: "No city named" },
          ]}
        />
        <FilterLinks
          name="service"
          label="Service"
          chosen={query.service}
          choices={[
            { value: null, label: "All services" },
            ...SERVICE_TYPES.map((service) => ({ value: service, label: service })),
            { value: NONE_NAMED, label: "No service named" },
          ]}
        />
      </div>
      <p className="text-ink-2">
        {day(first.monday)} to {day(addDays(last.monday, 6))}, compared with {day(first.mondayBefore)} to{" "}
        {day(addDays(last.mondayBefore, 6))}. Whole weeks only: this week is added on Monday. Changes show within an
        hour.
      </p>
      <InsightSummary {...insights} />
      <h2 className="sr-only">Charts</h2>
      <InsightCharts insights={insights} query={query} />
      <SiteWeeks weeks={site} />
    </div>
  );
}

type SiteWeek = SerializeFrom<typeof loader>["site"][number];

/** The whole site's last eight weeks, this one included. */
function SiteWeeks({ weeks }: { weeks: readonly SiteWeek[] }) {
  const charts = [
    { title: "Sign-ups", bars: weeks.map(({ label, signUps }) => ({ label, value: signUps })) },
    {
      title: "Completed, %",
      bars: weeks.map(({ label, completion }) => ({ label, value: completion })),
      highest: 100,
    },
    {
      title: "Rating",
      bars: weeks.map(({ label, rating }) => ({ label, value: Number(rating ?? 0), shown: rating ?? undefined })),
      highest: 5,
    },
  ];
  return (
    <section className="grid gap-3">
      <h2>The last eight weeks</h2>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {charts.map(({ title, bars, highest }) => (
          <div key={title} className="card grid content-start gap-3 p-4">
            <h3 className="text-base">{title}</h3>
            <BarChart bars={bars} highest={highest} />
          </div>
        ))}
      </div>
      <FigureTable
        label="Figures by week"
        heads={[
          ...["Week of", "Bookings", "Sign-ups", "Confirmed", "Completed", "Cancelled"],
          ...["Completed, %", "Reviews", "Rating"],
        ]}
        rows={weeks.map(
          ({ label, requested, signUps, confirmed, completed, cancelled, completion, reviews, rating }) => [
            label,
            ...[requested, signUps, confirmed, completed, cancelled].map(formatNumber),
            ...[completion, formatNumber(reviews), rating ?? "–"],
          ],
        )}
      />
    </section>
  );
}
