import type { ReactNode } from "react";
import {
  answeredOf,
  answeredWithin,
  NOTICES,
  percentOf,
  SIDES,
  type Asked,
  type DrawnInsights,
  type DrawnKind,
  type DrawnWeek,
  type Figures,
} from "~/domain/admin/insights/insights";
import { formatSpan } from "~/domain/bookings/booking-words";
import { MINUTE } from "~/domain/time/harare";
import { CITIES, cityKey } from "~/domain/values/cities";
import { countOf, formatNumber } from "~/domain/values/numbers";
import { formatShort } from "~/ui/charts/short-number";
import { formatMoney, formatSum } from "~/domain/values/money";
import { ComparedRows, ComparedWeeks } from "./compared-charts";
import { nameWeek } from "~/ui/charts/charts";

const ANSWER_STEPS = [15, 30, 60, 120, 360, 1440] as const;
const NOTICE_NAMES = { Early: "a day or more ahead", Short: "2 to 24 hours ahead", Late: "under 2 hours" } as const;
const STARS = [5, 4, 3, 2, 1] as const;

const asPercent = (value: number) => `${value}%`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const cityName = (key: string) =>
  CITIES.find((city) => cityKey(city) === key) ?? (key ? capital(key) : "No city named");

const ChartGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h2>{title}</h2>
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">{children}</div>
  </section>
);

export function InsightCharts({ insights, query }: { insights: DrawnInsights; query: Asked }) {
  const { total, weeks, cities, services } = insights;
  const compare = (label: string, of: (figures: Figures) => number) => ({
    label,
    now: of(total.now),
    before: of(total.before),
  });
  const byWeek = (partsOf: (week: DrawnWeek) => number[]) =>
    weeks.map(({ monday, now, before }) => ({
      label: nameWeek(monday),
      parts: partsOf(now),
      before: partsOf(before).reduce((sum, part) => sum + part, 0),
    }));
  const byKind = (kinds: DrawnKind[], name: (key: string) => string) =>
    kinds.map(({ key, requested, requestedBefore, confirmed, completed, value }) => ({
      label: name(key),
      now: requested,
      parts: [completed, Math.max(0, confirmed - completed), requested - Math.max(confirmed, completed)],
      before: requestedBefore,
      more: [formatNumber(confirmed), formatNumber(completed), formatSum(value)],
    }));
  const range = { weeks: query.weeks, hasBefore: total.before.requested > 0 };
  const kind = {
    ...range,
    counts: "Requests",
    parts: ["Done", "Confirmed, not done", "Not confirmed"],
    heads: ["Confirmed", "Done", "Settled amounts"],
  };
  return (
    <>
      <ChartGroup title="Week by week">
        <ComparedWeeks
          title="Requests by week"
          lead="By the week in which they were made, and what became of them since."
          parts={["Done", "Still open", "Refused, unanswered or cancelled"]}
          weeks={byWeek(({ completed, open, lost }) => [completed, open, lost])}
        />
        <ComparedWeeks
          title="Confirmed by week"
          lead="Requests of that week that were confirmed at some time."
          parts={["Confirmed"]}
          weeks={byWeek(({ confirmed }) => [confirmed])}
        />
        <ComparedWeeks
          title="Earnings by week"
          lead="Final amounts of the jobs completed in that week, once settled: agreed to, decided, or not above what was agreed on. Whether paid or not, in cash or online."
          parts={["Settled amounts"]}
          format={(cents) => formatMoney(Math.round(cents / 100) * 100)}
          short={(cents) => `$${formatShort(Math.round(cents / 100))}`}
          weeks={byWeek(({ value }) => [value])}
        />
      </ChartGroup>
      <ChartGroup title="Where, for what and for whom">
        {query.city === null && (
          <ComparedRows
            title="Requests by city"
            lead="The plumber's city, or the one that the address names."
            {...kind}
            rows={byKind(cities, cityName)}
          />
        )}
        {query.service === null && (
          <ComparedRows
            title="Requests by service"
            lead="What the request was for."
            {...kind}
            rows={byKind(services, (key) => key || "No service named")}
          />
        )}
        <ComparedRows
          title="Clients"
          lead="Whether the client had requested a booking before."
          {...range}
          counts="Requests"
          rows={[
            compare("Had booked before", ({ repeated }) => repeated),
            compare("For the first time", ({ requested, repeated }) => requested - repeated),
          ]}
        />
      </ChartGroup>
      <ChartGroup title="How it went">
        <ComparedRows
          title="Answered within"
          lead="From the request to the plumber's first yes or no, of all that were answered."
          {...range}
          counts="Answered"
          highest={100}
          format={asPercent}
          rows={ANSWER_STEPS.map((step) =>
            compare(
              capital(formatSpan(step * MINUTE)),
              (figures) => percentOf(answeredWithin(figures, step), answeredOf(figures)) ?? 0,
            ),
          )}
        />
        <ComparedRows
          title="Cancellations"
          lead="By who cancelled, and how long before the start."
          {...range}
          counts="Cancelled"
          rows={SIDES.flatMap((side) =>
            NOTICES.map((notice) =>
              compare(`${capital(side)}, ${NOTICE_NAMES[notice]}`, (figures) => figures[`${side}${notice}`]),
            ),
          ).filter(({ now, before }) => now + before > 0)}
        />
        <ComparedRows
          title="Ratings"
          lead="Visible reviews of the jobs completed in these weeks."
          {...range}
          counts="Reviews"
          rows={STARS.map((stars) => compare(countOf(stars, "star"), (figures) => figures[`rated${stars}`]))}
        />
      </ChartGroup>
    </>
  );
}
