import { useLocation } from "@remix-run/react";
import { Link } from "../shell/elements";

const TABS = [
  { to: "/admin-dashboard/payments", label: "Recorded" },
  { to: "/admin-dashboard/payments/online", label: "Online" },
  { to: "/admin-dashboard/payouts", label: "Payouts" },
  { to: "/admin-dashboard/refunds", label: "Refunds" },
  { to: "/admin-dashboard/books", label: "Books" },
];

/** The office's pages about online money; none where it is off (M10). */
export function MoneyTabs({ isOnline }: { isOnline: boolean }) {
  const { pathname } = useLocation();
  if (!isOnline) return null;
  return (
    <nav aria-label="Money" className="flex flex-wrap gap-2">
      {TABS.map(({ to, label }) => (
        <Link key={to} to={to} className="chip flex-none" aria-current={pathname === to ? "true" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
