import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listEnquiries } from "~/domain/enquiries/inbox.server";
import { formatInstant } from "~/domain/time/harare";
import { roleLoader } from "~/http/guards";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { FilterLinks } from "~/ui/admin/filter-links";
import noNotifications from "~/ui/illustrations/no-notifications.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";
import { MoreLink } from "~/ui/elements/more-link";

export const meta: MetaFunction = () => [{ title: `Inbox – ${brand.name}` }];

export const loader = roleLoader("admin", async ({ context, url }) => {
  const done = url.searchParams.get("show") === "done";
  return { done, ...(await listEnquiries(context.db, done, url.searchParams.get("cursor"))) };
});

export default function Inbox() {
  const { done, enquiries, next } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-5">
      <h1>Inbox</h1>
      <FilterLinks
        name="show"
        label="Show"
        chosen={done ? "done" : null}
        choices={[
          { value: null, label: "Open" },
          { value: "done", label: "Done" },
        ]}
      />
      {enquiries.length === 0 ? (
        <EmptyState
          illustration={noNotifications}
          text={done ? "No messages are done yet." : "No messages are waiting for an answer."}
        />
      ) : (
        <ul className="card divide-y divide-line">
          {enquiries.map((enquiry) => (
            <li key={enquiry.id} className="grid gap-1 p-4">
              <p className="flex flex-wrap items-center justify-between gap-x-4">
                <Link
                  to={`/admin-dashboard/inbox/${enquiry.id}`}
                  className="inline-flex min-h-11 items-center font-semibold wrap-anywhere"
                >
                  {enquiry.name}: {enquiry.subject ?? "Message"}
                </Link>
                <span className="text-sm text-ink-3 tabular-nums">{formatInstant(enquiry.createdAt)}</span>
              </p>
              <p className="line-clamp-2 text-ink-2">{enquiry.message}</p>
              {enquiry.assignedTo && <p className="text-sm text-ink-3">Assigned to {enquiry.assignedTo}</p>}
            </li>
          ))}
        </ul>
      )}
      <MoreLink next={next} label="Earlier messages" />
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch messages" home="/admin-dashboard" />;
}
