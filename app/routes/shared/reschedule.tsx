import { useLoaderData } from "@remix-run/react";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import type { BookingForCommand } from "~/domain/bookings/booking-for-command";
import { proposalForm, proposalAnswerForm } from "~/domain/bookings/proposal-schemas";
import { availableProposalActions, canReschedule, type ProposalAction } from "~/domain/bookings/booking-machine";
import { acceptTime, declineTime, proposeTime, rescheduleBooking } from "~/domain/bookings/commands/reschedule.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { findTimesAround } from "~/domain/plumbers/plumber-profiles.server";
import { dateAt } from "~/domain/time/harare";
import { slotChoices } from "~/domain/time/slot-choices";
import { fullName, type AuthenticatedUser, type Role } from "~/domain/values/user";
import { bookingPage } from "~/http/booking-page";
import { bookingFlashCookie, type Flash } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import type { Reason } from "~/http/refusals";
import { RescheduleDialog } from "~/ui/bookings/reschedule-dialog";

/** The time of a booking as its two sides can change it (B13). */
export const loader = signedInLoader(async ({ context, viewer, params }) => {
  const id = param(params, "id");
  const { db, now } = context;
  const [booking, times] = await Promise.all([findBookingFor(db, viewer, id), findTimesAround(db, id, now)]);
  if (!booking) throw notFound();
  const { client, plumber, startsAt, proposedStart, proposedBy, proposals } = booking;
  const { role } = viewer;
  const others = { client: [plumber], plumber: [client], admin: [client, plumber] }[role];
  return {
    other: others.map((other) => (other ? fullName(other) : NO_PLUMBER_YET)).join(" and "),
    startsAt,
    proposedStart,
    isOwn: proposedBy === role,
    suggestedBy: proposedBy === role ? "You" : fullName(proposedBy === "plumber" && plumber ? plumber : client),
    proposals,
    possible: possibleFor(role, booking),
    isImmediate: canReschedule(booking, role),
    slots: times && slotChoices(times, now),
    today: dateAt(now),
    back: bookingPage(role, id),
  };
});

/**
 * Suggests a time, or accepts or declines the one that the page showed. Where nobody has to agree, it moves the booking.
 */
export const action = signedInAction(async ({ context, viewer, user, form, params }) => {
  const id = param(params, "id");
  const verb = pressedButton(form, ["accept", "decline", "propose"])?.verb ?? "propose";
  const [confirmed, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
  if (!booking) throw notFound();
  const done = (flash: Flash) =>
    redirectTo(bookingPage(viewer.role, id), { "Set-Cookie": bookingFlashCookie(flash, viewer.role, booking) });
  if (verb === "propose") {
    const parsed = parseForm(form, proposalForm);
    if (parsed.value === null) return parsed.invalid();
    const isImmediate = !isSide(confirmed) || canReschedule(booking, confirmed.role);
    const result = isImmediate
      ? await rescheduleBooking(context, confirmed, booking, parsed.value)
      : await proposeTime(context, confirmed, booking, parsed.value);
    if (!result.ok) return parsed.refused(result, FIELDS_OF[result.reason]);
    return done(isImmediate ? "timeChanged" : "timeProposed");
  }
  if (!isSide(confirmed) && !booking.isByPhone) throw notFound();
  const parsed = parseForm(form, proposalAnswerForm);
  if (!parsed.value) return parsed.invalid();
  const answer = { accept: acceptTime, decline: declineTime }[verb];
  const result = await answer(context, confirmed, booking, parsed.value.start);
  return result.ok ? done(verb === "accept" ? "timeAccepted" : "timeDeclined") : parsed.refused(result);
}, "Failed to change the time");

/** What a role can do about a suggested time: the office answers for a client without an email (N20). */
function possibleFor(role: Role, booking: BookingForCommand): ProposalAction[] {
  if (role !== "admin") return availableProposalActions(booking, role);
  const ofClient = booking.isByPhone ? availableProposalActions(booking, "client") : [];
  return ofClient.includes("accept") ? ["accept", "decline"] : [];
}

/** Only the two sides of a booking suggest times. */
const isSide = (user: AuthenticatedUser): user is AuthenticatedUser & { role: "client" | "plumber" } =>
  user.role !== "admin";

/** The field beside which a refused suggestion says why. */
const FIELDS_OF: Partial<Record<Reason, string>> = {
  startNotInFuture: "appointmentDate",
  startUnchanged: "appointmentTime",
  slotTaken: "appointmentTime",
};

export default function ReschedulePage() {
  return <RescheduleDialog {...useLoaderData<typeof loader>()} />;
}
