import { Form, Outlet, useLoaderData } from "@remix-run/react";
import { listRegistrations } from "~/domain/admin/registrations.server";
import { readSearch } from "~/domain/admin/search-text";
import { isAscending, parseSort } from "~/domain/values/list-sort";
import { roleLoader } from "~/http/guards";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { RegistrationTable } from "~/ui/admin/registration-table";
import nobody from "~/ui/illustrations/no-plumbers.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Waiting for verification",
  failed: "Failed to fetch registrations",
  home: "/admin-dashboard/people",
});

export const loader = roleLoader("admin", async ({ context: { db, now }, url }) => {
  const typed = url.searchParams.get("q") ?? "";
  const sort = parseSort(url.searchParams.get("sort"), "-created");
  const cursor = url.searchParams.get("cursor");
  return { typed, sort, ...(await listRegistrations(db, readSearch(typed), cursor, isAscending(sort))), now };
});

export default function Registrations() {
  const { typed, sort, registrations, next, now } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <Form method="get" role="search" aria-label="Registrations" className="office-bar">
        <h1>Waiting for verification</h1>
        <input
          name="q"
          type="search"
          defaultValue={typed}
          className="input"
          aria-label="Name, email or phone"
          placeholder="Name, email or phone"
        />
        <button className="button button-quiet">Search</button>
      </Form>
      <p className="text-sm text-ink-2">
        People who signed up but haven't opened the link in our email yet. After a week they have to sign up again.
      </p>
      <RegistrationTable
        registrations={registrations}
        sort={sort}
        now={now}
        empty={
          <EmptyState illustration={nobody} text={typed ? "No results." : "Nobody is waiting for verification."} />
        }
      />
      <MoreLink next={next} label="Next page" />
      <Outlet />
    </div>
  );
}
