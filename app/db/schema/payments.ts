import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  DISPUTE_EVENTS,
  ONLINE_STATUSES,
  OPEN_ONLINE_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_PURPOSES,
  PAYMENT_REVIEWS,
  PAYMENT_STATUSES,
  ONLINE_METHODS,
} from "../money-words";
import { isOneOf } from "../client.server";
import { belongsTo, cents, figure, id, instant, partialIndex, partialUnique, references, table } from "../columns";
import { users } from "./users";
import { bookings } from "./bookings";

/** A line of a quote: what is done or supplied, and its price in cents. */
export interface QuoteLine {
  what: string;
  amount: number;
}

/** Quotes that a plumber has written for a booking, in versions, one open at a time (M2). */
export const quotes = table(
  "quotes",
  {
    id: id(),
    bookingId: belongsTo(() => bookings.id),
    version: integer().notNull(),
    lines: text({ mode: "json" }).$type<QuoteLine[]>().notNull(),
    total: cents().notNull(),
    /** To be paid in advance; null: nothing. */
    deposit: cents(),
    note: text(),
    validUntil: instant().notNull(),
    /** `ended`: by another plumber, or by the end of the booking. */
    status: text({ enum: ["open", "accepted", "declined", "replaced", "ended"] }).notNull(),
    createdAt: instant().notNull(),
    answeredAt: instant(),
  },
  (t) => [
    check("quotes_total", sql`total between 0 and 10000000`),
    check("quotes_deposit", sql`deposit between 1 and total`),
    uniqueIndex("quotes_by_version").on(t.bookingId, t.version),
    partialUnique("quotes_open", sql`status = 'open'`, t.bookingId),
  ],
);

/** A disagreement for the office to settle (M5). Its id is that of the event that opened it, whose row has the words. */
export const disputes = table(
  "disputes",
  {
    id: id(),
    bookingId: belongsTo(() => bookings.id),
    event: text({ enum: DISPUTE_EVENTS }).notNull(),
    openedAt: instant().notNull(),
    closedAt: instant(),
  },
  (t) => [
    partialIndex("disputes_open", sql`closed_at is null`, t.openedAt, t.id),
    partialIndex("disputes_closed", sql`closed_at is not null`, t.closedAt, t.id),
    partialIndex("disputes_of_booking", sql`closed_at is null`, t.bookingId),
  ],
);

/** Payments of bookings: recorded by one side and confirmed or denied by the other (M6), or `online` (M10). */
export const payments = table(
  "payments",
  {
    id: id(),
    bookingId: references(() => bookings.id),
    amount: cents().notNull(),
    method: text({ enum: PAYMENT_METHODS }).notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull(),
    recordedBy: text({ enum: ["client", "plumber", "admin"] }).notNull(),
    recordedAt: instant().notNull(),
    answeredBy: text({ enum: ["client", "plumber", "admin"] }),
    answeredAt: instant(),
  },
  (t) => [
    check("payments_amount", sql`amount > 0`),
    check("payments_answered", sql`(status = 'open') = (answered_at is null)`),
    partialUnique("payments_open", sql`status = 'open'`, t.bookingId),
    index("payments_by_booking").on(t.bookingId, t.recordedAt, t.id),
    index("payments_by_status").on(t.status, t.recordedAt, t.id),
  ],
);

/** Receipts (M7), numbered without gaps. None is ever changed: the office voids one by another, negated. */
export const receipts = table(
  "receipts",
  {
    number: integer().primaryKey(),
    bookingId: references(() => bookings.id),
    paymentId: references(() => payments.id),
    amount: cents().notNull(),
    issuedAt: instant().notNull(),
    voids: integer(),
    reason: text(),
    /** JSON: the two sides' names when it was given (M7). Null: the account's own, which an erasure makes "Former client". */
    clientNames: text(),
    plumberNames: text(),
  },
  (t) => [
    check("receipts_amount", sql`(amount < 0) = (voids is not null)`),
    uniqueIndex("receipts_voided").on(t.voids),
    partialUnique("receipts_of_payment", sql`voids is null`, t.paymentId),
    index("receipts_by_booking").on(t.bookingId, t.number),
  ],
);

/** Payments through the provider (M10). One that was paid and counts has a row of the same id in `payments`. */
export const onlinePayments = table(
  "online_payments",
  {
    /** Also the provider's reference and trace. */
    id: id(),
    bookingId: references(() => bookings.id),
    clientId: references(() => users.id),
    amount: cents().notNull(),
    purpose: text({ enum: PAYMENT_PURPOSES }).notNull(),
    method: text({ enum: ONLINE_METHODS }).notNull(),
    phone: text(),
    status: text({ enum: ONLINE_STATUSES }).notNull(),
    /** Where the provider tells the status. It is as good as a password: no one is shown it. */
    pollUrl: text(),
    checkoutUrl: text(),
    instructions: text(),
    /** InnBucks: what the payer enters, and until when. */
    code: text(),
    codeExpiresAt: instant(),
    providerReference: text(),
    failure: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When the provider is asked next; null: no more. */
    nextPollAt: instant(),
    polls: figure(),
    paidAt: instant(),
    /** Since when the payer disputes it at the provider, and when the provider gave it back to them (M11). */
    disputedAt: instant(),
    takenBackAt: instant(),
    /** The amount by the provider: the office sees a difference. */
    received: cents(),
    /** One that does not count for the booking is paid back (M12). */
    counts: integer({ mode: "boolean" }).notNull().default(false),
    /** Why the office has to check it (M11), and who has. */
    review: text({ enum: PAYMENT_REVIEWS }),
    reviewedBy: text().references(() => users.id),
  },
  (t) => [
    check("online_payments_amount", sql`amount > 0`),
    check(
      "online_payments_paid",
      sql`(status = 'paid') = (paid_at is not null) and (paid_at is null) = (received is null)`,
    ),
    check(
      "online_payments_taken_back",
      sql`status = 'paid' and (disputed_at is null or taken_back_at is null) or disputed_at is null and taken_back_at is null`,
    ),
    check("online_payments_phone", sql`(method = 'card') = (phone is null)`),
    // One at a time for a booking.
    partialUnique("online_payments_open", isOneOf(sql`status`, OPEN_ONLINE_STATUSES), t.bookingId),
    index("online_payments_by_booking").on(t.bookingId, t.createdAt, t.id),
    index("online_payments_by_client").on(t.clientId, t.createdAt, t.id),
    index("online_payments_by_status").on(t.status, t.createdAt, t.id),
    index("online_payments_by_age").on(t.createdAt, t.id),
    partialIndex("online_payments_to_poll", sql`next_poll_at is not null`, t.nextPollAt),
    index("online_payments_to_review")
      .on(t.reviewedBy, t.createdAt, t.id)
      .where(sql`review is not null and reviewed_by is null`),
    partialIndex("online_payments_by_phone", sql`phone is not null`, t.phone),
    partialIndex("online_payments_by_provider_reference", sql`provider_reference is not null`, t.providerReference),
  ],
);

/** The quartiles of what a kind of work has cost, in cents, and of how many jobs (D18). */
const usualPrice = {
  serviceType: text().notNull(),
  jobs: integer().notNull(),
  low: cents().notNull(),
  median: cents().notNull(),
  high: cents().notNull(),
  /** When the oldest of the jobs was completed: a year later it no longer counts. */
  oldestAt: instant().notNull(),
};

/** A plumber's usual price for a kind of work; without a row: too few jobs. */
export const plumberPrices = table("plumber_prices", { plumberId: belongsTo(() => users.id), ...usualPrice }, (t) => [
  primaryKey({ columns: [t.plumberId, t.serviceType] }),
  check("plumber_prices_order", sql`low <= median and median <= high and jobs >= 5`),
  index("plumber_prices_by_age").on(t.oldestAt),
]);

/** The usual price in a city or, with cityKey '', in the country; without a row: too few jobs or plumbers. */
export const cityPrices = table("city_prices", { cityKey: text().notNull(), ...usualPrice }, (t) => [
  primaryKey({ columns: [t.cityKey, t.serviceType] }),
  check("city_prices_order", sql`low <= median and median <= high and jobs >= 5`),
  index("city_prices_by_age").on(t.oldestAt),
]);
