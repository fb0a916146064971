import * as z from "zod";
import { bookingCall } from "~/domain/bookings/request-schemas";
import { statusCall } from "~/domain/bookings/transition-schemas";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { describeTransitions, transitionTo } from "~/domain/bookings/booking-machine";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import {
  listBookingsByStart,
  listJobsByStart,
  listUnseenBookings,
} from "~/domain/bookings/queries/lists-by-start.server";
import type { BookingView } from "~/domain/bookings/booking";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { markBookingSeen } from "~/domain/bookings/commands/job-updates.server";
import type { PrivatePhotoSize } from "~/domain/photos/private-photo";
import { findPrivatePhoto } from "~/domain/photos/private-photos.server";
import { privateKey } from "~/domain/photos/staged-photos.server";
import { refuse } from "~/domain/values/refusal";
import type { RequestContext } from "../../http/context";
import { showBooking, showChangedBooking } from "./booking-response.server";
import { booking, bookingForAdmin, toBooking } from "../schemas/booking-schemas";
import { byId, done, file, listed, listQuery, made, operation, rangeOf, showStored } from "../operation";

const bookings = z.array(booking);

const shownBy =
  ({ origin }: RequestContext) =>
  (record: BookingView) =>
    toBooking(record, origin);

export const bookingOperations = [
  operation({
    id: "listClientBookings",
    failed: "Failed to fetch bookings",
    topic: "Bookings",
    method: "GET",
    path: "/api/bookings/client",
    summary: "A client's own bookings",
    description: "Latest start first.",
    caller: "client",
    scope: "read",
    query: listQuery,
    response: bookings,
    refusals: ["notInList"],
    run: async ({ context, viewer, query }) =>
      listed(await listBookingsByStart(context.db, viewer, rangeOf(query), context.now), shownBy(context)),
  }),

  operation({
    id: "listPlumberBookings",
    failed: "Failed to fetch jobs",
    topic: "Bookings",
    method: "GET",
    path: "/api/bookings/plumber",
    summary: "A plumber's own jobs",
    description: "Those ahead, soonest first, then the past ones, latest first.",
    caller: "plumber",
    scope: "read",
    query: listQuery,
    response: bookings,
    refusals: ["notInList"],
    run: async ({ context, viewer, query }) =>
      listed(await listJobsByStart(context.db, viewer, rangeOf(query), context.now), shownBy(context)),
  }),

  operation({
    id: "listUnseenBookings",
    topic: "Bookings",
    method: "GET",
    path: "/api/bookings/plumber/unseen",
    summary: "A plumber's unseen bookings",
    description: "Soonest first.",
    caller: "plumber",
    scope: "read",
    query: listQuery,
    response: bookings,
    refusals: ["notInList"],
    run: async ({ context, viewer, query }) =>
      listed(await listUnseenBookings(context.db, viewer, rangeOf(query), context.now), shownBy(context)),
  }),

  operation({
    id: "getBooking",
    topic: "Bookings",
    method: "GET",
    path: "/api/bookings/{id}",
    summary: "One booking",
    description: "For its client, its plumber, and admins. For anyone else it doesn't exist.",
    caller: "user",
    scope: "read",
    params: byId,
    response: z.union([booking, bookingForAdmin]),
    refusals: ["bookingNotFound"],
    run: showBooking,
  }),

  operation({
    id: "getPhoto",
    topic: "Bookings",
    method: "GET",
    path: "/api/photos/{id}",
    summary: "A photo of a booking",
    description: "WebP, with a longest side of 1,280 or 320 pixels. For its client, its plumber, and admins.",
    caller: "user",
    scope: "read",
    params: byId,
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

  operation({
    id: "requestBooking",
    failed: "Booking failed",
    topic: "Bookings",
    method: "POST",
    path: "/api/bookings",
    summary: "Book an appointment",
    description:
      "With a plumber, for one of their slots; without (`plumber` empty), for any time within a year: our office finds a plumber. The same request again, while the first is open, returns the first with 200. A new client's request for a plumber with several such requests that day waits for our office: `plumber` is null and `wishedPlumber` names them.",
    caller: "user",
    scope: "book",
    body: { as: "json", schema: bookingCall },
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
      "tooMany",
    ],
    async run({ context, viewer, user, body: { plumber: plumberId, ...wish } }) {
      const { db, now, origin } = context;
      const [client, plumber] = await Promise.all([
        user,
        plumberId === null ? null : findBookablePlumber(db, plumberId),
      ]);
      if (plumberId !== null && !plumber) return refuse("plumberNotFound");
      const result = await requestBooking(context, client, plumber, wish);
      if (!result.ok) return result;
      const path = `/api/bookings/${result.id}`;
      return showStored(async () => {
        const record = await findBookingView(db, viewer, result.id, now);
        if (!record) throw new Error("The booking that was made is gone.");
        const shown = toBooking(record, origin);
        return result.repeated ? done(shown) : made(shown, path);
      }, path);
    },
  }),

  operation({
    id: "moveBooking",
    topic: "Bookings",
    method: "PATCH",
    path: "/api/bookings/{id}/status",
    summary: "Confirm, refuse, start, complete or cancel",
    description: `Clients: ${describeTransitions("client")}. Plumbers: ${describeTransitions("plumber")}. Admins: ${describeTransitions("admin")}. The same again by the same person changes nothing and succeeds.`,
    caller: "user",
    scope: "book or jobs",
    params: byId,
    body: { as: "json", schema: statusCall },
    response: z.union([booking, bookingForAdmin]),
    limits: ["togglePerUserAndBooking"],
    refusals: [
      "bookingNotFound",
      "transitionNotAllowed",
      "tooEarly",
      "finalReasonRequired",
      "amountUnusual",
      "priceChanged",
      "reopenOver",
      "tooMany",
    ],
    async run(call) {
      const { context, viewer, user, params, body } = call;
      const [actor, found] = await Promise.all([user, findBookingFor(context.db, viewer, params.id)]);
      if (!found) return refuse("bookingNotFound");
      const transition = transitionTo(body.status, viewer.role, found.status);
      if (!transition) return { ...refuse("transitionNotAllowed"), status: found.status };
      const { reason, finalAmount: amount, finalReason, sure: isSure = false } = body;
      const final = amount === undefined ? null : { amount, reason: finalReason, isSure };
      return showChangedBooking(call, await transitionBooking(context, actor, found, transition, { reason, final }));
    },
  }),

  operation({
    id: "markBookingSeen",
    topic: "Bookings",
    method: "PATCH",
    path: "/api/bookings/{id}/seen",
    summary: "Mark as seen",
    description: "For the plumber's own list of new bookings; the client isn't told.",
    caller: "plumber",
    scope: "jobs",
    params: byId,
    response: booking,
    refusals: ["bookingNotFound"],
    run: async (call) => showChangedBooking(call, await markBookingSeen(call.context, await call.user, call.params.id)),
  }),
];
