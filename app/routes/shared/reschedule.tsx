import { useLoaderData } from "@remix-run/react";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { proposalAnswerForm, proposalForm } from "~/domain/bookings/booking-forms";
import { availableProposalActions } from "~/domain/bookings/booking-machine";
import { acceptTime, declineTime, proposeTime } from "~/domain/bookings/commands/reschedule.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { dateAt } from "~/domain/time/harare";
import { fullName, type Role } from "~/domain/values/user";
import { bookingPage } from "~/http/booking-page";
import { flashCookie, type Flash } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import type { Reason } from "~/http/refusals";
import { RescheduleDialog } from "~/ui/bookings/reschedule-dialog";

const sideOf = (role: Role): "client" | "plumber" => (role === "client" ? "client" : "plumber");

/** The time of a booking as its two sides can change it (B13). */
export const loader = signedInLoader(async ({ context, viewer, params }) => {
  const id = param(params, "id");
  const booking = await findBookingFor(context.db, viewer, id);
  if (!booking) throw notFound();
  const { client, plumber, startsAt, proposedStart, proposedBy, proposals } = booking;
  const side = sideOf(viewer.role);
  const other = side === "client" ? plumber : client;
  return {
    other: other ? fullName(other) : NO_PLUMBER_YET,
    startsAt,
    proposedStart,
    isOwn: proposedBy === side,
    proposals,
    possible: availableProposalActions(booking, side),
    today: dateAt(context.now),
    back: bookingPage(viewer.role, id),
  };
});

/** Suggests a time, or accepts or declines the one that the page showed. */
export const action = signedInAction(async ({ context, viewer, user, form, params }) => {
  const id = param(params, "id");
  const verb = pressedButton(form, ["accept", "decline", "propose"])?.verb ?? "propose";
  const [confirmed, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
  if (!booking) throw notFound();
  const side = { ...confirmed, role: sideOf(viewer.role) };
  const done = (flash: Flash) => redirectTo(bookingPage(viewer.role, id), { "Set-Cookie": flashCookie(flash) });
  if (verb === "propose") {
    const parsed = parseForm(form, proposalForm);
    if (parsed.value === null) return parsed.invalid();
    const result = await proposeTime(context, side, booking, parsed.value);
    return result.ok ? done("timeProposed") : parsed.refused(result, FIELDS_OF[result.reason]);
  }
  const parsed = parseForm(form, proposalAnswerForm);
  if (!parsed.value) return parsed.invalid();
  const answer = { accept: acceptTime, decline: declineTime }[verb];
  const result = await answer(context, side, booking, parsed.value.start);
  return result.ok ? done(verb === "accept" ? "timeAccepted" : "timeDeclined") : parsed.refused(result);
}, "Failed to change the time");

/** The field beside which a refused suggestion says why. */
const FIELDS_OF: Partial<Record<Reason, string>> = {
  startNotInFuture: "appointmentDate",
  slotTaken: "appointmentTime",
};

export default function ReschedulePage() {
  return <RescheduleDialog {...useLoaderData<typeof loader>()} />;
}
