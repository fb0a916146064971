import * as z from "zod";
import { stepCall } from "~/domain/bookings/transition-schemas";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { findBookingFor, listHistory } from "~/domain/bookings/queries/booking-details.server";
import { reportForm } from "~/domain/bookings/transition-schemas";
import { countOpen } from "~/domain/bookings/queries/booking-lists.server";
import { writeReport } from "~/domain/bookings/commands/job-updates.server";
import { countDue } from "~/domain/money/money-lists.server";
import { listReviewable } from "~/domain/reviews/reviews.server";
import { refuse } from "~/domain/values/refusal";
import { showChangedBooking } from "./booking-response.server";
import { booking, bookingEvent, toBookingEvent } from "../schemas/booking-schemas";
import { reviewable, toReviewable } from "../schemas/review-schemas";
import { byId, done, operation } from "../operation";

const summary = z
  .object({ active: z.int(), upcoming: z.int(), unreadMessages: z.int(), outstandingPayments: z.int() })
  .meta({
    id: "Summary",
    description: "A client's figures: open bookings, those still to come, messages not yet read, bookings to pay for.",
  });

export const jobOperations = [
  operation({
    id: "getHistory",
    topic: "Bookings",
    method: "GET",
    path: "/api/bookings/{id}/history",
    summary: "A booking's history",
    description: "For its client, its plumber, and admins; oldest first.",
    caller: "user",
    scope: "read",
    params: byId,
    response: z.array(bookingEvent),
    refusals: ["bookingNotFound"],
    async run({ context, viewer, params }) {
      const events = await listHistory(context.db, viewer, params.id);
      return events.length > 0 ? done(events.map(toBookingEvent)) : refuse("bookingNotFound");
    },
  }),

  operation({
    id: "takeJobStep",
    topic: "Bookings",
    method: "POST",
    path: "/api/bookings/{id}/steps",
    summary: "Say what happens on the day",
    description:
      "Plumbers: `on-the-way` (on the day of the visit; for one in the small hours, from three hours before it), `not-on-the-way`, and, from 30 minutes after the start, `nobody-was-there`. Clients, from then on: `plumber-did-not-come`. The last two stop payments until our office decides; `somebody-was-there` and `plumber-came` take them back before that. The same again changes nothing and succeeds.",
    caller: "participant",
    scope: "book or jobs",
    params: byId,
    body: { as: "json", schema: stepCall },
    response: booking,
    limits: ["togglePerUserAndBooking"],
    refusals: ["bookingNotFound", "transitionNotAllowed", "tooEarly", "tooMany"],
    async run(call) {
      const { context, viewer, user, params, body } = call;
      const [actor, found] = await Promise.all([user, findBookingFor(context.db, viewer, params.id)]);
      if (!found) return refuse("bookingNotFound");
      return showChangedBooking(call, await takeJobStep(context, actor, found, body.step, body.minutes));
    },
  }),

  operation({
    id: "writeReport",
    topic: "Bookings",
    method: "PUT",
    path: "/api/bookings/{id}/report",
    summary: "Write the report of a job",
    description: "For its plumber, once it is confirmed. A later report replaces the first.",
    caller: "plumber",
    scope: "jobs",
    params: byId,
    body: { as: "json", schema: reportForm },
    response: booking,
    refusals: ["bookingNotFound", "reportNotPossible"],
    run: async (call) =>
      showChangedBooking(call, await writeReport(call.context, await call.user, call.params.id, call.body.report)),
  }),

  operation({
    id: "listReviewable",
    topic: "Reviews",
    method: "GET",
    path: "/api/bookings/to-review",
    summary: "Jobs to review",
    description: "The latest first, at most 20.",
    caller: "client",
    scope: "read",
    response: z.array(reviewable),
    refusals: [],
    run: async ({ context, viewer }) => done((await listReviewable(context.db, viewer.id, null)).map(toReviewable)),
  }),

  operation({
    id: "getSummary",
    topic: "Bookings",
    method: "GET",
    path: "/api/bookings/summary",
    summary: "A client's figures",
    description: "The figures of the overview.",
    caller: "client",
    scope: "read",
    response: summary,
    refusals: [],
    async run({ context, viewer, user }) {
      const [{ active, upcoming }, outstandingPayments, { unreadMessages }] = await Promise.all([
        countOpen(context.db, viewer, context.now),
        countDue(context.db, viewer),
        user,
      ]);
      return done({ active, upcoming, unreadMessages, outstandingPayments });
    },
  }),
];
