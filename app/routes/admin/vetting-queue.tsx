import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/domain/values/bounded-count";
import { isAscending, parseSort } from "~/domain/values/list-sort";
import { countVettingQueue, listVettingQueue } from "~/domain/vetting/vetting-queue.server";
import { roleLoader } from "~/http/guards";
import { VettingTable } from "~/ui/admin/vetting-table";
import nobody from "~/ui/illustrations/no-plumbers.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { Link } from "~/ui/shell/link";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Papers",
  failed: "Failed to fetch the papers",
  home: "/admin-dashboard",
});

export const loader = roleLoader("admin", async ({ context: { db, now }, url }) => {
  const sort = parseSort(url.searchParams.get("sort"), "since");
  const [page, { queue }] = await Promise.all([
    listVettingQueue(db, url.searchParams.get("cursor"), isAscending(sort)),
    countVettingQueue(db),
  ]);
  return { sort, ...page, count: formatCount(queue), now };
});

export default function VettingQueue() {
  const { sort, plumbers, next, count, now } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>
          Papers <small>{count}</small>
        </h1>
        <p className="text-sm text-ink-2">Plumbers who are waiting to be listed, or have sent papers.</p>
      </div>
      <VettingTable
        plumbers={plumbers}
        sort={sort}
        now={now}
        empty={
          <EmptyState illustration={nobody} text="No papers to check.">
            <Link to="/admin-dashboard/people?show=plumber" className="button button-quiet">
              All plumbers
            </Link>
          </EmptyState>
        }
      />
      <MoreLink next={next} label="Next page" />
    </div>
  );
}
