import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import styles from "~/office.css?url";
import { readHealth } from "~/domain/admin/desk/system-health.server";
import type { MenuState } from "~/domain/admin/desk/dispatch";
import { countForMenu } from "~/domain/admin/desk/today.server";
import { dashboardLoader } from "~/http/guards";
import { countUnread } from "~/http/mark-read.server";
import type { PageHandle } from "~/http/page-handle";
import type { loader as rootLoader } from "~/root";
import { keysTo } from "~/ui/admin/shortcuts";
import { DashboardLayout, type NavigationEntry } from "~/ui/shell/dashboard-layout";
import { OfficeBar } from "./office-bar";

export const handle: PageHandle = { hydrated: true };

export const loader = dashboardLoader(
  "admin",
  async (args) => {
    const { context } = args;
    const [unread, counts, { lines, failedNotices }] = await Promise.all([
      countUnread(args),
      countForMenu(context.db, context.now),
      readHealth(context),
    ]);
    return { unread, counts: { ...counts, failedNotices, wrong: lines.filter(({ isWell }) => !isWell).length } };
  },
  { unread: { total: 0, at: 0 }, counts: null },
);

const PARTS_OF_PAYMENTS = ["payouts", "refunds", "books"].map((name) => `/admin-dashboard/${name}`);

export default function AdminLayout() {
  const { unread, counts } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { pathname } = useLocation();
  if (!root?.user) return null;
  const sum = (...names: (keyof NonNullable<typeof counts>)[]) =>
    counts ? names.reduce((total, name) => total + counts[name], 0) : 0;
  const groups: Record<string, [to: string, entry: Omit<NavigationEntry, "to">][]> = {
    Now: [
      ["/admin-dashboard", { label: "Today", icon: "layout-dashboard", tab: true }],
      [
        "/admin-dashboard/dispatch",
        { label: "Dispatch", icon: "map-pin", count: sum("unassigned", "unanswered", "stranded"), tab: true },
      ],
      ["/admin-dashboard/board", { label: "Board", icon: "calendar" }],
      ["/admin-dashboard/messages", { label: "Messages", icon: "message-circle", counts: "messages", tab: true }],
      ["/admin-dashboard/calls", { label: "Calls", icon: "phone", count: sum("calls") }],
      ["/admin-dashboard/inbox", { label: "Inbox", icon: "mail", count: sum("openEnquiries") }],
    ],
    Jobs: [
      ["/admin-dashboard/bookings", { label: "Bookings", icon: "briefcase", tab: true }],
      ["/admin-dashboard/today", { label: "All of today", icon: "clock" }],
      ["/admin-dashboard/disputes", { label: "Disputes", icon: "circle-alert", count: sum("disputes") }],
      [
        "/admin-dashboard/payments",
        { label: "Payments", icon: "wallet", count: sum("paymentsToCheck", "refundsDue"), parts: PARTS_OF_PAYMENTS },
      ],
    ],
    Accounts: [
      ["/admin-dashboard/people", { label: "People", icon: "users" }],
      ["/admin-dashboard/vetting", { label: "Papers", icon: "shield-check", count: sum("plumbersToCheck") }],
      ["/admin-dashboard/reviews", { label: "Reviews", icon: "star", count: sum("reportedReviews", "heldReviews") }],
    ],
    Office: [
      ["/admin-dashboard/insights", { label: "Insights", icon: "chart-column" }],
      ["/admin-dashboard/system", { label: "System", icon: "gauge", count: sum("wrong") }],
      ["/admin-dashboard/log", { label: "Log", icon: "notebook-pen" }],
      ["/admin-dashboard/settings", { label: "Settings", icon: "key-round" }],
    ],
  };
  const entries = Object.entries(groups).flatMap(([group, inGroup]) =>
    inGroup.map(([to, entry]) => ({ ...entry, to, keys: keysTo(to), group })),
  );
  const state: MenuState | null = counts && { counts, unreadMessages: unread.total };
  return (
    <>
      {/* Not by Remix's Links: every dashboard would load its script. */}
      <link rel="stylesheet" href={styles} />
      <DashboardLayout user={root.user} flash={root.flash} entries={entries} unread={unread}>
        <OfficeBar hasField={!pathname.startsWith("/admin-dashboard/messages")} />
        <Outlet context={state} />
      </DashboardLayout>
    </>
  );
}
