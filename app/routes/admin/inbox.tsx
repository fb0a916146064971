import { useLoaderData } from "@remix-run/react";
import { countEnquiries, listEnquiries } from "~/domain/enquiries/inbox.server";
import { formatCount } from "~/domain/values/bounded-count";
import { isAscending, parseSort } from "~/domain/values/list-sort";
import { roleLoader } from "~/http/guards";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { EnquiryTable } from "~/ui/admin/enquiry-table";
import { ViewLinks } from "~/ui/admin/view-links";
import noNotifications from "~/ui/illustrations/no-notifications.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Inbox",
  failed: "Failed to fetch messages",
  home: "/admin-dashboard",
});

export const loader = roleLoader("admin", async ({ context: { db, now }, url }) => {
  const done = url.searchParams.get("show") === "done";
  const sort = parseSort(url.searchParams.get("sort"), "-date");
  const [page, counts] = await Promise.all([
    listEnquiries(db, done, url.searchParams.get("cursor"), isAscending(sort)),
    countEnquiries(db),
  ]);
  return { done, sort, ...page, counts, now };
});

export default function Inbox() {
  const { done, sort, enquiries, next, counts, now } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>Inbox</h1>
      </div>
      <ViewLinks
        name="show"
        label="Show"
        chosen={done ? "done" : null}
        choices={[
          { value: null, label: "Open", count: formatCount(counts.open) },
          { value: "done", label: "Done", count: formatCount(counts.done) },
        ]}
      />
      <EnquiryTable
        enquiries={enquiries}
        done={done}
        sort={sort}
        now={now}
        empty={
          <EmptyState
            illustration={noNotifications}
            text={done ? "No messages are done yet." : "No messages are waiting for an answer."}
          />
        }
      />
      <MoreLink next={next} label="Next page" />
    </div>
  );
}
