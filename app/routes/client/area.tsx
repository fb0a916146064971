import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { countUnreadMessages } from "~/domain/messages/message-lists.server";
import { areaPage } from "~/http/guards";
import type { loader as rootLoader } from "~/root";
import { AreaFrame, type AreaEntry } from "~/ui/area-frame";
import type { PageHandle } from "~/ui/page-handle";

export const handle: PageHandle = { hydrated: true, ownFrame: true };

export const loader = areaPage("client", async ({ context, viewer }) => ({ unread: await countUnreadMessages(context.db, viewer.id) }));

const ENTRIES: AreaEntry[] = [
  { to: "/client-dashboard", label: "Overview", icon: "layout-dashboard" },
  { to: "/client-dashboard/bookings", label: "Bookings", icon: "calendar-check" },
  { to: "/client-dashboard/book", label: "Book", icon: "notebook-pen" },
  { to: "/client-dashboard/messages", label: "Messages", icon: "message-circle", counts: "messages" },
  { to: "/client-dashboard/reviews", label: "Reviews", icon: "star" },
];

export default function ClientArea() {
  const { unread } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (!root?.member) return null;
  return (
    <AreaFrame member={root.member} flash={root.flash} entries={ENTRIES} unread={unread}>
      <Outlet />
    </AreaFrame>
  );
}
