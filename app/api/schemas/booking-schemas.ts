import { z } from "zod";
import type { Role } from "~/domain/values/user";
import { BOOKING_STATUSES } from "~/domain/bookings/booking";
import type { BookingView } from "~/domain/bookings/booking";
import { dateAt, timeAt, type Instant } from "~/domain/time/harare";
import type { BookingEvent } from "~/domain/bookings/booking-machine";
import type { ReviewableBooking } from "~/domain/reviews/review";
import { participant, participantForAdmin, toParticipant, toParticipantForAdmin } from "./user-schemas";

const instant = z.string().meta({ format: "date-time", description: "An instant in UTC." });

const keys = {
  _id: z.string().meta({ description: "The same as `id`." }),
  id: z.string(),
  job: z.string().meta({ description: "The job reference, which people can read out.", example: "PB-7K3QF2" }),
  status: z.enum(BOOKING_STATUSES),
  appointmentDate: z.string().meta({ format: "date", description: "The day in Harare." }),
  appointmentTime: z.string().meta({ description: "The time of day in Harare.", example: "10:30 am" }),
  startsAt: instant,
  serviceType: z.string().nullable(),
  location: z.string().nullable(),
  address: z.string().nullable().meta({ description: "The same as `location`." }),
  notes: z.string().nullable(),
  title: z.string().nullable(),
  report: z.string().nullable().meta({ description: "What the plumber wrote about the job." }),
  seen: z.boolean().meta({ description: "Whether the plumber has marked it as seen." }),
  proposedStart: instant
    .nullable()
    .meta({ description: "A new time that one side has suggested and the other hasn't answered yet." }),
  proposedBy: z.enum(["client", "plumber"]).nullable(),
  wishedPlumber: z.string().nullable().meta({
    description:
      "The id of the plumber a new client asked for, while our office checks the request; no slot is held yet.",
  }),
  createdAt: instant,
};

/** For the two sides of a booking. */
export const booking = z
  .object({
    ...keys,
    client: participant,
    plumber: participant.nullable().meta({ description: "Null: nobody is assigned yet." }),
  })
  .meta({ id: "Booking", description: "A booking as its two sides see it." });

/** For the desk. */
export const bookingForAdmin = z
  .object({ ...keys, client: participantForAdmin, plumber: participantForAdmin.nullable() })
  .meta({ id: "BookingForAdmin", description: "A booking as admins see it." });

/** For everybody. */
export const slot = z
  .object({ appointmentDate: keys.appointmentDate, appointmentTime: keys.appointmentTime, startsAt: instant })
  .meta({ id: "Slot", description: "A time that can be booked, in the form that a booking takes." });

/** For the two sides and the desk. */
export const bookingEvent = z
  .object({
    event: z.string().meta({
      description: "A transition, `request`, `assign`, `propose`, `accept` or `decline`; more kinds may follow.",
      example: "confirm",
    }),
    status: z.enum(BOOKING_STATUSES).meta({ description: "The booking's status from then on." }),
    by: z.object({ role: z.enum(["client", "plumber", "admin", "system"]), name: z.string().nullable() }),
    reason: z.string().nullable().meta({ description: "The reason; for an assignment, the plumber." }),
    at: instant,
  })
  .meta({ id: "BookingEvent", description: "An event in a booking's history." });

export const toBookingEvent = ({
  event,
  to,
  actorRole,
  actorName,
  reason,
  at,
}: BookingEvent): z.output<typeof bookingEvent> => ({
  event,
  status: to,
  by: { role: actorRole, name: actorName },
  reason,
  at: new Date(at).toISOString(),
});

/** For its client. */
export const reviewable = z
  .object({
    booking: z.string().meta({ description: "The booking's id." }),
    job: keys.job,
    appointmentDate: keys.appointmentDate,
    appointmentTime: keys.appointmentTime,
    startsAt: instant,
    serviceType: z.string().nullable(),
    plumber: z.object({ _id: z.string(), id: z.string(), name: z.string(), username: z.string() }),
  })
  .meta({ id: "Reviewable", description: "A completed job that its client has not yet reviewed." });

export const toReviewable = ({
  id,
  reference,
  startsAt,
  serviceType,
  plumber,
}: ReviewableBooking): z.output<typeof reviewable> => ({
  booking: id,
  job: reference,
  ...whenOf(startsAt),
  serviceType,
  plumber: { _id: plumber.id, id: plumber.id, name: plumber.firstName, username: plumber.lastName },
});

const whenOf = (startsAt: Instant) => ({
  appointmentDate: dateAt(startsAt),
  appointmentTime: timeAt(startsAt),
  startsAt: new Date(startsAt).toISOString(),
});

export const toSlot = (startsAt: Instant): z.output<typeof slot> => whenOf(startsAt);

function factsOf(record: BookingView) {
  return {
    _id: record.id,
    id: record.id,
    job: record.reference,
    status: record.status,
    ...whenOf(record.startsAt),
    serviceType: record.serviceType,
    location: record.location,
    address: record.location,
    notes: record.notes,
    title: record.title,
    report: record.report,
    seen: record.seenAt !== null,
    proposedStart: record.proposedStart === null ? null : new Date(record.proposedStart).toISOString(),
    proposedBy: record.proposedBy,
    wishedPlumber: record.plumber ? null : record.preferredPlumberId,
    createdAt: new Date(record.createdAt).toISOString(),
  };
}

export const toBooking = (record: BookingView, origin: string): z.output<typeof booking> => ({
  ...factsOf(record),
  client: toParticipant(record.client, origin),
  plumber: record.plumber && toParticipant(record.plumber, origin),
});

const toBookingForAdmin = (record: BookingView, origin: string): z.output<typeof bookingForAdmin> => ({
  ...factsOf(record),
  client: toParticipantForAdmin(record.client, origin),
  plumber: record.plumber && toParticipantForAdmin(record.plumber, origin),
});

/** A booking for whoever has this role in it. */
export const toBookingFor = (role: Role, record: BookingView, origin: string) =>
  role === "admin" ? toBookingForAdmin(record, origin) : toBooking(record, origin);
