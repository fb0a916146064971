import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { countToday } from "~/domain/admin/today.server";
import { dashboardLoader } from "~/http/guards";
import { countUnread } from "~/http/mark-read.server";
import type { loader as rootLoader } from "~/root";
import { DashboardLayout, type NavigationEntry } from "~/ui/shell/dashboard-layout";
import { AdminSearch } from "~/ui/admin/search-results";
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
      count: today ? today.unassigned + today.stranded : 0,
      tab: true,
    },
    { to: "/admin-dashboard/bookings", label: "Bookings", icon: "briefcase", tab: true },
    { to: "/admin-dashboard/payments", label: "Payments", icon: "wallet" },
    { to: "/admin-dashboard/messages", label: "Messages", icon: "message-circle", counts: "messages", tab: true },
    { to: "/admin-dashboard/people", label: "People", icon: "users" },
    { to: "/admin-dashboard/reviews", label: "Reviews", icon: "star", count: today?.reportedReviews },
    { to: "/admin-dashboard/inbox", label: "Inbox", icon: "mail", count: today?.openEnquiries },
    { to: "/admin-dashboard/system", label: "System", icon: "gauge", count: today?.failedEmails },
    { to: "/admin-dashboard/log", label: "Log", icon: "notebook-pen" },
    { to: "/admin-dashboard/settings", label: "Settings", icon: "key-round" },
  ];
  return (
    <DashboardLayout user={root.user} flash={root.flash} entries={entries} unread={unread}>
      {!pathname.startsWith("/admin-dashboard/messages") && <AdminSearch />}
      <Outlet context={today} />
    </DashboardLayout>
  );
}
