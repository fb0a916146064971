import { useLoaderData, useOutletContext, useRouteLoaderData } from "@remix-run/react";
import { BOOKING_STATUSES, OPEN_STATUSES } from "~/domain/bookings/booking";
import { listNow, listStillOpen } from "~/domain/admin/admin-bookings.server";
import { dispatchLine } from "~/domain/admin/dispatch-line";
import { listDispatch } from "~/domain/admin/dispatch-list.server";
import { listWeekFigures } from "~/domain/plumbers/week-figures.server";
import { averageRating, completionRate } from "~/domain/plumbers/plumber";
import { dateAt, formatDate } from "~/domain/time/harare";
import { formatNumber } from "~/domain/values/numbers";
import { roleLoader } from "~/http/guards";
import type { loader as rootLoader } from "~/root";
import type { Today as Counts } from "~/domain/admin/today";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { StatusBadge } from "~/ui/bookings/status-badge";
import { BarChart } from "~/ui/charts/bar-chart";
import { DispatchTable } from "~/ui/admin/dispatch-table";
import { useResumedList } from "~/ui/admin/use-resumed-list";
import { DecisionCards } from "~/ui/admin/decision-cards";
import { LateTable, TodayTable } from "~/ui/admin/today-table";
import desk from "~/ui/illustrations/desk.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";
import { Notice } from "~/ui/elements/notice";
import { FigureTable } from "~/ui/charts/figure-table";
import { nameWeek } from "~/ui/charts/name-week";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Today",
  failed: "Failed to fetch bookings",
  home: "/admin-dashboard",
});

/** How many bookings of Dispatch the page begins with. */
const MOST_URGENT = 3;

export const loader = roleLoader("admin", async ({ context }) => {
  const { db, now } = context;
  const today = dateAt(now);
  const [dispatch, day, stillOpen, weeks] = await Promise.all([
    listDispatch(db, now),
    listNow(db, today, now),
    listStillOpen(db, now),
    listWeekFigures(db, "", now),
  ]);
  return {
    now,
    mostUrgent: dispatch.rows.slice(0, MOST_URGENT).map((row) => dispatchLine(row, now)),
    today,
    stillOpen,
    late: day.late,
    jobs: [...day.underWay, ...day.ahead],
    weeks: weeks.map((week) => ({
      ...week,
      label: nameWeek(week.monday),
      completion: completionRate(week.completed, week.completed + week.cancelled),
      rating: averageRating({ ratingSum: week.ratingSum, ratingCount: week.reviews }),
    })),
  };
});

export default function Today() {
  const { now, mostUrgent, today, stillOpen, late, jobs, weeks } = useLoaderData<typeof loader>();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  const counts = useOutletContext<Counts | null>();
  useResumedList();
  const shown = [...late, ...jobs].filter(({ startsAt }) => dateAt(startsAt) === today).length;
  const open = OPEN_STATUSES.reduce((sum, status) => sum + (counts?.jobs[status] ?? 0), 0);
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Welcome, {user?.firstName}</h1>
        <Link to="/admin-dashboard/bookings/new" aria-keyshortcuts="n" className="button">
          New booking
        </Link>
      </div>
      {mostUrgent.length > 0 && (
        <section className="grid gap-3">
          <div className="office-bar">
            <h2 className="mr-auto">Do this first</h2>
            <Link to="/admin-dashboard/dispatch" className="button-link">
              All of Dispatch
            </Link>
          </div>
          <DispatchTable list="today" rows={mostUrgent} now={now} empty={null} />
        </section>
      )}
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
          <>
            <p className="font-semibold text-danger">Late: nobody has marked these as started.</p>
            <LateTable caption="Late jobs" bookings={late} today={today} />
          </>
        )}
        {late.length > 0 && jobs.length > 0 && <p className="font-semibold">Under way and to come</p>}
        <TodayTable caption="Jobs under way and to come" bookings={jobs} today={today} />
        {shown < open && (
          <p className="text-ink-2">
            {shown} of the {open} open jobs of today.
          </p>
        )}
        <p className="flex flex-wrap gap-x-5">
          <Link to="/admin-dashboard/today" className="button-link">
            All of today
          </Link>
          <Link to="/admin-dashboard/board" className="button-link">
            Board
          </Link>
        </p>
      </section>
      {stillOpen.length > 0 && (
        <section className="grid gap-3" id="still-open">
          <h2>Still open a day after the start</h2>
          <p className="text-ink-2">We've asked both sides. Find out how it went, then close it.</p>
          <TodayTable caption="Still open a day after the start" bookings={stillOpen} today={today} />
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
            formatNumber(week.requested),
            formatNumber(week.signUps),
            formatNumber(week.confirmed),
            formatNumber(week.completed),
            formatNumber(week.cancelled),
            week.completion,
            formatNumber(week.reviews),
            week.rating ?? "–",
          ])}
        />
      </section>
    </div>
  );
}
