import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cents, figure, hasKnownWord, id, instant, isOneOf } from "../columns";
import { ONLINE_STATUSES, OPEN_ONLINE_STATUSES, PAYMENT_PURPOSES, PAYMENT_REVIEWS } from "../money-words";
import { ONLINE_METHODS } from "../online-methods";
import { bookings } from "./bookings";
import { users } from "./users";

/** Payments through the provider (M10). One that was paid and counts has a row of the same id in `payments`. */
export const onlinePayments = sqliteTable(
  "online_payments",
  {
    /** Also the provider's reference and trace. */
    id: id(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id),
    clientId: text()
      .notNull()
      .references(() => users.id),
    amount: cents().notNull(),
    purpose: text({ enum: PAYMENT_PURPOSES }).notNull(),
    method: text({ enum: ONLINE_METHODS }).notNull(),
    /** The phone that pays; null: a card. */
    phone: text(),
    status: text({ enum: ONLINE_STATUSES }).notNull(),
    /** Where the provider tells the status. It is as good as a password: nobody is shown it. */
    pollUrl: text(),
    /** The provider's page, for cards. */
    checkoutUrl: text(),
    /** What the provider asks the payer to do. */
    instructions: text(),
    /** InnBucks: what the payer enters, and until when. */
    code: text(),
    codeExpiresAt: instant(),
    providerReference: text(),
    /** Why it was refused or failed, in the provider's words. */
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
    /** What the provider says was paid: the office sees a difference. */
    received: cents(),
    /** Whether it counts for the booking; otherwise it is paid back (M12). */
    counts: integer({ mode: "boolean" }).notNull().default(false),
    /** Why the office has to check it (M11), and who has. */
    review: text({ enum: PAYMENT_REVIEWS }),
    reviewedBy: text().references(() => users.id),
  },
  (payments) => [
    hasKnownWord("online_payments_purpose", payments.purpose),
    hasKnownWord("online_payments_method", payments.method),
    hasKnownWord("online_payments_status", payments.status),
    hasKnownWord("online_payments_review", payments.review),
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
    uniqueIndex("online_payments_open")
      .on(payments.bookingId)
      .where(isOneOf(sql`status`, OPEN_ONLINE_STATUSES)),
    index("online_payments_by_booking").on(payments.bookingId, payments.createdAt, payments.id),
    index("online_payments_by_client").on(payments.clientId, payments.createdAt, payments.id),
    index("online_payments_by_status").on(payments.status, payments.createdAt, payments.id),
    index("online_payments_by_age").on(payments.createdAt, payments.id),
    index("online_payments_to_poll")
      .on(payments.nextPollAt)
      .where(sql`next_poll_at is not null`),
    index("online_payments_to_review")
      .on(payments.reviewedBy, payments.createdAt, payments.id)
      .where(sql`review is not null and reviewed_by is null`),
    index("online_payments_by_phone")
      .on(payments.phone)
      .where(sql`phone is not null`),
    index("online_payments_by_provider_reference")
      .on(payments.providerReference)
      .where(sql`provider_reference is not null`),
  ],
);
