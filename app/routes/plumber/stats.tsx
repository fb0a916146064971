import { useLoaderData } from "@remix-run/react";
import { listWeekFigures } from "~/domain/plumbers/week-figures.server";
import { countLateCancellations } from "~/domain/bookings/queries/booking-details.server";
import { findOwnProfile } from "~/domain/plumbers/plumber-profiles.server";
import { averageRating } from "~/domain/plumbers/plumber";
import { plumberLoader } from "~/http/guards";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { BarChart } from "~/ui/charts/bar-chart";
import { FigureTable } from "~/ui/charts/figure-table";
import { nameWeek } from "~/ui/charts/name-week";
import { Figure } from "~/ui/elements/figure";
import { WorkFigures } from "~/ui/plumbers/work-figures";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Stats", "stats");

export const loader = plumberLoader(async ({ context, viewer }) => {
  const [profile, weeks, lateCancellations] = await Promise.all([
    findOwnProfile(context.db, viewer.id),
    listWeekFigures(context.db, viewer.id, context.now),
    countLateCancellations(context.db, viewer.id),
  ]);
  if (!profile) return null;
  return {
    profile,
    lateCancellations,
    weeks: weeks.map((week) => ({
      ...week,
      label: nameWeek(week.monday),
      rating: averageRating({ ratingSum: week.ratingSum, ratingCount: week.reviews }),
    })),
  };
});

export default function Stats() {
  const { profile, weeks, lateCancellations } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <h1>Stats</h1>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3 2xl:grid-cols-5">
        <WorkFigures work={profile} />
        <Figure label="Late cancellations" value={lateCancellations} icon="clock" />
      </dl>
      <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
        <section className="card grid content-start gap-3 p-4">
          <h2 className="text-base">Requests by week</h2>
          <BarChart bars={weeks.map(({ label, requested }) => ({ label, value: requested }))} />
        </section>
        <section className="card grid content-start gap-3 p-4">
          <h2 className="text-base">Completed by week</h2>
          <BarChart bars={weeks.map(({ label, completed }) => ({ label, value: completed }))} />
        </section>
        <section className="card grid content-start gap-3 p-4">
          <h2 className="text-base">Rating by week</h2>
          <BarChart
            highest={5}
            bars={weeks.map(({ label, rating }) => ({ label, value: Number(rating ?? 0), shown: rating ?? undefined }))}
          />
        </section>
      </div>
      <FigureTable
        label="Figures by week"
        heads={["Week of", "Requests", "Confirmed", "Completed", "Cancelled", "Reviews", "Rating"]}
        rows={weeks.map((week) => [
          week.label,
          week.requested,
          week.confirmed,
          week.completed,
          week.cancelled,
          week.reviews,
          week.rating ?? "–",
        ])}
      />
    </div>
  );
}
