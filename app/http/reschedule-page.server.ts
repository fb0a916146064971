import { fullName } from "~/domain/values/user";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { answerForm, proposalForm } from "~/domain/bookings/booking-forms";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { availableProposalActions } from "~/domain/bookings/booking-machine";
import { acceptTime, declineTime, proposeTime } from "~/domain/bookings/commands/reschedule.server";
import { dateAt } from "~/domain/time/harare";
import { flashCookie } from "./flash";
import { parseForm } from "./forms";
import { roleAction, roleLoader } from "./guards";
import { redirectTo } from "./redirects";

type SideRole = "client" | "plumber";

/** What a side can do about the time of a booking. */
export const reschedulePage = (role: SideRole) =>
  roleLoader(role, async ({ context, viewer, params }) => {
    const booking = await findBookingFor(context.db, viewer, params["id"] ?? "");
    if (!booking) throw new Response("Not found", { status: 404 });
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
      const id = params["id"] ?? "";
      const answer = form.has("answer") ? answerForm.safeParse(Object.fromEntries(form)).data : null;
      const parsed = parseForm(form, proposalForm);
      const [confirmed, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
      if (!booking) throw new Response("Not found", { status: 404 });
      const side = { ...confirmed, role };
      if (answer) {
        const result = await (answer.answer === "accept" ? acceptTime : declineTime)(
          context,
          side,
          booking,
          answer.start,
        );
        if (!result.ok) return parsed.refused(result);
        return redirectTo(page(id), {
          "Set-Cookie": flashCookie(answer.answer === "accept" ? "timeAccepted" : "timeDeclined"),
        });
      }
      if (parsed.value === null) return parsed.invalid();
      const result = await proposeTime(context, side, booking, parsed.value);
      if (!result.ok)
        return parsed.refused(
          result,
          result.reason === "startNotInFuture"
            ? "appointmentDate"
            : result.reason === "slotTaken"
              ? "appointmentTime"
              : undefined,
        );
      return redirectTo(page(id), { "Set-Cookie": flashCookie("timeProposed") });
    },
    "Failed to change the time",
  );
