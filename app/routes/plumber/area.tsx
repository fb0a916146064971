import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { countUnseenBookings } from "~/domain/bookings/booking-lists.server";
import { countUnreadMessages } from "~/domain/messages/message-lists.server";
import { areaPage } from "~/http/guards";
import type { loader as rootLoader } from "~/root";
import { AreaFrame, type AreaEntry } from "~/ui/area-frame";
import type { PageHandle } from "~/ui/page-handle";

export const handle: PageHandle = { hydrated: true, ownFrame: true };

export const loader = areaPage("plumber", async ({ context, viewer }) => {
  const [unseen, unread] = await Promise.all([
    countUnseenBookings(context.db, viewer.id),
    countUnreadMessages(context.db, viewer.id),
  ]);
  return { unseen, unread };
});

const entries = (unseen: number): AreaEntry[] => [
  { to: "/plumber-dashboard", label: "Dashboard", icon: "layout-dashboard" },
  { to: "/plumber-dashboard/jobs", label: "Jobs", icon: "briefcase" },
  { to: "/plumber-dashboard/notifications", label: "Notifications", icon: "bell", count: unseen },
  { to: "/plumber-dashboard/messages", label: "Messages", icon: "message-circle", counts: "messages" },
  { to: "/plumber-dashboard/reviews", label: "Reviews", icon: "star" },
];

export default function PlumberArea() {
  const { unseen, unread } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (!root?.member) return null;
  return (
    <AreaFrame member={root.member} flash={root.flash} entries={entries(unseen)} unread={unread}>
      <Outlet />
    </AreaFrame>
  );
}
