import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { countAsked } from "~/domain/bookings/queries/booking-lists.server";
import { dashboardLoader } from "~/http/guards";
import { countUnread } from "~/http/mark-read.server";
import type { loader as rootLoader } from "~/root";
import { DashboardLayout } from "~/ui/shell/dashboard-layout";
import { clientMenu } from "~/ui/bookings/client-menu";
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

export default function ClientLayout() {
  const { asked, unread } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (!root?.user) return null;
  return (
    <DashboardLayout user={root.user} flash={root.flash} entries={clientMenu(asked)} unread={unread}>
      <Outlet />
    </DashboardLayout>
  );
}
