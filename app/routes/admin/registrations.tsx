import { Outlet, useLoaderData } from "@remix-run/react";
import { registrationList } from "~/domain/admin/people/registrations.server";
import { readSearch } from "~/domain/admin/people/search.server";
import { listLoader } from "~/http/guards";
import { officePage } from "~/ui/admin/office-page";
import { DataTable } from "~/ui/admin/data-table";
import { registrationColumns } from "~/ui/admin/user-columns";
import { EmptyState, MoreLink } from "~/ui/shell/elements";
import nobody from "~/ui/illustrations/no-plumbers.svg?url";
import { Form } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Waiting for verification", "registrations", {
  list: "people",
});

const LIST = { views: { all: "All" }, sort: "-created" };

export const loader = listLoader(LIST, ({ context: { db }, url, pageRequest }) => {
  const typed = url.searchParams.get("q") ?? "";
  return { typed, page: registrationList(readSearch(typed)).page(db, "all", pageRequest) };
});

export default function Registrations() {
  const { typed, page, ...loaded } = useLoaderData<typeof loader>();
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
        <button className="button button-quiet">
          Search<span className="sr-only"> sign-ups</span>
        </button>
      </Form>
      <p className="text-sm text-ink-2">
        People who signed up but haven't opened the link in our email yet. After a week they have to sign up again.
      </p>
      <DataTable
        {...loaded}
        rows={page.rows}
        caption="Sign-ups waiting for verification"
        columns={registrationColumns(loaded.now)}
        empty={
          <EmptyState illustration={nobody} text={typed ? "No results." : "Nobody is waiting for verification."} />
        }
      />
      <MoreLink next={page.next} label="Next page" />
      <Outlet />
    </div>
  );
}
