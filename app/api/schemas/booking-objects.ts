import * as z from "zod";
import type { BookingEvent } from "~/domain/bookings/booking-event";
import type { BookingView } from "~/domain/bookings/booking-views";
import { FINAL_ANSWERS, PAYMENT_STATUSES, PAYMENT_PURPOSES } from "~/db/money-words";
import { formatReceipt } from "~/domain/values/money";
import { PAYMENT_METHODS } from "~/domain/bookings/payment-method";
import type { IssuedReceipt } from "~/domain/money/receipt";
import { ONLINE_METHODS, ONLINE_STATUSES } from "~/domain/escrow/online-payment";
import { ROLES } from "~/domain/values/user";
import {
  amount,
  appointmentKeys,
  day,
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
import { BOOKING_STATUSES } from "~/domain/bookings/booking";
import { JOB_PHOTO_KINDS } from "~/domain/bookings/job-photos";
import { participant, participantForAdmin } from "./user-objects";

export const quote = object("Quote", "A plumber's quote; at most one of a booking is open.", {
  version: z.int(),
  lines: z.array(z.object({ what: z.string(), amount })),
  total: amount,
  deposit: amount.nullable().describe("What it asks for in advance; null: nothing."),
  note: z.string().nullable(),
  validUntil: day.describe("The last day on which it can be accepted, in Harare."),
  status: z.enum(["open", "accepted", "declined", "replaced", "ended"]),
  createdAt: instant,
});

const receiptNumber = shown(formatReceipt, z.string());

export const payment = object(
  "Payment",
  "A payment that one of the two sides has recorded, or one that was made online and counts (`online`).",
  {
    id: z.string(),
    amount,
    method: z.enum(PAYMENT_METHODS),
    status: z
      .enum(PAYMENT_STATUSES)
      .describe("`open`: the other side hasn't answered yet; `withdrawn`: taken back by the side that recorded it."),
    recordedBy: z.enum(ROLES),
    recordedAt: instant,
    receipt: receiptNumber.nullable().meta({ example: "PR-1042" }),
    voidedBy: receiptNumber.nullable().describe("The counter-entry that voids its receipt."),
  },
);

export const receipt = shownFrom(
  ({ paymentId }: IssuedReceipt) => ({ payment: paymentId }),
  object("Receipt", "A receipt, or the counter-entry that voids one. It never changes.", {
    number: receiptNumber.meta({ example: "PR-1042" }),
    payment: z.string().describe("The payment's id."),
    amount: amount.describe("US dollars; negative in a counter-entry."),
    voids: receiptNumber.nullable().describe("Of a counter-entry: the receipt that it voids."),
    reason: z.string().nullable().describe("Of a counter-entry: why."),
    issuedAt: instant,
  }),
);

const purpose = z
  .enum(PAYMENT_PURPOSES)
  .describe("`fee`: the visit fee with the request; `rest`: what is left, or due after completion.");

export const paymentChoice = object("PaymentChoice", "Something of a booking that can be paid online now.", {
  purpose,
  amount,
});

export const onlinePayment = object(
  "OnlinePayment",
  "A payment through the provider. At most one of a booking is undecided.",
  {
    id: z.string(),
    amount,
    purpose,
    method: z.enum(ONLINE_METHODS),
    status: z
      .enum(ONLINE_STATUSES)
      .describe(
        "`starting`, `open` and `unknown` are not decided yet. `refused`: the provider didn't take it; `failed`: it took it in vain; `expired`: the time to pay is over, though money that still comes makes it `paid`.",
      ),
    counts: z.boolean().describe("Whether a paid one counts for the booking. Otherwise it is paid back."),
    checkoutUrl: z.string().nullable().describe("The provider's page, where a card pays."),
    instructions: z.string().nullable().describe("What the provider asks the payer to do."),
    code: z.string().nullable().describe("InnBucks: what the payer enters."),
    codeExpiresAt: instant.nullable(),
    failure: z.string().nullable().describe("Why it was refused, in the provider's words."),
    createdAt: instant,
  },
);

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
  fee: amount.nullable().describe("The visit fee in US dollars; null while there is no plumber."),
  agreedPrice: amount.nullable().describe("The accepted quote's total, which includes the fee."),
  agreedDeposit: amount.nullable().describe("The part of it that the accepted quote asks for in advance; null: none."),
  finalAmount: amount
    .nullable()
    .describe("What is to be paid in the end; null until the job is completed, and for old bookings."),
  finalReason: z.string().nullable().describe("Why that is more than was agreed."),
  finalAnswer: z
    .enum(FINAL_ANSWERS)
    .nullable()
    .describe(
      "How the final amount stands; `objected`: the client says that something is wrong with the work, and the amount stays agreed; null: not answered, or nothing to answer.",
    ),
  paidAmount: amount.describe("The sum of confirmed payments."),
  due: amount.describe("What is to be paid now."),
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
  replaces: z
    .string()
    .nullable()
    .describe("The id of the booking in whose place the client asked for this one; plumbers get null."),
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
  replaces: row.replacesId,
  wishedPlumber: row.plumber ? null : row.preferredPlumberId,
});

const plumber = participant.nullable().describe("Null: nobody is assigned yet.");
export const booking = shownFrom(
  named,
  object("Booking", "A booking as its two sides see it.", { ...keys, client: participant, plumber }),
);

const sidesForAdmin = { client: participantForAdmin, plumber: participantForAdmin.nullable() };
export const bookingForAdmin = shownFrom(
  named,
  object("BookingForAdmin", "A booking as admins see it.", { ...keys, ...sidesForAdmin }),
);

export const slot = shown(
  startOf,
  object("Slot", "A time that can be booked, in the form that a booking takes.", appointmentKeys),
);

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
