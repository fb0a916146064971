import { useLocation, useOutletContext } from "@remix-run/react";
import type { MenuState } from "~/domain/admin/desk/dispatch";
import { formatCount } from "~/domain/values/numbers";
import { Link } from "../shell/elements";

interface MoneyTab {
  to: string;
  label: string;
  count?: keyof MenuState["counts"];
}

const TABS: MoneyTab[] = [
  { to: "/admin-dashboard/payments", label: "Recorded" },
  { to: "/admin-dashboard/payments/online", label: "Online", count: "paymentsToCheck" },
  { to: "/admin-dashboard/payouts", label: "Payouts" },
  { to: "/admin-dashboard/refunds", label: "Refunds", count: "refundsDue" },
  { to: "/admin-dashboard/books", label: "Books" },
];

/** The office's pages about online money; none where it is off (M10). */
export function MoneyTabs({ isOnline }: { isOnline: boolean }) {
  const { pathname } = useLocation();
  const menu = useOutletContext<MenuState | null>();
  if (!isOnline) return null;
  return (
    <nav aria-label="Money" className="flex flex-wrap gap-2">
      {TABS.map(({ to, label, count }) => {
        const waiting = count && menu ? menu.counts[count] : 0;
        return (
          <Link key={to} to={to} className="chip flex-none" aria-current={pathname === to ? "true" : undefined}>
            {label}
            {waiting > 0 && ` ${formatCount(waiting)}`}
          </Link>
        );
      })}
    </nav>
  );
}
