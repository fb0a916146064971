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
    { label: "Unassigned requests", count: counts.unassigned, to: "/admin-dashboard/dispatch", icon: "map-pin" },
    {
      label: "Unanswered for 2 hours",
      count: counts.unanswered,
      to: "/admin-dashboard/dispatch#unanswered",
      icon: "hourglass",
    },
    {
      label: "Jobs of suspended plumbers",
      count: counts.stranded,
      to: "/admin-dashboard/dispatch#stranded",
      icon: "ban",
    },
    { label: "Late today", count: counts.late, to: "#late", icon: "clock" },
    { label: "Open a day later", count: counts.stillOpen, to: "#still-open", icon: "hourglass" },
    {
      label: "Reported reviews",
      count: counts.reportedReviews,
      to: "/admin-dashboard/reviews?show=reported",
      icon: "star",
    },
    { label: "Unread messages", count: counts.unreadMessages, to: "/admin-dashboard/messages", icon: "message-circle" },
    { label: "Messages from the site", count: counts.openEnquiries, to: "/admin-dashboard/inbox", icon: "mail" },
    { label: "Failed emails", count: counts.failedEmails, to: "/admin-dashboard/system", icon: "circle-alert" },
    {
      label: "Plumbers to review",
      count: counts.plumbersToReview,
      to: "/admin-dashboard/people?show=review",
      icon: "user",
    },
  ];
  return (
    <section aria-label="Needs attention" className="grid gap-3">
      <h2>Needs attention</h2>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        {[...cards]
          .sort((one, other) => Number(other.count > 0) - Number(one.count > 0))
          .map(({ label, count, to, icon }) => (
            <li key={label} className="grid">
              <Link
                to={to}
                className={`card flex flex-col gap-1 p-4 no-underline ${count > 0 ? "!border-copper-600 !bg-copper-50" : ""}`}
              >
                <span className="flex items-start justify-between gap-2 text-sm leading-snug text-ink-2">
                  {label} <Icon name={icon} className={count > 0 ? "text-copper-700" : "text-brand-600"} />
                </span>
                <b className="mt-auto text-3xl text-ink tabular-nums">{count > 99 ? "99+" : count}</b>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
