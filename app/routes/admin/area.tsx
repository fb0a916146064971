import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { countUnreadMessages } from "~/domain/messages/message-lists.server";
import { areaPage } from "~/http/guards";
import type { loader as rootLoader } from "~/root";
import { AreaFrame, type AreaEntry } from "~/ui/area-frame";
import type { PageHandle } from "~/ui/page-handle";

export const handle: PageHandle = { hydrated: true };

export const loader = areaPage("admin", async ({ context, viewer }) => ({ unread: await countUnreadMessages(context.db, viewer.id) }));

const ENTRIES: AreaEntry[] = [
  { to: "/admin-dashboard", label: "Desk", icon: "layout-dashboard" },
  { to: "/admin-dashboard/messages", label: "Messages", icon: "message-circle", counts: "messages" },
];

export default function AdminArea() {
  const { unread } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (!root?.member) return null;
  return (
    <AreaFrame member={root.member} flash={root.flash} entries={ENTRIES} unread={unread}>
      <Outlet />
    </AreaFrame>
  );
}
