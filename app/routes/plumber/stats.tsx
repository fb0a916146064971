import { useLoaderData } from "@remix-run/react";
import { listWeekFigures, findOwnProfile } from "~/domain/plumbers/plumber-profiles.server";
import { countLateCancellations } from "~/domain/bookings/queries/booking-details.server";
import { averageRating } from "~/domain/plumbers/plumber";
import { plumberLoader } from "~/http/guards";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { BarChart, FigureTable, nameWeek } from "~/ui/charts/charts";
import { WorkFigures } from "~/ui/plumbers/work-figures";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Stats", "stats");

export const loader = plumberLoader(async ({ context, viewer }) => {
  const [profile, figures, lateCancellations] = await Promise.all([
    findOwnProfile(context.db, viewer.id),
    listWeekFigures(context.db, viewer.id, context.now),
    countLateCancellations(context.db, viewer.id),
  ]);
  const weeks = figures.map((week) => ({
    ...week,
    label: nameWeek(week.monday),
    rating: averageRating({ ratingSum: week.ratingSum, ratingCount: week.reviews }),
  }));
  return profile && { profile, lateCancellations, weeks };
});

export default function Stats() {
  const { profile, weeks, lateCancellations } = useLoaderData<typeof loader>();
  const rating = ({ rating }: (typeof weeks)[number]) => ({ value: Number(rating ?? 0), shown: rating ?? undefined });
  const charts = [
    { title: "Requests by week", bars: weeks.map(({ label, requested }) => ({ label, value: requested })) },
    { title: "Completed by week", bars: weeks.map(({ label, completed }) => ({ label, value: completed })) },
    { title: "Rating by week", highest: 5, bars: weeks.map((week) => ({ label: week.label, ...rating(week) })) },
  ];
  return (
    <div className="grid gap-6">
      <h1>Stats</h1>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 lg:grid-cols-4">
        <WorkFigures work={profile} />
      </dl>
      <p className="text-ink-2">Late cancellations: {lateCancellations}</p>
      <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
        {charts.map(({ title, ...chart }) => (
          <section key={title} className="card grid content-start gap-3 p-4">
            <h2 className="text-base">{title}</h2>
            <BarChart {...chart} />
          </section>
        ))}
      </div>
      <FigureTable
        label="Figures by week"
        onWideScreens={[2, 4, 5]}
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
