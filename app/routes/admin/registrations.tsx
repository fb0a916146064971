import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listRegistrations } from "~/domain/admin/registrations.server";
import { readSearch } from "~/domain/admin/search-text";
import { roleLoader } from "~/http/guards";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { RegistrationRows } from "~/ui/admin/registration-rows";
import nobody from "~/ui/illustrations/no-plumbers.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";

export const meta: MetaFunction = () => [{ title: `Waiting for verification – ${brand.name}` }];

export const loader = roleLoader("admin", async ({ context, url }) => {
  const typed = url.searchParams.get("q");
  return {
    typed: typed ?? "",
    ...(await listRegistrations(context.db, readSearch(typed), url.searchParams.get("cursor"))),
  };
});

export default function Registrations() {
  const { typed, registrations, next } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h1>Waiting for verification</h1>
        <p className="text-ink-2">
          People who signed up but haven't opened the link in our email yet. After a week they have to sign up again.
        </p>
      </div>
      <Form method="get" role="search" className="flex flex-wrap items-end gap-3">
        <div className="field min-w-60 flex-1">
          <label htmlFor="registration-search">Name, email or phone</label>
          <input id="registration-search" name="q" type="search" defaultValue={typed} className="input" />
        </div>
        <button className="button button-quiet">Search</button>
      </Form>
      {registrations.length === 0 ? (
        <EmptyState illustration={nobody} text={typed ? "No results." : "Nobody is waiting for verification."} />
      ) : (
        <RegistrationRows registrations={registrations} />
      )}
      <MoreLink next={next} label="Earlier sign-ups" />
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch registrations" home="/admin-dashboard/people" />;
}
