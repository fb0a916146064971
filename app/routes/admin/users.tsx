import { useLoaderData } from "@remix-run/react";
import { findArrangement } from "~/domain/admin/lists/arranged-lists.server";
import { readUserQuery, USER_VIEWS, userSortsOf, writeUserQuery } from "~/domain/admin/lists/office-lists";
import { countUsers, listUsers } from "~/domain/admin/people/users.server";
import { formatCount } from "~/domain/values/numbers";
import { adminLoader } from "~/http/guards";
import { officePage, OfficeLink } from "~/ui/admin/office-page";
import { ListPage } from "~/ui/admin/data-table";
import { ListMenus, SavedViewLinks } from "~/ui/admin/list-tools";
import { userColumns } from "~/ui/admin/user-columns";
import nobody from "~/ui/illustrations/no-plumbers.svg?url";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("People", "people");

export const loader = adminLoader(async ({ context: { db }, viewer, url }) => {
  const { view, sort } = readUserQuery(url.searchParams);
  const [page, { views, hidden }, counts] = await Promise.all([
    listUsers(db, view, url.searchParams.get("cursor"), sort),
    findArrangement(db, viewer.id, "people"),
    countUsers(db),
  ]);
  const all = counts.client + counts.plumber + counts.admin;
  return { page, view, sort, query: writeUserQuery({ view, sort }), views, hidden: hidden ?? [], all, counts };
});

/** No one but a plumber has a city. */
const ownColumns = (view: string) =>
  view === "client" || view === "admin" ? userColumns.filter(({ id }) => id !== "city") : userColumns;

export default function UsersPage() {
  const { page, view, sort, query, views, hidden, all, counts } = useLoaderData<typeof loader>();
  const shown: Record<typeof view, number> = { ...counts, all, review: page.rows.length };
  const sorts = userSortsOf(view);
  return (
    <ListPage
      title="People"
      className="in-pairs"
      small={formatCount(shown[view])}
      tools={
        <>
          <ListMenus list="people" columns={userColumns} hidden={hidden} />
          <OfficeLink to="/admin-dashboard/registrations" label="Waiting for verification" />
        </>
      }
      views={USER_VIEWS}
      view={views.some((saved) => saved.query === query) ? undefined : view}
      counts={{ ...counts, all }}
      saved={<SavedViewLinks list="people" views={views} query={query} />}
      columns={ownColumns(view)}
      page={page}
      hidden={hidden}
      sort={sorts.length > 0 ? sort : undefined}
      sorts={sorts}
      illustration={nobody}
      empty="No people found."
    />
  );
}
