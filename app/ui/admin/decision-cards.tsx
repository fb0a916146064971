import type { DayCounts, MenuState } from "~/domain/admin/desk/desk";
import { formatCount } from "~/domain/values/numbers";
import { Icon } from "../elements/icon";
import type { IconName } from "../elements/icon-names";
import { Link } from "../shell/link";

type Counts = MenuState["counts"] & DayCounts & { unreadMessages: number };

/** What needs attention: its label, how many, where it leads. */
const CARDS: [label: string, count: keyof Omit<Counts, "jobs">, to: string, icon: IconName][] = [
  ["Late", "late", "/admin-dashboard/bookings?status=late", "clock"],
  ["Jobs of suspended plumbers", "stranded", "/admin-dashboard/dispatch?kind=stranded", "ban"],
  ["Unassigned requests", "unassigned", "/admin-dashboard/dispatch?kind=unassigned", "map-pin"],
  ["Unanswered requests", "unanswered", "/admin-dashboard/dispatch?kind=unanswered", "hourglass"],
  ["Not closed after 24 hours", "stillOpen", "/admin-dashboard/bookings?status=open", "hourglass"],
  ["Disputes", "disputes", "/admin-dashboard/disputes", "circle-alert"],
  ["Clients to call", "calls", "/admin-dashboard/calls", "phone"],
  ["Unread messages", "unreadMessages", "/admin-dashboard/messages", "message-circle"],
  ["Messages from the site", "openEnquiries", "/admin-dashboard/inbox", "mail"],
  ["Reviews to check", "heldReviews", "/admin-dashboard/reviews?show=held", "star"],
  ["Reported reviews", "reportedReviews", "/admin-dashboard/reviews?show=reported", "star"],
  ["Failed notices", "failedNotices", "/admin-dashboard/system", "circle-alert"],
  ["Plumbers to check", "plumbersToCheck", "/admin-dashboard/vetting", "shield-check"],
  ["Plumbers to review", "plumbersToReview", "/admin-dashboard/people?show=review", "user"],
  ["Payments to check", "paymentsToCheck", "/admin-dashboard/payments/online", "wallet"],
  ["Refunds to send", "refundsDue", "/admin-dashboard/refunds", "wallet"],
];

/** What needs attention, each with a link to its list (O2). What is zero is not said one by one. */
export function DecisionCards({ counts }: { counts: Counts }) {
  const waiting = CARDS.filter(([, count]) => counts[count] > 0);
  return (
    <section aria-label="Needs attention" className="grid gap-2">
      <h2 className="text-lg">Needs attention</h2>
      <ul className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        {waiting.map(([label, count, to, icon]) => (
          <li key={label} className="grid">
            <Link
              to={to}
              className="card flex items-center justify-between gap-2 !border-copper-600 !bg-copper-50 px-4 py-2 no-underline"
            >
              <span className="flex items-center gap-2 text-sm leading-snug text-ink-2">
                <Icon name={icon} className="text-copper-700" />
                {count === "disputes" && counts.overdueDisputes > 0
                  ? `Disputes, ${counts.overdueDisputes} overdue`
                  : label}
              </span>
              <b className="text-lg text-ink tabular-nums">{formatCount(counts[count])}</b>
            </Link>
          </li>
        ))}
      </ul>
      {waiting.length < CARDS.length && <p className="text-ink-2">Nothing else waits.</p>}
    </section>
  );
}
