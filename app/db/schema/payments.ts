import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cents, hasKnownWord, id, instant } from "../columns";
import { PAYMENT_METHODS, PAYMENT_STATUSES } from "../money-words";
import { bookings } from "./bookings";

/**
 * What was paid for bookings: one side recorded it and the other confirms or denies it (M6), or the provider said so
 * (`online`, M10).
 */
export const payments = sqliteTable(
  "payments",
  {
    id: id(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id),
    amount: cents().notNull(),
    method: text({ enum: PAYMENT_METHODS }).notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull(),
    recordedBy: text({ enum: ["client", "plumber", "admin"] }).notNull(),
    recordedAt: instant().notNull(),
    /** Of one that was withdrawn: whoever recorded it. */
    answeredBy: text({ enum: ["client", "plumber", "admin"] }),
    answeredAt: instant(),
  },
  (payments) => [
    hasKnownWord("payments_method", payments.method),
    hasKnownWord("payments_status", payments.status),
    hasKnownWord("payments_recorded_by", payments.recordedBy),
    hasKnownWord("payments_answered_by", payments.answeredBy),
    check("payments_amount", sql`amount > 0`),
    check("payments_answered", sql`(status = 'open') = (answered_at is null)`),
    uniqueIndex("payments_open")
      .on(payments.bookingId)
      .where(sql`status = 'open'`),
    index("payments_by_booking").on(payments.bookingId, payments.recordedAt, payments.id),
    index("payments_by_status").on(payments.status, payments.recordedAt, payments.id),
  ],
);

/**
 * Receipts (M7): a running number without gaps, given when a payment is confirmed. One is never changed: the office voids
 * it by another with the amount negated.
 */
export const receipts = sqliteTable(
  "receipts",
  {
    number: integer({ mode: "number" }).primaryKey(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    /** Of a counter-entry: the payment's, negated. */
    amount: cents().notNull(),
    issuedAt: instant().notNull(),
    /** The receipt that this one voids. */
    voids: integer({ mode: "number" }),
    reason: text(),
    /** JSON: the two sides' names when it was given (M7). Null: the account's own, which an erasure makes "Former client". */
    clientNames: text(),
    plumberNames: text(),
  },
  (receipts) => [
    check("receipts_amount", sql`(amount < 0) = (voids is not null)`),
    uniqueIndex("receipts_voided").on(receipts.voids),
    uniqueIndex("receipts_of_payment")
      .on(receipts.paymentId)
      .where(sql`voids is null`),
    index("receipts_by_booking").on(receipts.bookingId, receipts.number),
  ],
);
