import type { Today } from "~/domain/admin/today";
import { Icon } from "../elements/icon";
import type { IconName } from "../elements/icon-names";
import { Link } from "../shell/link";

interface Card {
  label: string;
  count: number;
  to: string;
  icon: IconName;
}

/** What needs attention, each with a link to its list; non-zero counts first. */
export function DecisionCards({ counts }: { counts: Today }) {
  const cards: Card[] = [
    {
      label: "Jobs of suspended plumbers",
      count: counts.stranded,
      to: "/admin-dashboard/dispatch?kind=stranded",
      icon: "ban",
    },
    {
      label: "Unassigned requests",
      count: counts.unassigned,
      to: "/admin-dashboard/dispatch?kind=unassigned",
      icon: "map-pin",
    },
    {
      label: "Unanswered requests",
      count: counts.unanswered,
      to: "/admin-dashboard/dispatch?kind=unanswered",
      icon: "hourglass",
    },
    { label: "Late", count: counts.late, to: "#late", icon: "clock" },
    { label: "Not closed after 24 hours", count: counts.stillOpen, to: "#still-open", icon: "hourglass" },
    { label: "Reviews to check", count: counts.heldReviews, to: "/admin-dashboard/reviews?show=held", icon: "star" },
    {
      label: "Reported reviews",
      count: counts.reportedReviews,
      to: "/admin-dashboard/reviews?show=reported",
      icon: "star",
    },
    { label: "Unread messages", count: counts.unreadMessages, to: "/admin-dashboard/messages", icon: "message-circle" },
    { label: "Messages from the site", count: counts.openEnquiries, to: "/admin-dashboard/inbox", icon: "mail" },
    {
      label: counts.overdueDisputes > 0 ? `Disputes, ${counts.overdueDisputes} overdue` : "Disputes",
      count: counts.disputes,
      to: "/admin-dashboard/disputes",
      icon: "circle-alert",
    },
    { label: "Clients to call", count: counts.calls, to: "/admin-dashboard/calls", icon: "phone" },
    { label: "Failed notices", count: counts.failedNotices, to: "/admin-dashboard/system", icon: "circle-alert" },
    { label: "Plumbers to check", count: counts.plumbersToCheck, to: "/admin-dashboard/vetting", icon: "shield-check" },
    {
      label: "Plumbers to review",
      count: counts.plumbersToReview,
      to: "/admin-dashboard/people?show=review",
      icon: "user",
    },
    // A town that pays in cash has none of these on most days.
    ...[
      { label: "Payments to check", count: counts.paymentsToCheck, to: "/admin-dashboard/payments/online" },
      { label: "Refunds to send", count: counts.refundsDue, to: "/admin-dashboard/refunds" },
    ].flatMap((card) => (card.count > 0 ? { ...card, icon: "wallet" as const } : [])),
  ];
  return (
    <section aria-label="Needs attention" className="grid gap-3">
      <h2>Needs attention</h2>
      <ul className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        {[...cards]
          .sort((one, other) => Number(other.count > 0) - Number(one.count > 0))
          .map(({ label, count, to, icon }) => (
            <li key={label} className="grid">
              <Link
                to={to}
                className={`card flex items-center justify-between gap-2 px-4 py-2 no-underline ${count > 0 ? "!border-copper-600 !bg-copper-50" : ""}`}
              >
                <span className="flex items-center gap-2 text-sm leading-snug text-ink-2">
                  <Icon name={icon} className={count > 0 ? "text-copper-700" : "text-brand-600"} /> {label}
                </span>
                <b className="text-lg text-ink tabular-nums">{count > 99 ? "99+" : count}</b>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
