import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { countUnseenBookings } from "~/domain/bookings/booking-lists.server";
import { areaPage } from "~/http/guards";
import type { loader as rootLoader } from "~/root";
import { AreaFrame, type AreaEntry } from "~/ui/area-frame";
import type { PageHandle } from "~/ui/page-handle";

export const handle: PageHandle = { hydrated: true, ownFrame: true };

export const loader = areaPage("plumber", async ({ context, viewer }) => ({
  unseen: await countUnseenBookings(context.db, viewer.id),
}));

const entries = (unseen: number): AreaEntry[] => [
  { to: "/plumber-dashboard", label: "Dashboard", icon: "layout-dashboard" },
  { to: "/plumber-dashboard/jobs", label: "Jobs", icon: "briefcase" },
  { to: "/plumber-dashboard/notifications", label: "Notifications", icon: "bell", count: unseen },
];

export default function PlumberArea() {
  const { unseen } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (!root?.member) return null;
  return (
    <AreaFrame member={root.member} flash={root.flash} entries={entries(unseen)}>
      <Outlet />
    </AreaFrame>
  );
}
