import { Outlet, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import officeStyles from "~/office.css?url";
import { readHealth } from "~/domain/admin/desk/system-health.server";
import { countForMenu } from "~/domain/admin/desk/today.server";
import type { MenuState } from "~/domain/admin/desk/dispatch";
import { dashboardLoader } from "~/http/guards";
import { countUnread } from "~/http/mark-read.server";
import type { PageHandle } from "~/http/page-handle";
import type { loader as rootLoader } from "~/root";
import { MENU } from "~/ui/admin/shortcuts";
import { DashboardLayout } from "~/ui/shell/dashboard-layout";
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

/** As in `root.tsx`: the document names it, so that no script changes with it. */
const styles = import.meta.env.SSR
  ? officeStyles
  : (document.querySelector("link[data-office]")?.getAttribute("href") ?? undefined);

/** These pages begin with their own search field; the palette is still a key away. */
const PAGES_WITH_A_SEARCH = ["/admin-dashboard/messages", "/admin-dashboard/bookings/new"];

export default function AdminLayout() {
  const { unread, counts } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { pathname } = useLocation();
  if (!root?.user) return null;
  const entries = Object.entries(MENU).flatMap(([group, pages]) =>
    pages.map(({ sum = [], opens = [], ...entry }) => ({
      ...entry,
      to: opens.find(({ count }) => counts?.[count])?.to ?? entry.to,
      group,
      count: counts ? sum.reduce((total, name) => total + counts[name], 0) : 0,
    })),
  );
  const state: MenuState | null = counts && { counts, unreadMessages: unread.total };
  return (
    <>
      {/* Not by Remix's Links: every dashboard would load its script. */}
      <link rel="stylesheet" href={styles} data-office />
      <DashboardLayout user={root.user} flash={root.flash} entries={entries} unread={unread}>
        <OfficeBar hasField={!PAGES_WITH_A_SEARCH.some((page) => pathname.startsWith(page))} />
        <Outlet context={state} />
      </DashboardLayout>
    </>
  );
}
