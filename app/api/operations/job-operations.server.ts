import * as z from "zod";
import { canReschedule } from "~/domain/bookings/booking-machine";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { writeReport } from "~/domain/bookings/commands/job-updates.server";
import { acceptTime, declineTime, proposeTime, rescheduleBooking } from "~/domain/bookings/commands/reschedule.server";
import { proposalAnswerCall, proposalCall, reportForm, stepCall } from "~/domain/bookings/transition-schemas";
import { listHistory } from "~/domain/bookings/queries/booking-details.server";
import { countOpen } from "~/domain/bookings/queries/booking-lists.server";
import { countDue } from "~/domain/money/money-lists.server";
import type { Instant } from "~/domain/time/harare";
import { refuse } from "~/domain/values/refusal";
import { done, operation } from "../operation";
import { booking, bookingEvent } from "../schemas/booking-schemas";
import { changeBooking, showChangedBooking, type BookingCall } from "./booking-call.server";
import { object } from "../schemas/kinds";

const summary = object(
  "Summary",
  "A client's figures: open bookings, those still to come, messages not yet read, bookings to pay for.",
  { active: z.int(), upcoming: z.int(), unreadMessages: z.int(), outstandingPayments: z.int() },
);

const PROPOSAL_REFUSALS = [
  "bookingNotFound",
  "startNotInFuture",
  "startUnchanged",
  "slotTaken",
  "proposalsUsed",
  "proposalGone",
  "transitionNotAllowed",
] as const;

/** Lets the caller act (`act`) on their side of the booking; for others the booking does not exist. */
const actAsSide = (
  call: BookingCall & { body: { startsAt: Instant } },
  act: typeof proposeTime | typeof acceptTime | typeof declineTime,
) =>
  changeBooking(call, async ({ role, ...side }, found) =>
    role === "admin" ? refuse("bookingNotFound") : act(call.context, { ...side, role }, found, call.body.startsAt),
  );

/** Suggests a time; a client's request that nobody has been assigned to yet moves at once, as on the site. */
const suggest: typeof proposeTime = (context, side, found, start) =>
  (canReschedule(found, side.role) ? rescheduleBooking : proposeTime)(context, side, found, start);

export const rescheduleOperations = {
  proposeTime: operation("POST /api/bookings/{id}/reschedule", {
    by: ["participant", "book or jobs"],
    summary: "Suggest or change the time",
    description:
      "For its client or plumber, while it is pending or confirmed; at most three times per booking. The booking keeps its time until the other side accepts. A request that has no plumber yet moves at once: its client changes the time they asked for, as often as they like.",
    body: proposalCall,
    response: booking,
    refusals: PROPOSAL_REFUSALS,
    run: (call) => actAsSide(call, suggest),
  }),

  answerProposal: operation("PATCH /api/bookings/{id}/reschedule", {
    by: ["participant", "book or jobs"],
    summary: "Accept or decline a new time",
    description: "The other side's suggestion. Declining your own withdraws it.",
    body: proposalAnswerCall,
    response: booking,
    refusals: PROPOSAL_REFUSALS,
    run: (call) => actAsSide(call, call.body.answer === "accept" ? acceptTime : declineTime),
  }),
};

export const jobOperations = {
  getHistory: operation("GET /api/bookings/{id}/history", {
    by: ["user", "read"],
    summary: "A booking's history",
    description: "For its client, its plumber, and admins; oldest first.",
    response: z.array(bookingEvent),
    refusals: ["bookingNotFound"],
    async run({ context, viewer, params }) {
      const events = await listHistory(context.db, viewer, params.id);
      return events.length > 0 ? done(events) : refuse("bookingNotFound");
    },
  }),

  takeJobStep: operation("POST /api/bookings/{id}/steps", {
    by: ["participant", "book or jobs"],
    summary: "Say what happens on the day",
    description:
      "Plumbers: `on-the-way` (on the day of the visit; for one in the small hours, from three hours before it), `not-on-the-way`, and, from 30 minutes after the start, `nobody-was-there`. Clients, from then on: `plumber-did-not-come`. The last two stop payments until our office decides; `somebody-was-there` and `plumber-came` take them back before that. The same again changes nothing and succeeds.",
    body: stepCall,
    response: booking,
    limits: ["togglePerUserAndBooking"],
    refusals: ["bookingNotFound", "transitionNotAllowed", "tooEarly"],
    run: (call) =>
      changeBooking(call, (actor, found) => takeJobStep(call.context, actor, found, call.body.step, call.body.minutes)),
  }),

  writeReport: operation("PUT /api/bookings/{id}/report", {
    by: ["plumber", "jobs"],
    summary: "Write the report of a job",
    description: "For its plumber, once it is confirmed. A later report replaces the first.",
    body: reportForm,
    response: booking,
    refusals: ["bookingNotFound", "reportNotPossible"],
    run: async (call) =>
      showChangedBooking(call, await writeReport(call.context, await call.user, call.params.id, call.body.report)),
  }),

  getSummary: operation("GET /api/bookings/summary", {
    by: ["client", "read"],
    summary: "A client's figures",
    description: "The figures of the overview.",
    response: summary,
    async run({ context, viewer, user }) {
      const [{ active, upcoming }, outstandingPayments, { unreadMessages }] = await Promise.all([
        countOpen(context.db, viewer, context.now),
        countDue(context.db, viewer),
        user,
      ]);
      return done({ active, upcoming, unreadMessages, outstandingPayments });
    },
  }),
};
