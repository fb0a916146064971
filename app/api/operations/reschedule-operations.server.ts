import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { proposalAnswerCall, proposalCall } from "~/domain/bookings/booking-calls";
import { acceptTime, declineTime, proposeTime } from "~/domain/bookings/commands/reschedule.server";
import type { AuthenticatedUser } from "~/domain/values/user";
import { refuse } from "~/domain/values/refusal";
import { booking } from "../schemas/booking-schemas";
import { showBooking } from "./booking-response.server";
import { byId, operation } from "../operation";

type Side = AuthenticatedUser & { role: "client" | "plumber" };

export const rescheduleOperations = [
  operation({
    id: "proposeTime",
    topic: "Bookings",
    method: "POST",
    path: "/api/bookings/{id}/reschedule",
    summary: "Propose another time",
    description:
      "Its client or its plumber, while it is pending or confirmed; three times a booking. The booking keeps its time until the other side accepts.",
    caller: "participant",
    params: byId,
    body: { as: "json", schema: proposalCall },
    answer: booking,
    refusals: [
      "bookingNotFound",
      "startNotInFuture",
      "slotTaken",
      "proposalsUsed",
      "proposalGone",
      "transitionNotAllowed",
    ],
    async run({ context, viewer, user, params, body }) {
      const [side, found] = await Promise.all([user, findBookingFor(context.db, viewer, params.id)]);
      if (!found) return refuse("bookingNotFound");
      const result = await proposeTime(context, { ...side, role: side.role as Side["role"] }, found, body.startsAt);
      return result.ok ? showBooking(context, viewer, params.id) : result;
    },
  }),

  operation({
    id: "answerProposal",
    topic: "Bookings",
    method: "PATCH",
    path: "/api/bookings/{id}/reschedule",
    summary: "Accept or decline another time",
    description: "The other side's proposal; one's own is taken back by declining it.",
    caller: "participant",
    params: byId,
    body: { as: "json", schema: proposalAnswerCall },
    answer: booking,
    refusals: [
      "bookingNotFound",
      "startNotInFuture",
      "slotTaken",
      "proposalsUsed",
      "proposalGone",
      "transitionNotAllowed",
    ],
    async run({ context, viewer, user, params, body }) {
      const [side, found] = await Promise.all([user, findBookingFor(context.db, viewer, params.id)]);
      if (!found) return refuse("bookingNotFound");
      const result = await (body.answer === "accept" ? acceptTime : declineTime)(
        context,
        { ...side, role: side.role as Side["role"] },
        found,
        body.startsAt,
      );
      return result.ok ? showBooking(context, viewer, params.id) : result;
    },
  }),
];
