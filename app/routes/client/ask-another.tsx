import { useLoaderData } from "@remix-run/react";
import { keepDraftOfBooking } from "~/domain/bookings/commands/draft-of-booking.server";
import { sendDraft } from "~/domain/bookings/commands/send-draft.server";
import { isOpen } from "~/domain/bookings/booking";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { offerInstead } from "~/domain/bookings/other-plumber";
import { listOtherPlumbers } from "~/domain/bookings/queries/other-plumbers.server";
import { bookingPage } from "~/http/booking-page";
import { draftCookie } from "~/http/draft-cookie";
import { flashed } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { refuse } from "~/domain/values/refusal";
import { AskAnother } from "~/ui/bookings/ask-another";
import { useLastActionData } from "~/ui/elements/use-sticky-value";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Ask another plumber",
  failed: "Failed to fetch booking",
  missing: "Booking not found.",
  home: "/client-dashboard/bookings",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = roleLoader("client", async ({ context: { db, now }, viewer, params }) => {
  const id = param(params, "id");
  const [booking, candidates] = await Promise.all([
    findBookingView(db, viewer, id, now),
    listOtherPlumbers(db, viewer, id, now),
  ]);
  if (!booking) throw notFound();
  if ((isOpen(booking.status) && !booking.isMissed) || booking.status === "completed")
    throw redirectTo(bookingPage("client", id));
  return { booking, plumbers: offerInstead(candidates, booking, now), now };
});

/** Sends the same request to another plumber, or takes it along to that plumber's page to choose a time (B31). */
export const action = roleAction(
  "client",
  async ({ context, viewer, user, params, form }) => {
    const { verb, of: plumberId } = requireButton(form, ["ask", "choose"]);
    const client = await user;
    const draftId = await keepDraftOfBooking(context, viewer, param(params, "id"), plumberId, context.clientAddress);
    if (draftId === null) return refusal(refuse("plumberNotFound"));
    const result = verb === "ask" ? await sendDraft(context, client, draftId) : null;
    if (!result)
      return redirectTo(`/appointment/${encodeURIComponent(plumberId)}#book`, { "Set-Cookie": draftCookie(draftId) });
    return result.ok
      ? redirectTo(bookingPage("client", result.id), flashed(result.isHeld ? "booked" : "requestChecked"))
      : refusal(result);
  },
  "Booking failed",
);

export default function AskAnotherPage() {
  const message = useLastActionData<{ message?: string }>()?.message ?? null;
  return <AskAnother {...useLoaderData<typeof loader>()} message={message} />;
}
