import { useLoaderData, useOutletContext, useRouteLoaderData } from "@remix-run/react";
import type { OfficeBookingRow } from "~/domain/admin/bookings/office-row";
import { BOOKING_STATUSES, OPEN_STATUSES } from "~/domain/bookings/booking";
import { listNow } from "~/domain/admin/bookings/admin-bookings.server";
import { listFirst } from "~/domain/admin/desk/dispatch.server";
import { countDay } from "~/domain/admin/desk/today.server";
import type { MenuState } from "~/domain/admin/desk/dispatch";
import { findPayoutStop } from "~/domain/ledger/ledger.server";
import { dateAt, formatDate, timeAt, type LocalDate } from "~/domain/time/harare";
import { adminLoader } from "~/http/guards";
import type { loader as rootLoader } from "~/root";
import { NewBookingLink, officePage, PageWithBar, TextLink } from "~/ui/admin/office-page";
import { StoppedNotice } from "~/ui/payouts/payout-forms";
import { StatusBadge } from "~/ui/bookings/status-badge";
import { DataTable, type Column } from "~/ui/admin/data-table";
import { DispatchTable } from "~/ui/admin/dispatch-table";
import { useResumedList } from "~/ui/admin/chosen-row";
import desk from "~/ui/illustrations/desk.svg?url";
import { EmptyState, Icon, Link, Notice } from "~/ui/shell/elements";
import { formatCount } from "~/domain/values/numbers";
import type { IconName } from "~/ui/elements/icon-names";
import { CLIENT, NEXT, PLUMBER, PROBLEM, REFERENCE, STATUS } from "~/ui/admin/booking-columns";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Today", "bookings");

export const loader = adminLoader(async ({ context: { db, now } }) => {
  const today = dateAt(now);
  const [first, jobs, day, stop] = await Promise.all([
    listFirst(db, now),
    listNow(db, today, now),
    countDay(db, now),
    findPayoutStop(db),
  ]);
  return { now, today, jobs, day, stop, ...first };
});

export default function Today() {
  const { now, today, rows: first, hasMore, jobs, day, stop } = useLoaderData<typeof loader>();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  const menu = useOutletContext<MenuState | null>();
  useResumedList();
  const todaysJobs = [...first, ...jobs].filter(({ startsAt }) => dateAt(startsAt) === today);
  const shown = new Set(todaysJobs.map(({ id }) => id)).size;
  const open = OPEN_STATUSES.reduce((sum, status) => sum + day.jobs[status], 0);
  const counted = BOOKING_STATUSES.filter((status) => day.jobs[status] > 0);
  return (
    <PageWithBar title={`Welcome, ${user?.firstName ?? ""}`} tools={<NewBookingLink />} className="gap-5">
      <StoppedNotice stop={stop} />
      {first.length > 0 && (
        <section className="grid min-w-0 gap-2" id="first">
          <h2 className="text-lg">
            Do this first {hasMore && <small className="text-ink-3">the {first.length} most urgent</small>}
          </h2>
          <DispatchTable list="today" rows={first} now={now} />
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
              <span key={status} className="inline-flex items-center gap-2 tabular-nums">
                <StatusBadge status={status} /> {day.jobs[status]}
              </span>
            ))}
          </p>
        )}
        {jobs.length === 0 && <EmptyState illustration={desk} text="No more jobs today." />}
        <DataTable caption="Jobs under way and to come" columns={columns(today)} rows={jobs} />
        {shown < open && (
          <p className="text-ink-2">
            {shown} of the {open} open jobs of today.
          </p>
        )}
        <p className="flex flex-wrap gap-x-4">
          <TextLink to="/admin-dashboard/today" label="All of today" />
          <TextLink to="/admin-dashboard/board" label="Board" />
        </p>
      </section>
    </PageWithBar>
  );
}

const columns = (today: LocalDate): Column<OfficeBookingRow>[] => [
  {
    id: "when",
    label: "When",
    onPhones: "end",
    cell: ({ startsAt }) =>
      (dateAt(startsAt) === today ? "" : `${formatDate(dateAt(startsAt), "short")}, `) + timeAt(startsAt),
  },
  REFERENCE,
  STATUS,
  CLIENT,
  PLUMBER,
  PROBLEM,
  NEXT,
];

type CountName =
  | keyof MenuState["counts"]
  | "late"
  | "stillOpen"
  | "overdueDisputes"
  | "plumbersToReview"
  | "checksEnding"
  | "unreadMessages";

interface DecisionCard {
  label: string;
  count: CountName;
  to: string;
  icon: IconName;
}

const CARDS: DecisionCard[] = [
  { label: "Late", count: "late", to: "/admin-dashboard/bookings?status=late", icon: "clock" },
  {
    label: "Jobs of suspended plumbers",
    count: "suspended",
    to: "/admin-dashboard/dispatch?kind=suspended",
    icon: "ban",
  },
  {
    label: "Unassigned requests",
    count: "unassigned",
    to: "/admin-dashboard/dispatch?kind=unassigned",
    icon: "map-pin",
  },
  {
    label: "Unanswered requests",
    count: "unanswered",
    to: "/admin-dashboard/dispatch?kind=unanswered",
    icon: "hourglass",
  },
  {
    label: "Not closed after 24 hours",
    count: "stillOpen",
    to: "/admin-dashboard/bookings?status=open",
    icon: "hourglass",
  },
  { label: "Disputes", count: "disputes", to: "/admin-dashboard/disputes", icon: "circle-alert" },
  { label: "Clients to call", count: "calls", to: "/admin-dashboard/calls", icon: "phone" },
  { label: "Unread messages", count: "unreadMessages", to: "/admin-dashboard/messages", icon: "message-circle" },
  { label: "Messages from the site", count: "openEnquiries", to: "/admin-dashboard/inbox", icon: "mail" },
  { label: "Reviews to check", count: "heldReviews", to: "/admin-dashboard/reviews?show=held", icon: "star" },
  { label: "Reported reviews", count: "reportedReviews", to: "/admin-dashboard/reviews?show=reported", icon: "star" },
  { label: "Failed notices", count: "failedNotices", to: "/admin-dashboard/system", icon: "circle-alert" },
  { label: "Plumbers to check", count: "plumbersToCheck", to: "/admin-dashboard/vetting", icon: "shield-check" },
  {
    label: "Checks that run out",
    count: "checksEnding",
    to: "/admin-dashboard/vetting?show=ending",
    icon: "shield-check",
  },
  { label: "Plumbers to review", count: "plumbersToReview", to: "/admin-dashboard/people?show=review", icon: "user" },
  { label: "Payments to check", count: "paymentsToCheck", to: "/admin-dashboard/payments/online", icon: "wallet" },
  { label: "Refunds to send", count: "refundsDue", to: "/admin-dashboard/refunds", icon: "wallet" },
];

function DecisionCards({ counts }: { counts: Record<CountName, number> }) {
  const waiting = CARDS.filter(({ count }) => counts[count] > 0);
  const rest = CARDS.filter((card) => !waiting.includes(card));
  // Overdue by our own promise (O2): all else may wait.
  const isOverdue = (count: CountName) =>
    (count === "late" || (count === "disputes" && counts.overdueDisputes > 0)) && counts[count] > 0;
  return (
    <section aria-label="Needs attention" className="grid gap-2">
      <h2 className="text-lg">Needs attention</h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2 lg:grid-cols-4">
        {waiting.map(({ label, count, to, icon }) => (
          <li key={label} className="grid">
            <Link
              to={to}
              className={
                "card flex items-center justify-between gap-2 px-4 py-2 no-underline " +
                (isOverdue(count) ? "border-copper-600 bg-copper-50" : "")
              }
            >
              <span className="flex items-center gap-2 text-sm leading-snug text-ink-2">
                <Icon name={icon} className={isOverdue(count) ? "text-copper-700" : "text-brand-600"} />
                {count === "disputes" && counts.overdueDisputes > 0
                  ? `Disputes, ${counts.overdueDisputes} overdue`
                  : label}
              </span>
              <b className="text-lg text-ink tabular-nums">{formatCount(counts[count])}</b>
            </Link>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p className="text-sm text-ink-2">None: {rest.map(({ label }) => label.toLowerCase()).join(", ")}.</p>
      )}
    </section>
  );
}
