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
import { signedInAction, signedInLoader } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import type { Reason } from "~/http/refusals";
import { RescheduleDialog } from "~/ui/bookings/reschedule-dialog";

/** The time of a booking as its two sides can change it (B13). */
export const loader = signedInLoader(async ({ context, viewer, param }) => {
  const id = param("id");
  const { db, now } = context;
  const [booking, times] = await Promise.all([findBookingFor(db, viewer, id), findTimesAround(db, id, now)]);
  if (!booking) return null;
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
export const action = signedInAction(
  "Failed to change the time",
  async ({ context, viewer, user, param, read, pressed, refused }) => {
    const id = param("id");
    const verb = pressed(["accept", "decline", "propose"])?.verb ?? "propose";
    const [confirmed, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
    if (!booking) return null;
    const done = (flash: Flash) =>
      redirectTo(bookingPage(viewer.role, id), { "Set-Cookie": bookingFlashCookie(flash, viewer.role, booking) });
    if (verb === "propose") {
      const value = read(proposalForm);
      const isImmediate = !isSide(confirmed) || canReschedule(booking, confirmed.role);
      const result = isImmediate
        ? await rescheduleBooking(context, confirmed, booking, value)
        : await proposeTime(context, confirmed, booking, value);
      if (!result.ok) return refused(result, FIELDS_OF[result.reason]);
      return done(isImmediate ? "timeChanged" : "timeProposed");
    }
    if (!isSide(confirmed) && !booking.isByPhone) return null;
    const value = read(proposalAnswerForm);
    const answer = { accept: acceptTime, decline: declineTime }[verb];
    const result = await answer(context, confirmed, booking, value.start);
    return result.ok ? done(verb === "accept" ? "timeAccepted" : "timeDeclined") : refused(result);
  },
);

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
