import * as z from "zod";
import { bookingCall } from "~/domain/bookings/request-schemas";
import {
  statusCall,
  reportForm,
  stepCall,
  proposalAnswerCall,
  proposalCall,
} from "~/domain/bookings/transition-schemas";
import { describeTransitions, transitionTo, canReschedule } from "~/domain/bookings/booking-machine";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import type { BookingForCommand } from "~/domain/bookings/booking-views";
import {
  listBookingsByStart,
  listJobsByStart,
  listUnseenBookings,
  countOpen,
} from "~/domain/bookings/queries/booking-lists.server";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { markBookingSeen, writeReport } from "~/domain/bookings/commands/job-updates.server";
import type { PrivatePhotoSize } from "~/domain/photos/photo";
import { findPrivatePhoto, privateKey } from "~/domain/photos/private-photos.server";
import { refuse, type Refusal } from "~/domain/values/refusal";
import {
  done,
  file,
  listed,
  mustExist,
  operation,
  pagesOf,
  showStored,
  type Call,
  found,
  type RefusalIn,
  type SignedIn,
} from "../operation";
import { booking, bookingForAdmin, bookingEvent } from "../schemas/booking-objects";
import { findBookingFor, listHistory } from "~/domain/bookings/queries/booking-details.server";
import type { AuthenticatedUser } from "~/domain/values/user";
import type { Refused } from "~/http/refusals";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { acceptTime, declineTime, proposeTime, rescheduleBooking } from "~/domain/bookings/commands/reschedule.server";
import { countDue } from "~/domain/money/money-lists.server";
import type { Instant } from "~/domain/time/harare";
import { object } from "../schemas/kinds";

export type BookingCall = Call<{ id: string }, unknown, unknown> & SignedIn;

const showBooking = async ({ context: { db, now }, viewer, params }: BookingCall) =>
  found(await findBookingView(db, viewer, params.id, now), "bookingNotFound");

/** The booking after a write, or why there was none. Assigned to another plumber meanwhile, it is not found. */
export const showChangedBooking = async <Result extends { ok: true } | Refused>(call: BookingCall, result: Result) =>
  result.ok ? showStored(() => showBooking(call)) : (result as RefusalIn<Result>);

/** Acts on the path's booking, which is read beside the session's check. Refuses with `bookingNotFound`, or as `act` does. */
export async function actOnBooking<Result>(
  { context, viewer, user, params }: BookingCall,
  act: (actor: AuthenticatedUser, booking: BookingForCommand) => Promise<Result>,
): Promise<Result | Refusal<"bookingNotFound">> {
  const [actor, booking] = await Promise.all([user, findBookingFor(context.db, viewer, params.id)]);
  return booking ? act(actor, booking) : refuse("bookingNotFound");
}

/** As `actOnBooking`, and shows the booking after it. */
export const changeBooking = async <Result extends { ok: true } | Refused>(
  call: BookingCall,
  act: (actor: AuthenticatedUser, booking: BookingForCommand) => Promise<Result>,
) => showChangedBooking(call, await actOnBooking(call, act));

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
  "visitUndecided",
] as const;

/** Lets the caller act (`act`) on their side of the booking; for others the booking does not exist. */
const actAsSide = (
  call: BookingCall & { body: { startsAt: Instant } },
  act: typeof proposeTime | typeof acceptTime | typeof declineTime,
) =>
  changeBooking(call, async ({ role, ...side }, found) =>
    role === "admin" ? refuse("bookingNotFound") : act(call.context, { ...side, role }, found, call.body.startsAt),
  );

/** Suggests a time; a client's request that no one has been assigned to yet moves at once, as on the site. */
const suggest: typeof proposeTime = (context, side, found, start) =>
  (canReschedule(found, side.role) ? rescheduleBooking : proposeTime)(context, side, found, start);

export const bookingOperations = {
  listClientBookings: operation("GET /api/bookings/client", ["client", "read"], {
    failed: "Failed to fetch bookings",
    summary: "A client's own bookings",
    description: "Latest start first.",
    ...pagesOf(booking),
    run: async ({ context, viewer, query }) =>
      listed(await listBookingsByStart(context.db, viewer, query, context.now)),
  }),

  listPlumberBookings: operation("GET /api/bookings/plumber", ["plumber", "read"], {
    failed: "Failed to fetch jobs",
    summary: "A plumber's own jobs",
    description: "Those ahead, soonest first, then the past ones, latest first.",
    ...pagesOf(booking),
    run: async ({ context, viewer, query }) => listed(await listJobsByStart(context.db, viewer, query, context.now)),
  }),

  listUnseenBookings: operation("GET /api/bookings/plumber/unseen", ["plumber", "read"], {
    summary: "A plumber's unseen bookings",
    description: "Soonest first.",
    ...pagesOf(booking),
    run: async ({ context, viewer, query }) => listed(await listUnseenBookings(context.db, viewer, query, context.now)),
  }),

  getBooking: operation("GET /api/bookings/{id}", ["user", "read"], {
    summary: "One booking",
    description: "For its client, its plumber, and admins. For anyone else it doesn't exist.",
    response: booking,
    forAdmin: bookingForAdmin,
    refusals: ["bookingNotFound"],
    run: showBooking,
  }),

  getPhoto: operation("GET /api/photos/{id}", ["user", "read"], {
    summary: "A photo of a booking",
    description: "WebP, with a longest side of 1,280 or 320 pixels. For its client, its plumber, and admins.",
    query: z.object({ size: z.enum(["1280", "320"]).default("1280") }),
    response: file,
    gives: "image/webp",
    refusals: ["photoNotFound"],
    async run({ context: { db, now, privatePhotos }, viewer, params, query }) {
      const photo = await findPrivatePhoto(db, viewer, null, params.id, now);
      const object = photo && (await privatePhotos.open(privateKey(params.id), Number(query.size) as PrivatePhotoSize));
      if (!object) return refuse("photoNotFound");
      return done(new Response(object.body, { headers: { "Content-Type": "image/webp" } }));
    },
  }),

  requestBooking: operation("POST /api/bookings", ["user", "book"], {
    failed: "Booking failed",
    summary: "Book an appointment",
    description:
      "With a plumber, for one of their slots; without (`plumber` empty), for any time within a year: our office finds a plumber. The same request again, while the first is open, returns the first with 200. A new client's request for a plumber with several such requests that day waits for our office: `plumber` is null and `wishedPlumber` names them.",
    body: bookingCall,
    response: booking,
    makes: "unlessThere",
    limits: ["bookingPerClient"],
    refusals: [
      "slotTaken",
      "onlyClientsBook",
      "startNotOffered",
      "startNotInFuture",
      "plumberNotFound",
      "tooManyPending",
      "tooManyPendingWithPlumber",
    ],
    async run({ context, viewer, user, body: { plumber: id, ...wish } }) {
      const { db, now } = context;
      const [client, plumber] = await Promise.all([user, id === null ? null : findBookablePlumber(db, id)]);
      if (id !== null && !plumber) return refuse("plumberNotFound");
      const result = await requestBooking(context, client, plumber, wish);
      if (!result.ok) return result;
      const path = `/api/bookings/${result.id}`;
      return showStored(async () => {
        const record = mustExist(await findBookingView(db, viewer, result.id, now));
        return done(record, result.repeated ? { repeated: true } : { location: path });
      }, path);
    },
  }),

  moveBooking: operation("PATCH /api/bookings/{id}/status", ["user", "book or jobs"], {
    summary: "Confirm, refuse, start, complete or cancel",
    description: `Clients: ${describeTransitions("client")}. Plumbers: ${describeTransitions("plumber")}. Admins: ${describeTransitions("admin")}. The same again by the same person changes nothing and succeeds.`,
    body: statusCall,
    response: booking,
    forAdmin: bookingForAdmin,
    limits: ["togglePerUserAndBooking"],
    refusals: [
      "bookingNotFound",
      "transitionNotAllowed",
      "visitUndecided",
      "tooEarly",
      "finalReasonRequired",
      "amountUnusual",
      "priceChanged",
      "reopenOver",
    ],
    run: (call) =>
      changeBooking(call, async (actor, found) => {
        const { status, reason, finalAmount: amount, finalReason, sure: isSure = false } = call.body;
        const transition = transitionTo(status, actor.role, found.status);
        if (!transition) return { ...refuse("transitionNotAllowed"), status: found.status };
        const final = amount === undefined ? null : { amount, reason: finalReason, isSure };
        return transitionBooking(call.context, actor, found, transition, { reason, final });
      }),
  }),

  markBookingSeen: operation("PATCH /api/bookings/{id}/seen", ["plumber", "jobs"], {
    summary: "Mark as seen",
    description: "For the plumber's own list of new bookings; the client isn't told.",
    response: booking,
    refusals: ["bookingNotFound"],
    run: async (call) => showChangedBooking(call, await markBookingSeen(call.context, await call.user, call.params.id)),
  }),

  proposeTime: operation("POST /api/bookings/{id}/reschedule", ["participant", "book or jobs"], {
    summary: "Suggest or change the time",
    description:
      "For its client or plumber, while it is pending or confirmed; at most three times per booking. The booking keeps its time until the other side accepts. A request that has no plumber yet moves at once: its client changes the time they asked for, as often as they like.",
    body: proposalCall,
    response: booking,
    refusals: PROPOSAL_REFUSALS,
    run: (call) => actAsSide(call, suggest),
  }),

  answerProposal: operation("PATCH /api/bookings/{id}/reschedule", ["participant", "book or jobs"], {
    summary: "Accept or decline a new time",
    description: "The other side's suggestion. Declining your own withdraws it.",
    body: proposalAnswerCall,
    response: booking,
    refusals: PROPOSAL_REFUSALS,
    run: (call) => actAsSide(call, call.body.answer === "accept" ? acceptTime : declineTime),
  }),

  getHistory: operation("GET /api/bookings/{id}/history", ["user", "read"], {
    summary: "A booking's history",
    description: "For its client, its plumber, and admins; oldest first.",
    response: z.array(bookingEvent),
    refusals: ["bookingNotFound"],
    async run({ context, viewer, params }) {
      const events = await listHistory(context.db, viewer, params.id);
      return events.length > 0 ? done(events) : refuse("bookingNotFound");
    },
  }),

  takeJobStep: operation("POST /api/bookings/{id}/steps", ["participant", "book or jobs"], {
    summary: "Say what happens on the day",
    description:
      "Plumbers: `on-the-way` (on the day of the visit; for one in the small hours, from three hours before it), `not-on-the-way`, and, from 30 minutes after the start, `nobody-was-there`. Clients, from then on: `plumber-did-not-come`. The last two stop payments until our office decides; `somebody-was-there` and `plumber-came` take them back before that. The same again changes nothing and succeeds.",
    body: stepCall,
    response: booking,
    limits: ["togglePerUserAndBooking"],
    refusals: ["bookingNotFound", "transitionNotAllowed", "visitUndecided", "tooEarly"],
    run: (call) =>
      changeBooking(call, (actor, found) => takeJobStep(call.context, actor, found, call.body.step, call.body.minutes)),
  }),

  writeReport: operation("PUT /api/bookings/{id}/report", ["plumber", "jobs"], {
    summary: "Write the report of a job",
    description: "For its plumber, once it is confirmed. A later report replaces the first.",
    body: reportForm,
    response: booking,
    refusals: ["bookingNotFound", "reportNotPossible"],
    run: async (call) =>
      showChangedBooking(call, await writeReport(call.context, await call.user, call.params.id, call.body.report)),
  }),

  getSummary: operation("GET /api/bookings/summary", ["client", "read"], {
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
