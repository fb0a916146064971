import { useLoaderData } from "@remix-run/react";
import { findArrangement } from "~/domain/admin/office-lists.server";
import { readUserQuery, writeUserQuery } from "~/domain/admin/user-query";
import { USER_FILTERS, userSortsOf, type UserFilter } from "~/domain/admin/user-summary";
import { countUsers, listUsers } from "~/domain/admin/users.server";
import { formatCount } from "~/domain/values/bounded-count";
import { roleLoader } from "~/http/guards";
import { DataTable } from "~/ui/admin/data-table";
import { ListMenus, SavedViewLinks } from "~/ui/admin/list-menus";
import { userColumns } from "~/ui/admin/user-table";
import { ViewLinks } from "~/ui/admin/view-links";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";
import nobody from "~/ui/illustrations/no-plumbers.svg?url";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { Link } from "~/ui/shell/link";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "People",
  failed: "Failed to fetch people",
  home: "/admin-dashboard",
});

export const loader = roleLoader("admin", async ({ context: { db }, viewer, url }) => {
  const { show, sort } = readUserQuery(url.searchParams);
  const [page, { views, hidden }, counts] = await Promise.all([
    listUsers(db, show, url.searchParams.get("cursor"), sort),
    findArrangement(db, viewer.id, "people"),
    countUsers(db),
  ]);
  return {
    ...page,
    show,
    sort,
    query: writeUserQuery({ show, sort }),
    views,
    hidden: hidden ?? [],
    counts: sayCounts(counts),
  };
});

/** As the filters show them; all are those of the three roles. */
function sayCounts(counts: Awaited<ReturnType<typeof countUsers>>): Partial<Record<UserFilter, string>> {
  const { client, plumber, admin, suspended } = counts;
  return {
    all: formatCount(client + plumber + admin),
    client: formatCount(client),
    plumber: formatCount(plumber),
    admin: formatCount(admin),
    suspended: formatCount(suspended),
  };
}

const LABELS: Record<UserFilter, string> = {
  all: "All",
  client: "Clients",
  plumber: "Plumbers",
  admin: "Admins",
  suspended: "Suspended",
  review: "To review",
};

export default function UsersPage() {
  const { users, next, show, sort, query, views, hidden, counts } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>
          People <small>{counts[show] ?? users.length}</small>
        </h1>
        <ListMenus list="people" columns={userColumns} hidden={hidden} />
        <Link to="/admin-dashboard/registrations" className="button button-quiet">
          Waiting for verification
        </Link>
      </div>
      <ViewLinks
        name="show"
        label="Show"
        chosen={views.some((view) => view.query === query) ? undefined : show === "all" ? null : show}
        choices={USER_FILTERS.map((name) => ({
          value: name === "all" ? null : name,
          label: LABELS[name],
          count: counts[name],
        }))}
      >
        <SavedViewLinks list="people" views={views} query={query} />
      </ViewLinks>
      <DataTable
        caption="People"
        columns={userColumns}
        rows={users}
        hidden={hidden}
        sort={userSortsOf(show).length > 0 ? sort : undefined}
        sorts={userSortsOf(show)}
        empty={<EmptyState illustration={nobody} text="No people found." />}
      />
      <MoreLink next={next} label="Next page" />
    </div>
  );
}
