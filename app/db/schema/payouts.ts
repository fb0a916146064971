import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cents, hasKnownWord, id, instant } from "../columns";
import { PAYOUT_METHODS, REFUND_REASONS, SETTLEMENT_REASONS } from "../money-words";
import { bookings } from "./bookings";
import { users } from "./users";

/** How a booking's held money was shared out (M12): the row and its transfers are written together, and never change. */
export const settlements = sqliteTable(
  "settlements",
  {
    id: id(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id),
    plumberId: text().references(() => users.id),
    reason: text({ enum: SETTLEMENT_REASONS }).notNull(),
    /** What the plumber gets, what the company keeps of it, and what goes back to the client. */
    earned: cents().notNull(),
    commission: cents().notNull(),
    refunded: cents().notNull(),
    /** The admin who decided it, or the client who released it; null: by the rules. */
    decidedBy: text().references(() => users.id),
    at: instant().notNull(),
  },
  (settlements) => [
    hasKnownWord("settlements_reason", settlements.reason),
    check(
      "settlements_amounts",
      sql`earned >= 0 and commission >= 0 and refunded >= 0 and earned + commission + refunded > 0`,
    ),
    index("settlements_by_booking").on(settlements.bookingId, settlements.at),
    index("settlements_by_plumber").on(settlements.plumberId, settlements.at, settlements.id),
  ],
);

/** What a client gets back, and whether the office has sent it (M14). */
export const refunds = sqliteTable(
  "refunds",
  {
    id: id(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id),
    clientId: text()
      .notNull()
      .references(() => users.id),
    /**
     * The id of what caused it: a settlement, a decision, a payment that does not count, or the event that the provider
     * gave a part of another one back. One refund for each.
     */
    causeId: text().notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    amount: cents().notNull(),
    createdAt: instant().notNull(),
    sentAt: instant(),
    /** Null once it is sent: the provider gave it back itself (M11). */
    sentBy: text().references(() => users.id),
    /** The bank's or EcoCash's own number for it. */
    reference: text(),
  },
  (refunds) => [
    hasKnownWord("refunds_reason", refunds.reason),
    check("refunds_amount", sql`amount > 0`),
    check("refunds_sent", sql`(sent_by is null or sent_at is not null) and (sent_at is null) = (reference is null)`),
    uniqueIndex("refunds_once").on(refunds.causeId),
    // One give-back of the provider may be that of several.
    uniqueIndex("refunds_reference")
      .on(refunds.reference)
      .where(sql`sent_by is not null`),
    index("refunds_by_booking").on(refunds.bookingId),
    index("refunds_by_client").on(refunds.clientId, refunds.createdAt, refunds.id),
    index("refunds_due")
      .on(refunds.createdAt, refunds.id)
      .where(sql`sent_at is null`),
    index("refunds_sent")
      .on(refunds.sentAt, refunds.id)
      .where(sql`sent_at is not null`),
  ],
);

/** Where a plumber's money goes (M15): the newest row that has become valid counts. */
export const payoutDetails = sqliteTable(
  "payout_details",
  {
    id: id(),
    plumberId: text()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    method: text({ enum: PAYOUT_METHODS }).notNull(),
    /** The EcoCash phone, or the number of the bank account. */
    number: text().notNull(),
    /** Null for EcoCash. */
    bank: text(),
    branch: text(),
    holder: text().notNull(),
    createdAt: instant().notNull(),
    /** 48 hours later, but for a plumber's first ones. */
    validFrom: instant().notNull(),
  },
  (details) => [
    hasKnownWord("payout_details_method", details.method),
    check("payout_details_bank", sql`(method = 'bank') = (bank is not null)`),
    index("payout_details_by_plumber").on(details.plumberId, details.validFrom),
  ],
);

/** Payouts that an admin has prepared together, for one file of the bank or EcoCash (M14). */
export const payoutBatches = sqliteTable(
  "payout_batches",
  {
    id: id(),
    /** Counts up, for people. */
    number: integer({ mode: "number" }).notNull(),
    /** All of its payouts go this way: one file for the bank, or one for EcoCash. */
    method: text({ enum: PAYOUT_METHODS }).notNull(),
    createdBy: text()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull(),
    /** When its file was first taken: from then on the bank may have it, and the batch is not cancelled as a whole. */
    takenAt: instant(),
    sentAt: instant(),
    sentBy: text().references(() => users.id),
    cancelledAt: instant(),
    reference: text(),
  },
  (batches) => [
    hasKnownWord("payout_batches_method", batches.method),
    uniqueIndex("payout_batches_number").on(batches.number),
    uniqueIndex("payout_batches_reference").on(batches.reference),
    check(
      "payout_batches_sent",
      sql`(sent_at is null) = (sent_by is null) and (sent_at is null) = (reference is null)`,
    ),
    check("payout_batches_end", sql`sent_at is null or cancelled_at is null`),
    index("payout_batches_by_age").on(batches.createdAt, batches.id),
  ],
);

/** A plumber's part of a batch. */
export const payouts = sqliteTable(
  "payouts",
  {
    id: id(),
    batchId: text()
      .notNull()
      .references(() => payoutBatches.id),
    plumberId: text()
      .notNull()
      .references(() => users.id),
    amount: cents().notNull(),
    /** Where it went, as it was then: changed details change no payout. */
    method: text({ enum: PAYOUT_METHODS }).notNull(),
    number: text().notNull(),
    bank: text(),
    branch: text(),
    holder: text().notNull(),
    /** `failed`: the bank gave it back, and it is due again. `cancelled`: it was not sent. */
    status: text({ enum: ["prepared", "sent", "failed", "cancelled"] }).notNull(),
    createdAt: instant().notNull(),
  },
  (payouts) => [
    hasKnownWord("payouts_method", payouts.method),
    hasKnownWord("payouts_status", payouts.status),
    check("payouts_amount", sql`amount > 0`),
    // Nobody is paid twice by two batches.
    uniqueIndex("payouts_prepared")
      .on(payouts.plumberId)
      .where(sql`status = 'prepared'`),
    index("payouts_by_batch").on(payouts.batchId, payouts.id),
    index("payouts_by_plumber").on(payouts.plumberId, payouts.createdAt, payouts.id),
  ],
);
