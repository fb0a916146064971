import * as z from "zod";
import { bookingCall } from "~/domain/bookings/request-schemas";
import { statusCall } from "~/domain/bookings/transition-schemas";
import { describeTransitions, transitionTo } from "~/domain/bookings/booking-machine";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import {
  listBookingsByStart,
  listJobsByStart,
  listUnseenBookings,
} from "~/domain/bookings/queries/booking-lists.server";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { markBookingSeen } from "~/domain/bookings/commands/job-updates.server";
import type { PrivatePhotoSize } from "~/domain/photos/private-photo";
import { findPrivatePhoto } from "~/domain/photos/private-photos.server";
import { privateKey } from "~/domain/photos/staged-photos.server";
import { refuse } from "~/domain/values/refusal";
import { done, file, listed, mustExist, operation, pagesOf, showStored } from "../operation";
import { booking, bookingForAdmin } from "../schemas/booking-schemas";
import { changeBooking, showBooking, showChangedBooking } from "./booking-call.server";

export const bookingOperations = {
  listClientBookings: operation("GET /api/bookings/client", {
    by: ["client", "read"],
    failed: "Failed to fetch bookings",
    summary: "A client's own bookings",
    description: "Latest start first.",
    ...pagesOf(booking),
    run: async ({ context, viewer, query }) =>
      listed(await listBookingsByStart(context.db, viewer, query, context.now)),
  }),

  listPlumberBookings: operation("GET /api/bookings/plumber", {
    by: ["plumber", "read"],
    failed: "Failed to fetch jobs",
    summary: "A plumber's own jobs",
    description: "Those ahead, soonest first, then the past ones, latest first.",
    ...pagesOf(booking),
    run: async ({ context, viewer, query }) => listed(await listJobsByStart(context.db, viewer, query, context.now)),
  }),

  listUnseenBookings: operation("GET /api/bookings/plumber/unseen", {
    by: ["plumber", "read"],
    summary: "A plumber's unseen bookings",
    description: "Soonest first.",
    ...pagesOf(booking),
    run: async ({ context, viewer, query }) => listed(await listUnseenBookings(context.db, viewer, query, context.now)),
  }),

  getBooking: operation("GET /api/bookings/{id}", {
    by: ["user", "read"],
    summary: "One booking",
    description: "For its client, its plumber, and admins. For anyone else it doesn't exist.",
    response: booking,
    forAdmin: bookingForAdmin,
    refusals: ["bookingNotFound"],
    run: showBooking,
  }),

  getPhoto: operation("GET /api/photos/{id}", {
    by: ["user", "read"],
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

  requestBooking: operation("POST /api/bookings", {
    by: ["user", "book"],
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
    async run({ context, viewer, user, body: { plumber: plumberId, ...wish } }) {
      const { db, now } = context;
      const [client, plumber] = await Promise.all([
        user,
        plumberId === null ? null : findBookablePlumber(db, plumberId),
      ]);
      if (plumberId !== null && !plumber) return refuse("plumberNotFound");
      const result = await requestBooking(context, client, plumber, wish);
      if (!result.ok) return result;
      const path = `/api/bookings/${result.id}`;
      return showStored(async () => {
        const record = mustExist(await findBookingView(db, viewer, result.id, now));
        return done(record, result.repeated ? { repeated: true } : { location: path });
      }, path);
    },
  }),

  moveBooking: operation("PATCH /api/bookings/{id}/status", {
    by: ["user", "book or jobs"],
    summary: "Confirm, refuse, start, complete or cancel",
    description: `Clients: ${describeTransitions("client")}. Plumbers: ${describeTransitions("plumber")}. Admins: ${describeTransitions("admin")}. The same again by the same person changes nothing and succeeds.`,
    body: statusCall,
    response: booking,
    forAdmin: bookingForAdmin,
    limits: ["togglePerUserAndBooking"],
    refusals: [
      "bookingNotFound",
      "transitionNotAllowed",
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

  markBookingSeen: operation("PATCH /api/bookings/{id}/seen", {
    by: ["plumber", "jobs"],
    summary: "Mark as seen",
    description: "For the plumber's own list of new bookings; the client isn't told.",
    response: booking,
    refusals: ["bookingNotFound"],
    run: async (call) => showChangedBooking(call, await markBookingSeen(call.context, await call.user, call.params.id)),
  }),
};
