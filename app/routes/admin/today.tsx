import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useOutletContext, useRouteLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { BOOKING_STATUSES } from "~/domain/bookings/booking";
import { listNow, listStillOpen } from "~/domain/admin/admin-bookings.server";
import { listWeekFigures } from "~/domain/admin/week-figures.server";
import { averageRating, completionRate } from "~/domain/plumbers/plumber";
import { dateAt, formatDate } from "~/domain/time/harare";
import { roleLoader } from "~/http/guards";
import type { loader as rootLoader } from "~/root";
import type { Today as Counts } from "~/domain/admin/today";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { StatusBadge } from "~/ui/bookings/status-badge";
import { BarChart } from "~/ui/charts/bar-chart";
import { BookingRows } from "~/ui/admin/booking-rows";
import { DecisionCards } from "~/ui/admin/decision-cards";
import desk from "~/ui/illustrations/desk.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";
import { Notice } from "~/ui/elements/notice";
import { FigureTable } from "~/ui/charts/figure-table";

export const meta: MetaFunction = () => [{ title: `Today – ${brand.name}` }];

export const loader = roleLoader("admin", async ({ context }) => {
  const { db, now } = context;
  const today = dateAt(now);
  const [day, stillOpen, weeks] = await Promise.all([
    listNow(db, today, now),
    listStillOpen(db, now),
    listWeekFigures(db, "", now),
  ]);
  return {
    today,
    stillOpen,
    late: day.late,
    jobs: [...day.underWay, ...day.ahead],
    weeks: weeks.map((week) => ({
      ...week,
      label: formatDate(week.monday, "short").split(" ").slice(1).join(" "),
      completion: completionRate(week.completed, week.completed + week.cancelled),
      rating: averageRating({ ratingSum: week.ratingSum, ratingCount: week.reviews }),
    })),
  };
});

export default function Today() {
  const { today, stillOpen, late, jobs, weeks } = useLoaderData<typeof loader>();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  const counts = useOutletContext<Counts | null>();
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Welcome, {user?.firstName}</h1>
        <Link to="/admin-dashboard/bookings/new" className="button">
          New booking
        </Link>
      </div>
      {counts ? (
        <DecisionCards counts={counts} />
      ) : (
        <Notice kind="danger">Failed to count what needs attention. Please load this page again.</Notice>
      )}
      <section className="grid gap-3" id="late">
        <h2>Today, {formatDate(today)}</h2>
        <p className="flex flex-wrap gap-x-4 gap-y-2">
          {BOOKING_STATUSES.map((status) => (
            <span key={status} className="inline-flex items-center gap-1.5 tabular-nums">
              <StatusBadge status={status} /> {counts?.jobs[status]}
            </span>
          ))}
        </p>
        {late.length + jobs.length === 0 && <EmptyState illustration={desk} text="No more jobs today." />}
        {late.length > 0 && (
          <BookingRows
            bookings={late}
            note={() => (
              <b className="text-danger">Late: it should have started, but nobody has marked it as started.</b>
            )}
          />
        )}
        {jobs.length > 0 && <BookingRows bookings={jobs} />}
        <p className="flex flex-wrap gap-x-5">
          <Link to={`/admin-dashboard/bookings?day=${today}`} className="button-link">
            All of today
          </Link>
          <Link to="/admin-dashboard/board" className="button-link">
            Day board
          </Link>
        </p>
      </section>
      {stillOpen.length > 0 && (
        <section className="grid gap-3" id="still-open">
          <h2>Still open a day after the start</h2>
          <BookingRows
            bookings={stillOpen}
            note={() => "We've asked both sides. Find out how it went, then close it."}
          />
        </section>
      )}
      <section className="grid gap-3">
        <h2>The last eight weeks</h2>
        <div className="grid gap-4 md:grid-cols-2">
          {[
            { title: "Bookings", bars: weeks.map(({ label, requested }) => ({ label, value: requested })) },
            { title: "Sign-ups", bars: weeks.map(({ label, signUps }) => ({ label, value: signUps })) },
            {
              title: "Completed, %",
              bars: weeks.map(({ label, completion }) => ({ label, value: completion })),
              highest: 100,
            },
            {
              title: "Rating",
              bars: weeks.map(({ label, rating }) => ({
                label,
                value: Number(rating ?? 0),
                shown: rating ?? undefined,
              })),
              highest: 5,
            },
          ].map(({ title, bars, highest }) => (
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
            week.requested,
            week.signUps,
            week.confirmed,
            week.completed,
            week.cancelled,
            week.completion,
            week.reviews,
            week.rating ?? "–",
          ])}
        />
      </section>
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch bookings" home="/admin-dashboard" />;
}
