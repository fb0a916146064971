import * as z from "zod";
import type { Role } from "~/domain/values/user";
import { BOOKING_STATUSES } from "~/domain/bookings/booking";
import { JOB_PHOTO_KINDS } from "~/domain/bookings/job-photos";
import type { BookingView } from "~/domain/bookings/booking";
import type { Instant } from "~/domain/time/harare";
import type { BookingEvent } from "~/domain/bookings/booking-event";
import { appointmentKeys, idKeys, instant, jobKeys, toAppointmentKeys, toIdKeys, toInstant } from "./shared-keys";
import { priceKeys, toDollars, toPriceKeys } from "./money-schemas";
import { participant, participantForAdmin, toParticipant, toParticipantForAdmin } from "./user-schemas";

const photo = z
  .object({
    id: z.string(),
    kind: z.enum(JOB_PHOTO_KINDS),
    url: z.string().meta({ format: "uri", description: "`GET /api/photos/{id}`: open it with your token." }),
  })
  .meta({ id: "Photo", description: "A photo of a booking, which only its two sides and our office see." });

const keys = {
  ...idKeys,
  job: jobKeys.job,
  status: z.enum(BOOKING_STATUSES),
  ...appointmentKeys,
  serviceType: z.string().nullable(),
  location: z.string().nullable(),
  address: z.string().nullable().meta({ description: "The same as `location`." }),
  city: z.string().nullable().meta({ description: "The city of the address; null: not known." }),
  pin: z
    .object({ latitude: z.number(), longitude: z.number() })
    .meta({ id: "Pin", description: "A place on the map, in degrees." })
    .nullable()
    .meta({ description: "Plumbers get it, like the street, once they have confirmed." }),
  notes: z.string().nullable(),
  photos: z.array(photo).meta({ description: "Of the problem, and of the work before and after." }),
  title: z.string().nullable(),
  report: z.string().nullable().meta({ description: "What the plumber wrote about the job." }),
  seen: z.boolean().meta({ description: "Whether the plumber has marked it as seen." }),
  ...priceKeys,
  onTheWayAt: instant.nullable().meta({ description: "When the plumber set off; null: not on the way." }),
  expectedAt: instant.nullable().meta({ description: "When the plumber expects to be there." }),
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

/** For admins. */
export const bookingForAdmin = z
  .object({ ...keys, client: participantForAdmin, plumber: participantForAdmin.nullable() })
  .meta({ id: "BookingForAdmin", description: "A booking as admins see it." });

/** For everyone. */
export const slot = z
  .object(appointmentKeys)
  .meta({ id: "Slot", description: "A time that can be booked, in the form that a booking takes." });

/** For the two sides and admins. */
export const bookingEvent = z
  .object({
    event: z.string().meta({
      description:
        "A transition, `request`, `assign`, `propose`, `accept` or `decline`, a step of the day such as `on-the-way`, or something about money such as `accept-quote`; more kinds may follow.",
      example: "confirm",
    }),
    status: z.enum(BOOKING_STATUSES).meta({ description: "The booking's status from then on." }),
    by: z.object({ role: z.enum(["client", "plumber", "admin", "system"]), name: z.string().nullable() }),
    reason: z.string().nullable().meta({
      description:
        "The reason; for an assignment, the plumber; on the way, the minutes it will take; for a suggested or new time, that start.",
    }),
    amount: z.number().nullable().meta({ description: "US dollars, where it was about money." }),
    at: instant,
  })
  .meta({ id: "BookingEvent", description: "An event in a booking's history." });

export const toBookingEvent = ({
  event,
  to,
  actorRole,
  actorName,
  reason,
  plumberName,
  minutesAway,
  aboutStart,
  amount,
  at,
}: BookingEvent): z.output<typeof bookingEvent> => ({
  event,
  status: to,
  by: { role: actorRole, name: actorName },
  // One text for all, as it was published (X2).
  reason: reason ?? plumberName ?? minutesAway?.toString() ?? (aboutStart === null ? null : toInstant(aboutStart)),
  amount: amount === null ? null : toDollars(amount),
  at: toInstant(at),
});

export const toSlot = (startsAt: Instant): z.output<typeof slot> => toAppointmentKeys(startsAt);

function toPin(pin: string) {
  const [latitude = 0, longitude = 0] = pin.split(",").map(Number);
  return { latitude, longitude };
}

const orNull = (at: Instant | null) => (at === null ? null : toInstant(at));

function factsOf(record: BookingView, origin: string) {
  return {
    ...toIdKeys(record.id),
    job: record.reference,
    status: record.status,
    ...toAppointmentKeys(record.startsAt),
    serviceType: record.serviceType,
    location: record.givenLocation,
    address: record.givenLocation,
    city: record.city,
    pin: record.pin === null ? null : toPin(record.pin),
    notes: record.notes,
    photos: record.photos.map(({ id, kind }) => ({ id, kind, url: `${origin}/api/photos/${id}` })),
    title: record.title,
    report: record.report,
    seen: record.seenAt !== null,
    ...toPriceKeys(record),
    onTheWayAt: orNull(record.onTheWayAt),
    expectedAt: orNull(record.expectedAt),
    proposedStart: orNull(record.proposedStart),
    proposedBy: record.proposedBy,
    wishedPlumber: record.plumber ? null : record.preferredPlumberId,
    createdAt: toInstant(record.createdAt),
  };
}

export const toBooking = (record: BookingView, origin: string): z.output<typeof booking> => ({
  ...factsOf(record, origin),
  client: toParticipant(record.client, origin),
  plumber: record.plumber && toParticipant(record.plumber, origin),
});

const toBookingForAdmin = (record: BookingView, origin: string): z.output<typeof bookingForAdmin> => ({
  ...factsOf(record, origin),
  client: toParticipantForAdmin(record.client, origin),
  plumber: record.plumber && toParticipantForAdmin(record.plumber, origin),
});

/** A booking as a viewer with this role may see it: phones and emails are cut by the query already. */
export const toBookingFor = (role: Role, record: BookingView, origin: string) =>
  role === "admin" ? toBookingForAdmin(record, origin) : toBooking(record, origin);
