import * as z from "zod";
import { BOOKING_STATUSES, type BookingView } from "~/domain/bookings/booking";
import type { BookingEvent } from "~/domain/bookings/booking-event";
import { JOB_PHOTO_KINDS } from "~/domain/bookings/job-photos";
import {
  appointmentKeys,
  dollars,
  idKeys,
  instant,
  jobKeys,
  object,
  shown,
  shownFrom,
  siteAddress,
  startOf,
} from "./kinds";
import { priceKeys } from "./money-schemas";
import { participant, participantForAdmin } from "./user-schemas";

const photo = shownFrom(
  ({ id }: { id: string; kind: (typeof JOB_PHOTO_KINDS)[number] }) => ({ url: id }),
  object("Photo", "A photo of a booking, which only its two sides and our office see.", {
    id: z.string(),
    kind: z.enum(JOB_PHOTO_KINDS),
    url: siteAddress((id: string) => `/api/photos/${id}`).meta({
      format: "uri",
      description: "`GET /api/photos/{id}`: open it with your token.",
    }),
  }),
);

const pin = shown(
  (pin: string) => {
    const [latitude = 0, longitude = 0] = pin.split(",").map(Number);
    return { latitude, longitude };
  },
  object("Pin", "A place on the map, in degrees.", { latitude: z.number(), longitude: z.number() }),
);

const keys = {
  ...idKeys,
  job: jobKeys.job,
  status: z.enum(BOOKING_STATUSES),
  ...appointmentKeys,
  serviceType: z.string().nullable(),
  location: z.string().nullable(),
  address: z.string().nullable().describe("The same as `location`."),
  city: z.string().nullable().describe("The city of the address; null: not known."),
  pin: pin.nullable().describe("Plumbers get it, like the street, once they have confirmed."),
  notes: z.string().nullable(),
  photos: z.array(photo).describe("Of the problem, and of the work before and after."),
  title: z.string().nullable(),
  report: z.string().nullable().describe("What the plumber wrote about the job."),
  seen: z.boolean().describe("Whether the plumber has marked it as seen."),
  ...priceKeys,
  onTheWayAt: instant.nullable().describe("When the plumber set off; null: not on the way."),
  expectedAt: instant.nullable().describe("When the plumber expects to be there."),
  proposedStart: instant
    .nullable()
    .describe("A new time that one side has suggested and the other hasn't answered yet."),
  proposedBy: z.enum(["client", "plumber"]).nullable(),
  wishedPlumber: z
    .string()
    .nullable()
    .describe(
      "The id of the plumber a new client asked for, while our office checks the request; no slot is held yet.",
    ),
  createdAt: instant,
};

/** Phones and emails, the street and the pin are cut by the query already (B18). */
const named = (row: BookingView) => ({
  _id: row.id,
  job: row.reference,
  ...startOf(row.startsAt),
  location: row.givenLocation,
  address: row.givenLocation,
  seen: row.seenAt !== null,
  wishedPlumber: row.plumber ? null : row.preferredPlumberId,
});

/** For the two sides of a booking. */
export const booking = shownFrom(
  named,
  object("Booking", "A booking as its two sides see it.", {
    ...keys,
    client: participant,
    plumber: participant.nullable().describe("Null: nobody is assigned yet."),
  }),
);

/** For admins. */
export const bookingForAdmin = shownFrom(
  named,
  object("BookingForAdmin", "A booking as admins see it.", {
    ...keys,
    client: participantForAdmin,
    plumber: participantForAdmin.nullable(),
  }),
);

/** For everyone. */
export const slot = shown(
  startOf,
  object("Slot", "A time that can be booked, in the form that a booking takes.", appointmentKeys),
);

/** For the two sides and admins. */
export const bookingEvent = shownFrom(
  ({ to, actorRole, actorName, reason, plumberName, minutesAway, aboutStart }: BookingEvent) => ({
    status: to,
    by: { role: actorRole, name: actorName },
    // One text for all, as it was published (X2).
    reason:
      reason ??
      plumberName ??
      minutesAway?.toString() ??
      (aboutStart === null ? null : new Date(aboutStart).toISOString()),
  }),
  object("BookingEvent", "An event in a booking's history.", {
    event: z.string().meta({
      description:
        "A transition, `request`, `assign`, `propose`, `accept` or `decline`, a step of the day such as `on-the-way`, or something about money such as `accept-quote`; more kinds may follow.",
      example: "confirm",
    }),
    status: z.enum(BOOKING_STATUSES).describe("The booking's status from then on."),
    by: z.object({ role: z.enum(["client", "plumber", "admin", "system"]), name: z.string().nullable() }),
    reason: z
      .string()
      .nullable()
      .describe(
        "The reason; for an assignment, the plumber; on the way, the minutes it will take; for a suggested or new time, that start.",
      ),
    amount: dollars.nullable().describe("US dollars, where it was about money."),
    at: instant,
  }),
);
