import { fullName } from "~/domain/values/user";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { proposalAnswerForm, proposalForm } from "~/domain/bookings/booking-forms";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { availableProposalActions } from "~/domain/bookings/booking-machine";
import { acceptTime, declineTime, proposeTime } from "~/domain/bookings/commands/reschedule.server";
import { dateAt } from "~/domain/time/harare";
import { flashCookie } from "./flash";
import { parseForm } from "./forms";
import { roleAction, roleLoader } from "./guards";
import { notFound } from "./not-found";
import { param } from "./params";
import { pressedButton } from "./pressed-button";
import { redirectTo } from "./redirects";
import type { Reason } from "./refusals";

type SideRole = "client" | "plumber";

/** What a side can do about the time of a booking. */
export const reschedulePage = (role: SideRole) =>
  roleLoader(role, async ({ context, viewer, params }) => {
    const booking = await findBookingFor(context.db, viewer, param(params, "id"));
    if (!booking) throw notFound();
    const { startsAt, proposedStart, proposedBy, proposals } = booking;
    const other = role === "client" ? booking.plumber : booking.client;
    return {
      other: other ? fullName(other) : NO_PLUMBER_YET,
      startsAt,
      proposedStart,
      isOwn: proposedBy === role,
      proposals,
      possible: availableProposalActions(booking, role),
      today: dateAt(context.now),
    };
  });

/** Proposes, accepts or declines, and goes back to `page`. */
export const rescheduleAction = (role: SideRole, page: (id: string) => string) =>
  roleAction(
    role,
    async ({ context, viewer, user, form, params }) => {
      const id = param(params, "id");
      const verb = pressedButton(form, ["accept", "decline", "propose"])?.verb ?? "propose";
      const [confirmed, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
      if (!booking) throw notFound();
      const side = { ...confirmed, role };
      if (verb === "propose") {
        const parsed = parseForm(form, proposalForm);
        if (parsed.value === null) return parsed.invalid();
        const result = await proposeTime(context, side, booking, parsed.value);
        return result.ok
          ? redirectTo(page(id), { "Set-Cookie": flashCookie("timeProposed") })
          : parsed.refused(result, FIELDS_OF[result.reason]);
      }
      const parsed = parseForm(form, proposalAnswerForm);
      if (!parsed.value) return parsed.invalid();
      const result = await { accept: acceptTime, decline: declineTime }[verb](
        context,
        side,
        booking,
        parsed.value.start,
      );
      return result.ok
        ? redirectTo(page(id), { "Set-Cookie": flashCookie(verb === "accept" ? "timeAccepted" : "timeDeclined") })
        : parsed.refused(result);
    },
    "Failed to change the time",
  );

/** The field at which a refused proposal says why. */
const FIELDS_OF: Partial<Record<Reason, string>> = {
  startNotInFuture: "appointmentDate",
  slotTaken: "appointmentTime",
};
