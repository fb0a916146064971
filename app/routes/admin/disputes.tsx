import { useLoaderData } from "@remix-run/react";
import { countDisputes, listDisputes, resolveDispute } from "~/domain/admin/disputes.server";
import { DECIDED_WITHIN } from "~/domain/bookings/dispute";
import { formatCount } from "~/domain/values/bounded-count";
import { isAscending, parseSort } from "~/domain/values/list-sort";
import { flashed } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { DisputeTable } from "~/ui/admin/dispute-table";
import { ViewLinks } from "~/ui/admin/view-links";
import done from "~/ui/illustrations/done.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Disputes",
  failed: "Failed to fetch disputes",
  home: "/admin-dashboard",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** What is open, who has waited longest first, or what is closed, latest first. */
export const loader = roleLoader("admin", async ({ context: { db, now }, url }) => {
  const closed = url.searchParams.get("show") === "closed";
  const sort = parseSort(url.searchParams.get("sort"), closed ? "-since" : "since");
  const [page, counts] = await Promise.all([
    listDisputes(db, closed, url.searchParams.get("cursor"), isAscending(sort)),
    countDisputes(db),
  ]);
  return { closed, sort, ...page, counts, now };
});

/** Marks one as resolved. It takes nothing away, so it doesn't ask first. */
export const action = roleAction("admin", async ({ context, user, form }) => {
  const { of: id } = requireButton(form, ["resolve"]);
  await resolveDispute(context, await user, String(form.get("booking") ?? ""), id);
  return redirectTo("/admin-dashboard/disputes", flashed("savedAndLogged"));
});

export default function Disputes() {
  const { closed, sort, disputes, next, counts, now } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>Disputes</h1>
      </div>
      <ViewLinks
        name="show"
        label="Show"
        chosen={closed ? "closed" : null}
        choices={[
          { value: null, label: "Open", count: formatCount(counts.open) },
          { value: "closed", label: "Closed", count: formatCount(counts.closed) },
        ]}
      />
      {!closed && disputes.length > 0 && (
        <p className="text-sm text-ink-2">Call both sides. We've promised a decision within {DECIDED_WITHIN}.</p>
      )}
      <DisputeTable
        disputes={disputes}
        closed={closed}
        sort={sort}
        now={now}
        empty={<EmptyState illustration={done} text={closed ? "No disputes are closed yet." : "No open disputes."} />}
      />
      <MoreLink next={next} label="Next page" />
    </div>
  );
}
