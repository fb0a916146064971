import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { proposalAnswerCall, proposalCall } from "~/domain/bookings/proposal-schemas";
import { canReschedule } from "~/domain/bookings/booking-machine";
import { acceptTime, declineTime, proposeTime, rescheduleBooking } from "~/domain/bookings/commands/reschedule.server";
import type { Instant } from "~/domain/time/harare";
import { refuse } from "~/domain/values/refusal";
import { booking } from "../schemas/booking-schemas";
import { showChangedBooking } from "./booking-response.server";
import { byId, operation, type Call, type SignedIn } from "../operation";

const REFUSALS = [
  "bookingNotFound",
  "startNotInFuture",
  "startUnchanged",
  "slotTaken",
  "proposalsUsed",
  "proposalGone",
  "transitionNotAllowed",
] as const;

type RescheduleCall = Call<{ id: string }, unknown, { startsAt: Instant }> & SignedIn;

/** Lets the caller act (`act`) on their side of the booking; for others the booking does not exist. */
async function actAsSide(call: RescheduleCall, act: typeof proposeTime | typeof acceptTime | typeof declineTime) {
  const { context, viewer, params, body } = call;
  const [{ role, ...side }, found] = await Promise.all([call.user, findBookingFor(context.db, viewer, params.id)]);
  if (!found || role === "admin") return refuse("bookingNotFound");
  return showChangedBooking(call, await act(context, { ...side, role }, found, body.startsAt));
}

/** Suggests a time; a client's request that nobody has been assigned to yet moves at once, as on the site. */
const suggest: typeof proposeTime = (context, side, found, start) =>
  (canReschedule(found, side.role) ? rescheduleBooking : proposeTime)(context, side, found, start);

export const rescheduleOperations = [
  operation({
    id: "proposeTime",
    topic: "Bookings",
    method: "POST",
    path: "/api/bookings/{id}/reschedule",
    summary: "Suggest or change the time",
    description:
      "For its client or plumber, while it is pending or confirmed; at most three times per booking. The booking keeps its time until the other side accepts. A request that has no plumber yet moves at once: its client changes the time they asked for, as often as they like.",
    caller: "participant",
    scope: "book or jobs",
    params: byId,
    body: { as: "json", schema: proposalCall },
    response: booking,
    refusals: REFUSALS,
    run: (call) => actAsSide(call, suggest),
  }),

  operation({
    id: "answerProposal",
    topic: "Bookings",
    method: "PATCH",
    path: "/api/bookings/{id}/reschedule",
    summary: "Accept or decline a new time",
    description: "The other side's suggestion. Declining your own withdraws it.",
    caller: "participant",
    scope: "book or jobs",
    params: byId,
    body: { as: "json", schema: proposalAnswerCall },
    response: booking,
    refusals: REFUSALS,
    run: (call) => actAsSide(call, call.body.answer === "accept" ? acceptTime : declineTime),
  }),
];
