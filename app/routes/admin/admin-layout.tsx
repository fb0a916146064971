import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import styles from "~/office.css?url";
import { countToday } from "~/domain/admin/today.server";
import { dashboardLoader } from "~/http/guards";
import { countUnread } from "~/http/mark-read.server";
import type { loader as rootLoader } from "~/root";
import { DashboardLayout, type NavigationEntry } from "~/ui/shell/dashboard-layout";
import { OfficeBar } from "~/ui/admin/office-bar";
import { keysTo } from "~/ui/admin/shortcuts";
import type { PageHandle } from "~/http/page-handle";

export const handle: PageHandle = { hydrated: true };

export const loader = dashboardLoader(
  "admin",
  async (args) => {
    const { context, viewer } = args;
    const [unread, today] = await Promise.all([countUnread(args), countToday(context.db, viewer.id, context.now)]);
    return { unread, today };
  },
  { unread: { total: 0, at: 0 }, today: null },
);

export default function AdminLayout() {
  const { unread, today } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { pathname } = useLocation();
  if (!root?.user) return null;
  const entries: NavigationEntry[] = [
    { to: "/admin-dashboard", label: "Today", icon: "layout-dashboard", tab: true },
    {
      to: "/admin-dashboard/dispatch",
      label: "Dispatch",
      icon: "map-pin",
      count: today ? today.unassigned + today.unanswered + today.stranded : 0,
      tab: true,
    },
    { to: "/admin-dashboard/board", label: "Board", icon: "calendar" },
    { to: "/admin-dashboard/today", label: "All of today", icon: "clock" },
    { to: "/admin-dashboard/bookings", label: "Bookings", icon: "briefcase", tab: true },
    {
      to: "/admin-dashboard/payments",
      label: "Payments",
      icon: "wallet",
      count: today ? today.paymentsToCheck + today.refundsDue : 0,
      parts: ["/admin-dashboard/payouts", "/admin-dashboard/refunds", "/admin-dashboard/books"],
    },
    { to: "/admin-dashboard/disputes", label: "Disputes", icon: "circle-alert", count: today?.disputes },
    { to: "/admin-dashboard/messages", label: "Messages", icon: "message-circle", counts: "messages", tab: true },
    { to: "/admin-dashboard/calls", label: "Calls", icon: "phone", count: today?.calls },
    { to: "/admin-dashboard/people", label: "People", icon: "users" },
    { to: "/admin-dashboard/vetting", label: "Papers", icon: "shield-check", count: today?.plumbersToCheck },
    {
      to: "/admin-dashboard/reviews",
      label: "Reviews",
      icon: "star",
      count: today ? today.reportedReviews + today.heldReviews : 0,
    },
    { to: "/admin-dashboard/inbox", label: "Inbox", icon: "mail", count: today?.openEnquiries },
    { to: "/admin-dashboard/insights", label: "Insights", icon: "chart-column" },
    { to: "/admin-dashboard/system", label: "System", icon: "gauge", count: today?.failedNotices },
    { to: "/admin-dashboard/log", label: "Log", icon: "notebook-pen" },
    { to: "/admin-dashboard/settings", label: "Settings", icon: "key-round" },
  ];
  return (
    <>
      {/* Not by Remix's Links: every dashboard would load its script. */}
      <link rel="stylesheet" href={styles} />
      <DashboardLayout
        user={root.user}
        flash={root.flash}
        entries={entries.map((entry) => ({ ...entry, keys: keysTo(entry.to) }))}
        unread={unread}
      >
        <OfficeBar hasField={!pathname.startsWith("/admin-dashboard/messages")} />
        <Outlet context={today} />
      </DashboardLayout>
    </>
  );
}
