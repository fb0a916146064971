import { useLoaderData } from "@remix-run/react";
import { keepDraftOfBooking } from "~/domain/bookings/commands/draft-of-booking.server";
import { sendDraft } from "~/domain/bookings/commands/send-draft.server";
import { isOpen } from "~/domain/bookings/booking";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { offerInstead } from "~/domain/bookings/other-plumber";
import { listOtherPlumbers } from "~/domain/bookings/queries/other-plumbers.server";
import { bookingPage } from "~/http/booking-page";
import { draftCookie } from "~/http/draft-cookie";
import { clientAction, clientLoader } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { refuse } from "~/domain/values/refusal";
import { AskAnother } from "~/ui/bookings/ask-another";
import { useLastActionData } from "~/ui/elements/use-sticky-value";
import { clientPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("Ask another plumber", "booking", "bookings");

export const loader = clientLoader(async ({ context: { db, now }, viewer, param }) => {
  const id = param("id");
  const [booking, candidates] = await Promise.all([
    findBookingView(db, viewer, id, now),
    listOtherPlumbers(db, viewer, id, now),
  ]);
  if (!booking) return null;
  if ((isOpen(booking.status) && !booking.isMissed) || booking.status === "completed")
    throw redirectTo(bookingPage("client", id));
  return { booking, plumbers: offerInstead(candidates, booking, now), now };
});

/** Sends the same request to another plumber, or takes it along to that plumber's page to choose a time (B31). */
export const action = clientAction("Booking failed", async ({ context, viewer, user, param, button, goTo }) => {
  const { verb, of: plumberId } = button(["ask", "choose"]);
  const client = await user;
  const draftId = await keepDraftOfBooking(context, viewer, param("id"), plumberId, context.clientAddress);
  if (draftId === null) return refusal(refuse("plumberNotFound"));
  const result = verb === "ask" ? await sendDraft(context, client, draftId) : null;
  if (!result)
    return redirectTo(`/appointment/${encodeURIComponent(plumberId)}#book`, { "Set-Cookie": draftCookie(draftId) });
  return result.ok
    ? goTo(bookingPage("client", result.id), result.isHeld ? "booked" : "requestChecked")
    : refusal(result);
});

export default function AskAnotherPage() {
  const message = useLastActionData<{ message?: string }>()?.message ?? null;
  return <AskAnother {...useLoaderData<typeof loader>()} message={message} />;
}
