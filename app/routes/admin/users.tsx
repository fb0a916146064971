import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listUsers } from "~/domain/admin/users.server";
import { USER_FILTERS, parseUserFilter, type UserFilter } from "~/domain/admin/user-summary";
import { roleLoader } from "~/http/guards";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { FilterLinks } from "~/ui/admin/filter-links";
import { UserRows } from "~/ui/admin/user-rows";
import nobody from "~/ui/illustrations/no-plumbers.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Link } from "~/ui/shell/link";
import { MoreLink } from "~/ui/elements/more-link";

export const meta: MetaFunction = () => [{ title: `People – ${brand.name}` }];

export const loader = roleLoader("admin", async ({ context, url }) => {
  const filter = parseUserFilter(url.searchParams.get("show"));
  return { filter, ...(await listUsers(context.db, filter, url.searchParams.get("cursor"))) };
});

const LABELS: Record<UserFilter, string> = {
  all: "All",
  client: "Clients",
  plumber: "Plumbers",
  admin: "Admins",
  suspended: "Suspended",
  review: "To review",
};

export default function UsersPage() {
  const { filter, users, next } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>People</h1>
        <Link to="/admin-dashboard/registrations" className="button-link">
          Waiting for verification
        </Link>
      </div>
      <FilterLinks
        name="show"
        label="Show"
        chosen={filter === "all" ? null : filter}
        choices={USER_FILTERS.map((name) => ({ value: name === "all" ? null : name, label: LABELS[name] }))}
      />
      {users.length === 0 ? <EmptyState illustration={nobody} text="No people found." /> : <UserRows users={users} />}
      <MoreLink next={next} label="Earlier sign-ups" />
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch people" home="/admin-dashboard" />;
}
