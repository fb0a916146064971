import { useLoaderData } from "@remix-run/react";
import { DISPATCH_KINDS, type DispatchKind } from "~/domain/admin/desk/dispatch";
import { listDispatch } from "~/domain/admin/desk/dispatch.server";
import { remindPlumber } from "~/domain/admin/bookings/bulk-actions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { adminAction, adminLoader } from "~/http/guards";
import { OFFICE_LISTS, readOfficeList } from "~/domain/values/lists";
import { refusal } from "~/http/refusals";
import { officePage } from "~/ui/admin/office-page";
import { DispatchTable } from "~/ui/admin/dispatch-table";
import { FilterLinks } from "~/ui/admin/filter-links";
import { useResumedList } from "~/ui/admin/chosen-row";
import { EmptyState, Link, Notice, useLastActionData } from "~/ui/shell/elements";
import done from "~/ui/illustrations/done.svg?url";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Dispatch", "bookings");

const kindIn = ({ searchParams }: URL): DispatchKind | null =>
  DISPATCH_KINDS.find((kind) => kind === searchParams.get("kind")) ?? null;

export const loader = adminLoader(async ({ context, url }) => {
  const { db, now } = context;
  const kind = kindIn(url);
  return { ...(await listDispatch(db, now, kind)), kind, now };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, user, viewer, form, request, button, goTo } = args;
  const { of } = button(["remind"]);
  const [admin, booking] = await Promise.all([user, findBookingFor(context.db, viewer, of)]);
  if (!booking) return null;
  const url = new URL(request.url);
  const list = readOfficeList(url.searchParams) ?? kindIn(url) ?? "dispatch";
  const result = await remindPlumber(context, admin, booking);
  if (!result.ok) return refusal(result);
  // Done in place, its row says so; a message would wait for another page.
  return goTo(OFFICE_LISTS[list], form.has("inPlace") ? null : "plumberReminded");
});

const KIND_LABELS: Record<DispatchKind, string> = {
  unassigned: "Unassigned",
  unanswered: "Unanswered",
  stranded: "Plumber suspended",
};

export default function Dispatch() {
  const { rows, hasMore, kind, now } = useLoaderData<typeof loader>();
  const message = useLastActionData<{ message?: string }>()?.message;
  useResumedList();
  return (
    <div className="grid gap-3">
      <div className="office-bar">
        <h1>
          Dispatch{" "}
          <small>
            {hasMore ? `the first ${rows.length}` : rows.length} waiting: visits within 2 hours first, then longest wait
          </small>
        </h1>
        <FilterLinks
          name="kind"
          label="Reason"
          chosen={kind}
          choices={[[null, "All"], ...DISPATCH_KINDS.map((kind) => [kind, KIND_LABELS[kind]] as const)]}
        />
        <Link to="/admin-dashboard/board" className="button button-quiet hidden lg:inline-flex">
          Board
        </Link>
      </div>
      {message && <Notice kind="danger">{message}</Notice>}
      <DispatchTable
        rows={rows}
        list={kind ?? "dispatch"}
        now={now}
        empty={
          <EmptyState illustration={done} text="Nothing to dispatch. Every request has a plumber who has answered." />
        }
      />
      {hasMore && <p className="text-ink-2">There are more. They appear here as you deal with these.</p>}
    </div>
  );
}
