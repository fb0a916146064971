import { useLoaderData } from "@remix-run/react";
import { DISPATCH_KINDS, type DispatchKind } from "~/domain/admin/desk/dispatch";
import { listDispatch } from "~/domain/admin/desk/dispatch.server";
import { remindPlumber } from "~/domain/admin/bookings/bulk-actions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { adminAction, adminLoader } from "~/http/guards";
import { OFFICE_LISTS, readOfficeList } from "~/domain/values/office-addresses";
import { OfficeLink, officePage, PageWithBar, FilterLinks } from "~/ui/admin/office-page";
import { DispatchTable } from "~/ui/admin/dispatch-table";
import { useResumedList } from "~/ui/admin/chosen-row";
import { EmptyState, Notice, useLastActionData } from "~/ui/shell/elements";
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
  const { context, user, viewer, form, request, button, refused, goTo } = args;
  const { of } = button(["remind"]);
  const [admin, booking] = await Promise.all([user, findBookingFor(context.db, viewer, of)]);
  if (!booking) return null;
  const url = new URL(request.url);
  const list = readOfficeList(url.searchParams) ?? kindIn(url) ?? "dispatch";
  const result = await remindPlumber(context, admin, booking);
  if (!result.ok) return refused(result);
  // Done in place, its row says so; a message would wait for another page.
  return goTo(OFFICE_LISTS[list], form.has("inPlace") ? null : "plumberReminded");
});

const KIND_LABELS: Record<DispatchKind, string> = {
  unassigned: "Unassigned",
  unanswered: "Unanswered",
  suspended: "Plumber suspended",
};

export default function Dispatch() {
  const { rows, hasMore, kind, now } = useLoaderData<typeof loader>();
  const message = useLastActionData<{ message?: string }>()?.message;
  useResumedList();
  return (
    <PageWithBar
      title="Dispatch"
      small={`${hasMore ? "the first " : ""}${rows.length} waiting. First those within 2 hours, then by day.`}
      tools={
        <>
          <FilterLinks
            name="kind"
            label="Reason"
            chosen={kind}
            choices={[[null, "All"], ...Object.entries(KIND_LABELS)]}
          />
          <OfficeLink to="/admin-dashboard/board" className="hidden lg:inline-flex" label="Board" />
        </>
      }
      className="gap-3"
    >
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
    </PageWithBar>
  );
}
