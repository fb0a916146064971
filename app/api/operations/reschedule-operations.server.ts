import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { proposalAnswerCall, proposalCall } from "~/domain/bookings/booking-calls";
import { acceptTime, declineTime, proposeTime } from "~/domain/bookings/commands/reschedule.server";
import { refuse } from "~/domain/values/refusal";
import { booking } from "../schemas/booking-schemas";
import { showBooking } from "./booking-response.server";
import { byId, operation, type UserCall } from "../operation";

const REFUSALS = [
  "bookingNotFound",
  "startNotInFuture",
  "slotTaken",
  "proposalsUsed",
  "proposalGone",
  "transitionNotAllowed",
] as const;

/** The caller as a side of a booking, and the booking; null for a booking that is not theirs. */
async function findSide({ context, viewer, user, params }: UserCall<{ id: string }, unknown, unknown>) {
  const [{ role, ...side }, booking] = await Promise.all([user, findBookingFor(context.db, viewer, params.id)]);
  return booking && role !== "admin" ? { side: { ...side, role }, booking } : null;
}

export const rescheduleOperations = [
  operation({
    id: "proposeTime",
    topic: "Bookings",
    method: "POST",
    path: "/api/bookings/{id}/reschedule",
    summary: "Suggest a new time",
    description:
      "For its client or plumber, while it is pending or confirmed; at most three times per booking. The booking keeps its time until the other side accepts.",
    caller: "participant",
    params: byId,
    body: { as: "json", schema: proposalCall },
    answer: booking,
    refusals: REFUSALS,
    async run(call) {
      const { context, viewer, params, body } = call;
      const found = await findSide(call);
      if (!found) return refuse("bookingNotFound");
      const result = await proposeTime(context, found.side, found.booking, body.startsAt);
      return result.ok ? showBooking(context, viewer, params.id) : result;
    },
  }),

  operation({
    id: "answerProposal",
    topic: "Bookings",
    method: "PATCH",
    path: "/api/bookings/{id}/reschedule",
    summary: "Accept or decline a new time",
    description: "The other side's suggestion. Declining your own withdraws it.",
    caller: "participant",
    params: byId,
    body: { as: "json", schema: proposalAnswerCall },
    answer: booking,
    refusals: REFUSALS,
    async run(call) {
      const { context, viewer, params, body } = call;
      const found = await findSide(call);
      if (!found) return refuse("bookingNotFound");
      const answer = body.answer === "accept" ? acceptTime : declineTime;
      const result = await answer(context, found.side, found.booking, body.startsAt);
      return result.ok ? showBooking(context, viewer, params.id) : result;
    },
  }),
];
