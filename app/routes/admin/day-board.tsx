import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { fullName } from "~/domain/values/user";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { MAX_JOBS_PER_DAY } from "~/domain/admin/dispatch-list";
import { listDay } from "~/domain/admin/admin-bookings.server";
import { addDays, dateAt, formatDate, minuteAt, parseDate } from "~/domain/time/harare";
import { roleLoader } from "~/http/guards";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { DayBoard } from "~/ui/admin/day-board";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Icon } from "~/ui/elements/icon";
import { Link } from "~/ui/shell/link";

export const meta: MetaFunction = () => [{ title: `Day board – ${brand.name}` }];

export const loader = roleLoader("admin", async ({ context, url }) => {
  const today = dateAt(context.now);
  const day = parseDate(url.searchParams.get("day") ?? "") ?? today;
  const all = await listDay(context.db, day);
  const jobs = all.filter(({ status }) => status !== "cancelled" && status !== "refused");
  const names = new Map(jobs.map(({ plumber }) => [plumber?.id ?? "", plumber ? fullName(plumber) : NO_PLUMBER_YET]));
  return {
    day,
    today,
    isCut: all.length === MAX_JOBS_PER_DAY,
    previous: addDays(day, -1),
    next: addDays(day, 1),
    rows: [...names]
      .map(([id, name]) => ({
        id,
        name,
        jobs: jobs
          .filter(({ plumber }) => (plumber?.id ?? "") === id)
          .map(({ id, reference, status, startsAt, client }) => ({
            id,
            reference,
            status,
            minute: minuteAt(startsAt),
            client: fullName(client),
          })),
      }))
      .sort(
        (one, other) => Number(one.id !== "") - Number(other.id !== "") || one.name.localeCompare(other.name, "en"),
      ),
  };
});

export default function Board() {
  const { day, today, isCut, previous, next, rows } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-5">
      <Link to="/admin-dashboard/dispatch" className="button-link">
        Dispatch
      </Link>
      <h1>Day board</h1>
      <h2>{formatDate(day)}</h2>
      <nav aria-label="Days" className="flex flex-wrap gap-2">
        <Link to={`?day=${previous}`} className="chip">
          <Icon name="arrow-left" /> Previous
        </Link>
        <Link to="/admin-dashboard/board" className="chip" aria-current={day === today ? "true" : undefined}>
          Today
        </Link>
        <Link to={`?day=${next}`} className="chip">
          Next <Icon name="chevron-right" />
        </Link>
      </nav>
      {isCut && <p className="text-ink-2">The first 300 jobs of the day are shown.</p>}
      {rows.length === 0 ? (
        <EmptyState illustration={noBookings} text="No bookings found." />
      ) : (
        <DayBoard rows={rows} />
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch bookings" home="/admin-dashboard/dispatch" />;
}
