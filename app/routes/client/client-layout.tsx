import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { countAsked } from "~/domain/bookings/queries/booking-lists.server";
import { dashboardLoader } from "~/http/guards";
import { countUnread } from "~/http/mark-read.server";
import type { loader as rootLoader } from "~/root";
import { DashboardLayout, type NavigationEntry } from "~/ui/shell/dashboard-layout";
import type { PageHandle } from "~/http/page-handle";

export const handle: PageHandle = { hydrated: true, locates: true };

export const loader = dashboardLoader(
  "client",
  async (args) => {
    const { db, now } = args.context;
    const client = { ...args.viewer, role: "client" } as const;
    const [asked, unread] = await Promise.all([countAsked(db, client, now), countUnread(args)]);
    return { asked, unread };
  },
  { asked: 0, unread: { total: 0, at: 0 } },
);

const entries = (asked: number): NavigationEntry[] => [
  { to: "/client-dashboard/overview", label: "Overview", icon: "layout-dashboard", tab: true },
  { to: "/client-dashboard/bookings", label: "Bookings", icon: "calendar-check", count: asked, tab: true },
  { to: "/client-dashboard/payments", label: "Payments", icon: "wallet" },
  { to: "/client-dashboard/messages", label: "Messages", icon: "message-circle", counts: "messages", tab: true },
  { to: "/client-dashboard/profile", label: "Profile", icon: "user" },
  { to: "/client-dashboard/support", label: "Support", icon: "phone" },
  { to: "/client-dashboard/reviews", label: "Reviews", icon: "star", tab: true },
  { to: "/client-dashboard/saved", label: "Saved plumbers", icon: "users" },
  { to: "/client-dashboard/settings", label: "Settings", icon: "key-round" },
];

export default function ClientLayout() {
  const { asked, unread } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (!root?.user) return null;
  return (
    <DashboardLayout user={root.user} flash={root.flash} entries={entries(asked)} unread={unread}>
      <Outlet />
    </DashboardLayout>
  );
}
