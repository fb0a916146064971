import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listAuditEntries } from "~/domain/audit-log/audit-log.server";
import { roleLoader } from "~/http/guards";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { AuditList } from "~/ui/admin/audit-list";
import desk from "~/ui/illustrations/desk.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";
import { MoreLink } from "~/ui/elements/more-link";

export const meta: MetaFunction = () => [{ title: `Log – ${brand.name}` }];

export const loader = roleLoader("admin", ({ context, viewer, url }) => {
  const own = url.searchParams.get("by") === "me";
  return listAuditEntries(context.db, own ? { adminId: viewer.id } : {}, url.searchParams.get("cursor")).then(
    (page) => ({
      own,
      ...page,
    }),
  );
});

export default function Log() {
  const { own, entries, next } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-3xl gap-5">
      <h1>Log</h1>
      <nav aria-label="Show" className="flex flex-wrap gap-2">
        <Link to="/admin-dashboard/log" className="chip" aria-current={own ? undefined : "true"}>
          Everyone
        </Link>
        <Link to="?by=me" className="chip" aria-current={own ? "true" : undefined}>
          Mine
        </Link>
      </nav>
      {entries.length === 0 ? (
        <EmptyState illustration={desk} text="Nothing has been logged yet." />
      ) : (
        <AuditList entries={entries} title={null} />
      )}
      <MoreLink next={next} label="Earlier entries" />
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch the log" home="/admin-dashboard" />;
}
