import { useLoaderData, useOutletContext, useRouteLoaderData } from "@remix-run/react";
import { BOOKING_STATUSES, OPEN_STATUSES } from "~/domain/bookings/booking";
import { listNow } from "~/domain/admin/bookings/admin-bookings.server";
import { dispatchLine } from "~/domain/admin/desk/dispatch-line";
import { listFirst } from "~/domain/admin/desk/dispatch.server";
import type { MenuState } from "~/domain/admin/desk/desk";
import { countDay } from "~/domain/admin/desk/today.server";
import { dateAt, formatDate } from "~/domain/time/harare";
import { adminLoader } from "~/http/guards";
import type { loader as rootLoader } from "~/root";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { StatusBadge } from "~/ui/bookings/status-badge";
import { DispatchTable } from "~/ui/admin/dispatch-table";
import { useResumedList } from "~/ui/admin/use-resumed-list";
import { DecisionCards } from "~/ui/admin/decision-cards";
import { TodayTable } from "~/ui/admin/today-table";
import desk from "~/ui/illustrations/desk.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";
import { Notice } from "~/ui/elements/notice";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "Today",
  failed: "Failed to fetch bookings",
  home: "/admin-dashboard",
});

/** What the office does first, what else waits, and the rest of today (O2). */
export const loader = adminLoader(async ({ context: { db, now } }) => {
  const today = dateAt(now);
  const [first, jobs, day] = await Promise.all([listFirst(db, now), listNow(db, today, now), countDay(db, now)]);
  return { now, today, first: first.rows.map((row) => dispatchLine(row, now)), hasMore: first.hasMore, jobs, day };
});

export default function Today() {
  const { now, today, first, hasMore, jobs, day } = useLoaderData<typeof loader>();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  const menu = useOutletContext<MenuState | null>();
  useResumedList();
  const shown = new Set([...first, ...jobs].filter(({ startsAt }) => dateAt(startsAt) === today).map(({ id }) => id))
    .size;
  const open = OPEN_STATUSES.reduce((sum, status) => sum + day.jobs[status], 0);
  const counted = BOOKING_STATUSES.filter((status) => day.jobs[status] > 0);
  return (
    <div className="grid gap-5">
      <div className="office-bar">
        <h1>Welcome, {user?.firstName}</h1>
        <Link to="/admin-dashboard/bookings/new" aria-keyshortcuts="n" className="button">
          New booking
        </Link>
      </div>
      {first.length > 0 && (
        <section className="grid gap-2" id="first">
          <h2 className="text-lg">
            Do this first {hasMore && <small className="text-ink-3">the {first.length} most urgent</small>}
          </h2>
          <DispatchTable list="today" rows={first} now={now} empty={null} />
        </section>
      )}
      {menu ? (
        <DecisionCards counts={{ ...menu.counts, ...day, unreadMessages: menu.unreadMessages }} />
      ) : (
        <Notice kind="danger">Failed to count what needs attention. Please load this page again.</Notice>
      )}
      <section className="grid gap-2">
        <h2 className="text-lg">Today, {formatDate(today)}</h2>
        {counted.length > 0 && (
          <p className="flex flex-wrap gap-x-4 gap-y-2">
            {counted.map((status) => (
              <span key={status} className="inline-flex items-center gap-1.5 tabular-nums">
                <StatusBadge status={status} /> {day.jobs[status]}
              </span>
            ))}
          </p>
        )}
        {jobs.length === 0 && <EmptyState illustration={desk} text="No more jobs today." />}
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
    </div>
  );
}
