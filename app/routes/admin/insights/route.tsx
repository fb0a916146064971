import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import {
  compareWeeks,
  drawnInsights,
  NONE_NAMED,
  RANGES,
  answeredOf,
  cancelledOf,
  openOf,
  percentOf,
  ratingOf,
  waitOf,
  type DrawnInsights,
  type Figures,
} from "~/domain/admin/insights/insights";
import { insightsQuery, readInsights } from "~/domain/admin/insights/insights.server";
import { SERVICE_TYPES } from "~/domain/bookings/booking";
import { addDays, formatDate, type LocalDate, DAY, MINUTE } from "~/domain/time/harare";
import { averageRating, completionRate } from "~/domain/plumbers/plumber";
import { listWeekFigures } from "~/domain/plumbers/plumber-profiles.server";
import { CITIES, cityKey } from "~/domain/values/cities";
import { formatNumber } from "~/domain/values/numbers";
import { adminLoader } from "~/http/guards";
import { ChoiceForm, officePage } from "~/ui/admin/office-page";
import { Options } from "~/ui/forms/options";
import { BarChart, FigureTable, nameWeek } from "~/ui/charts/charts";
import { InsightCharts } from "./insight-charts";
import { Icon } from "~/ui/shell/elements";
import { formatSpan } from "~/domain/bookings/booking-words";
import { formatSum } from "~/domain/values/money";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Insights", "the figures");

/** The outcomes of requests and jobs, week by week, against as many weeks before (O20). */
export const loader = adminLoader(async ({ context, url }) => {
  const query = insightsQuery.parse(Object.fromEntries(url.searchParams));
  const { db, now } = context;
  const [cells, weeks] = await Promise.all([readInsights(db, query.weeks, now), listWeekFigures(db, "", now)]);
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
  const first = weeks[0]!;
  const last = weeks.at(-1)!;
  const isCompared = weeks.some((week) => week.before.requested > 0);
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
      <ChoiceForm key={String(search)} action="/admin-dashboard/insights">
        <select name="weeks" className="input" aria-label="Weeks" defaultValue={query.weeks}>
          <Options choices={RANGES.map((weeks) => [String(weeks), `${weeks} weeks`])} />
        </select>
        <select name="city" className="input" aria-label="City" defaultValue={query.city ?? ""}>
          <option value="">All cities</option>
          <Options choices={CITIES.map((city) => [cityKey(city), city])} />
          <option value={NONE_NAMED}>No city named</option>
        </select>
        <select name="service" className="input" aria-label="Service" defaultValue={query.service ?? ""}>
          <option value="">All services</option>
          <Options choices={SERVICE_TYPES.map((service) => [service, service])} />
          <option value={NONE_NAMED}>No service named</option>
        </select>
      </ChoiceForm>
      <p className="text-ink-2">
        {day(first.monday)} to {day(addDays(last.monday, 6))}
        {isCompared && `, compared with ${day(first.mondayBefore)} to ${day(addDays(last.mondayBefore, 6))}`}. Whole
        weeks only: this week is added once it is over. Changes show the next day.
      </p>
      <InsightSummary {...insights} />
      <InsightCharts insights={insights} query={query} />
      <SiteWeeks weeks={site} />
    </div>
  );
}

/** A week that has a rate of completion: of no job there is none. */
const isEnded = ({ completed, cancelled }: { completed: number; cancelled: number }) => completed + cancelled > 0;

function SiteWeeks({ weeks }: { weeks: SerializeFrom<typeof loader>["site"] }) {
  const charts = [
    { title: "Sign-ups", bars: weeks.map(({ label, signUps }) => ({ label, value: signUps })) },
    {
      title: "Completed, %",
      bars: weeks.map((week) => ({
        label: week.label,
        value: week.completion,
        shown: isEnded(week) ? undefined : "–",
      })),
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
      <h2>Week by week, with this one so far</h2>
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
          "Week of",
          "Bookings",
          "Sign-ups",
          "Confirmed",
          "Completed",
          "Cancelled",
          "Completed, %",
          "Reviews",
          "Rating",
        ]}
        rows={weeks.map((week) => [
          week.label,
          ...[week.requested, week.signUps, week.confirmed, week.completed, week.cancelled].map(formatNumber),
          isEnded(week) ? week.completion : "–",
          formatNumber(week.reviews),
          week.rating ?? "–",
        ])}
      />
    </section>
  );
}

const percent = (part: number, whole: number) => {
  const of = percentOf(part, whole);
  return of === null ? "–" : `${of}%`;
};
const within = (figures: Figures, part: number) => {
  const minutes = waitOf(figures, part);
  if (minutes === null) return "–";
  return minutes === Infinity ? `over ${formatSpan(DAY)}` : formatSpan(minutes * MINUTE);
};

const STATIONS: [name: string, of: (figures: Figures) => number][] = [
  ["Requests", ({ requested }) => requested],
  ["Confirmed", ({ confirmed }) => confirmed],
  ["Done", ({ completed }) => completed],
];

const FIGURES: [name: string, say: (figures: Figures) => string][] = [
  ["Still open", (figures) => formatNumber(openOf(figures))],
  ["Half answered within", (figures) => within(figures, 0.5)],
  ["90% answered within", (figures) => within(figures, 0.9)],
  ["Requests that ended without an answer", ({ expired, requested }) => percent(expired, requested)],
  ["Requests that were cancelled", (figures) => percent(cancelledOf(figures), figures.requested)],
  ["Requests of clients who had booked before", ({ repeated, requested }) => percent(repeated, requested)],
  ["Settled amounts of jobs done", ({ value }) => formatSum(value)],
  ["Paid of these jobs so far", ({ paid }) => formatSum(paid)],
  ["Our commission (online payments only)", ({ commission }) => formatSum(commission)],
  ["Rating", (figures) => averageRating(ratingOf(figures)) ?? "–"],
];

const changeOf = (now: number, before: number): string | null => {
  const percents = percentOf(now - before, before);
  return percents === null ? null : `${percents < 0 ? "−" : "+"}${Math.abs(percents)}%`;
};

function InsightSummary({ total: { now, before }, weeks }: DrawnInsights) {
  const covered = weeks.filter((week) => week.before.requested > 0).length;
  const isCovered = covered === weeks.length;
  return (
    <section className="grid gap-4" aria-label={`The last ${weeks.length} weeks`}>
      <dl className="card grid gap-4 p-5 sm:grid-cols-3">
        {STATIONS.map(([name, of]) => (
          <div key={name} className="grid content-start gap-1">
            <dt className="font-semibold">{name}</dt>
            <dd className="text-h1 font-bold tabular-nums">
              {formatNumber(of(now))}
              {name !== "Requests" && (
                <span className="text-lg font-semibold text-ink-2"> {percent(of(now), now.requested)}</span>
              )}
            </dd>
            {covered > 0 && (
              <dd className="text-sm text-ink-2 tabular-nums">
                before: {formatNumber(of(before))}
                {name !== "Requests" && `, ${percent(of(before), before.requested)}`}
                {isCovered && of(before) > 0 && <b> ({changeOf(of(now), of(before))})</b>}
              </dd>
            )}
          </div>
        ))}
      </dl>
      <dl className="grid grid-cols-2 gap-6 lg:grid-cols-4">
        {FIGURES.map(([name, say]) => (
          <div key={name} className="flex flex-col gap-1">
            <dt className="mt-auto text-sm leading-snug text-ink-2">{name}</dt>
            <dd className="text-lg font-semibold tabular-nums">{say(now)}</dd>
            {covered > 0 && <dd className="text-sm text-ink-2 tabular-nums">before: {say(before)}</dd>}
          </div>
        ))}
      </dl>
      {!isCovered && (
        <p className="text-sm text-ink-2">
          {covered === 0
            ? `The ${weeks.length} weeks before have no requests: there is nothing to compare with.`
            : `Only ${covered} of the ${weeks.length} weeks before have requests: compare with care.`}
        </p>
      )}
      {answeredOf(now) < 20 && <p className="text-sm text-ink-2">Fewer than 20 answers: take the times with care.</p>}
    </section>
  );
}
