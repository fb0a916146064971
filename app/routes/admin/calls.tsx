import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { listCalls, listTold, markTold, noteNoAnswer, takeBackTold } from "~/domain/admin/desk/today.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { fullName } from "~/domain/values/user";
import { adminAction, adminLoader } from "~/http/guards";
import { officePage, PageWithBar } from "~/ui/admin/office-page";
import { CallCard, TakeBackTold } from "~/ui/admin/call-card";
import { EmptyState, Link } from "~/ui/shell/elements";
import done from "~/ui/illustrations/done.svg?url";
import { bookingPage } from "~/http/booking-pages";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Calls", "calls");

export const loader = adminLoader(async ({ context: { db, now } }) => {
  const [calls, told] = await Promise.all([listCalls(db, now), listTold(db, now)]);
  return { ...calls, told, now };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, viewer, user, form, request, button, goTo } = args;
  const { verb, of: id } = button(["told", "no-answer", "not-told"]);
  // The cut-off of the news shown on the page; later news was not told.
  const until = z.coerce
    .number()
    .int()
    .safeParse(form.get("until") ?? undefined);
  const [admin, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
  if (!booking) return null;
  if (verb === "not-told") await takeBackTold(context, admin, booking);
  else if (!until.success) return null;
  else await (verb === "told" ? markTold(context, admin, booking, until.data) : noteNoAnswer(context, admin, booking));
  const isFromBooking = new URL(request.url).searchParams.has("booking");
  return goTo(isFromBooking ? bookingPage("admin", id) : "/admin-dashboard/calls", "savedAndLogged");
});

export default function Calls() {
  const { calls, told, hasMore, now } = useLoaderData<typeof loader>();
  return (
    <PageWithBar title="Calls" small={`${calls.length} waiting, longest first`} className="gap-3">
      <p className="text-ink-2">
        These clients have no email. Call them, tell them what happened, and do on their booking what they ask for.
      </p>
      {calls.length === 0 && <EmptyState illustration={done} text="Nobody to call. Every client has been told." />}
      <div className="grid items-start gap-3 lg:grid-cols-2">
        {calls.map((call, index) => (
          <CallCard key={call.id} call={call} now={now} isFirst={index === 0} />
        ))}
      </div>
      {hasMore && <p className="text-ink-2">There are more. They appear here as you deal with these.</p>}
      {told.length > 0 && (
        <section className="grid gap-2">
          <h2 className="text-base">Told within a day</h2>
          <ul className="card divide-y divide-line">
            {told.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-4 px-4 py-2">
                <span className="mr-auto">
                  <Link to={`/admin-dashboard/bookings/${one.id}`}>{fullName(one.client)}</Link>, {one.reference}
                </span>
                <TakeBackTold told={one} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </PageWithBar>
  );
}
