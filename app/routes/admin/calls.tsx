import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { listCalls, markTold, noteNoAnswer } from "~/domain/admin/calls.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { bookingPage } from "~/http/booking-page";
import { flashed } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { CallCard } from "~/ui/admin/call-card";
import { EmptyState } from "~/ui/elements/empty-state";
import done from "~/ui/illustrations/done.svg?url";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Calls",
  failed: "Failed to fetch calls",
  home: "/admin-dashboard",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

const PAGE = "/admin-dashboard/calls";

export const loader = roleLoader("admin", async ({ context: { db, now } }) => ({
  ...(await listCalls(db, now)),
  now,
}));

/** Until when news were shown: what has come since was not told. */
const shown = z.object({ until: z.coerce.number().int() });

/** Notes how a call went. Leads back to the list, or to the booking whose page had the buttons. */
export const action = roleAction("admin", async ({ context, viewer, user, form, request }) => {
  const { verb, of: id } = requireButton(form, ["told", "no-answer"]);
  const { success, data } = shown.safeParse(Object.fromEntries(form));
  const [admin, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
  if (!booking || !success) throw notFound();
  await (verb === "told" ? markTold(context, admin, booking, data.until) : noteNoAnswer(context, admin, booking));
  const isFromBooking = new URL(request.url).searchParams.has("booking");
  return redirectTo(isFromBooking ? bookingPage("admin", id) : PAGE, flashed("savedAndLogged"));
});

export default function Calls() {
  const { calls, hasMore, now } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-3">
      <div className="office-bar">
        <h1>
          Calls <small>{calls.length} waiting, longest first</small>
        </h1>
      </div>
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
    </div>
  );
}
