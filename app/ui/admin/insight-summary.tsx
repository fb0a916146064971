import {
  answeredOf,
  cancelledOf,
  openOf,
  percentOf,
  ratingOf,
  waitOf,
  type DrawnInsights,
  type Figures,
} from "~/domain/admin/insights/insights";
import { formatSpan } from "~/domain/bookings/booking-words";
import { averageRating } from "~/domain/plumbers/plumber";
import { DAY, MINUTE } from "~/domain/time/harare";
import { formatSum } from "~/domain/values/money";
import { formatNumber } from "~/domain/values/numbers";

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
  ["Never answered", ({ expired, requested }) => percent(expired, requested)],
  ["Cancelled", (figures) => percent(cancelledOf(figures), figures.requested)],
  ["From clients who had booked before", ({ repeated, requested }) => percent(repeated, requested)],
  ["Settled amounts of jobs done", ({ value }) => formatSum(value)],
  ["Paid of these jobs so far", ({ paid }) => formatSum(paid)],
  ["Our commission on these jobs", ({ commission }) => formatSum(commission)],
  ["Rating", (figures) => averageRating(ratingOf(figures)) ?? "–"],
];

/** How much more or less it is, like `+33%`; null where there was nothing. */
const changeOf = (now: number, before: number): string | null => {
  const percents = percentOf(now - before, before);
  return percents === null ? null : `${percents < 0 ? "−" : "+"}${Math.abs(percents)}%`;
};

/** The way from requests to jobs done, and what else there is to know at a glance, each with its figure before. */
export function InsightSummary({ total: { now, before }, weeks }: DrawnInsights) {
  const covered = weeks.filter((week) => week.before.requested > 0).length;
  const isCovered = covered === weeks.length;
  return (
    <section className="grid gap-4" aria-label={`The last ${weeks.length} weeks`}>
      <dl className="card grid gap-4 p-5 sm:grid-cols-3">
        {STATIONS.map(([name, of]) => (
          <div key={name} className="grid content-start gap-1">
            <dt className="font-semibold">{name}</dt>
            <dd className="text-3xl font-bold tabular-nums">
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
      <dl className="grid grid-cols-2 gap-x-5 gap-y-3 lg:grid-cols-3 xl:grid-cols-5">
        {FIGURES.map(([name, say]) => (
          <div key={name} className="flex flex-col gap-0.5">
            <dt className="text-sm leading-snug text-ink-2">{name}</dt>
            <dd className="mt-auto text-lg font-semibold tabular-nums">{say(now)}</dd>
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
