import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  LEDGER_ACCOUNTS,
  OVERDRAWN_ACCOUNTS,
  PAYOUT_METHODS,
  REFUND_REASONS,
  SETTLEMENT_REASONS,
  TRANSFER_KINDS,
} from "../money-words";
import { isOneOf } from "../client.server";
import {
  belongsTo,
  cents,
  computedText,
  figure,
  id,
  instant,
  partialIndex,
  partialUnique,
  references,
  table,
} from "../columns";
import { users } from "./users";
import { bookings } from "./bookings";

/** The part of an account's name before the colon. */
const kindOf = (column: string) => sql.raw(`substr(${column}, 1, instr(${column} || ':', ':') - 1)`);
const accountKind = kindOf("account");

/** The ledger (M13), between accounts like `clearing` or `held:ID`. Triggers keep it append-only and move the balances. */
export const ledgerTransfers = table(
  "ledger_transfers",
  {
    id: id(),
    kind: text({ enum: TRANSFER_KINDS }).notNull(),
    debit: text().notNull(),
    credit: text().notNull(),
    amount: cents().notNull(),
    /** The id of what caused it: each kind of transfer happens once for a cause. */
    causeId: text().notNull(),
    bookingId: text(),
    at: instant().notNull(),
  },
  (t) => [
    check("ledger_transfers_amount", sql`amount > 0 and debit <> credit`),
    check("ledger_transfers_debit", isOneOf(kindOf("debit"), LEDGER_ACCOUNTS)),
    check("ledger_transfers_credit", isOneOf(kindOf("credit"), LEDGER_ACCOUNTS)),
    unique("ledger_transfers_once").on(t.causeId, t.kind),
    index("ledger_transfers_by_age").on(t.at, t.id),
    index("ledger_transfers_by_debit").on(t.debit, t.at, t.id),
    index("ledger_transfers_by_credit").on(t.credit, t.at, t.id),
  ],
);

/** The balance of each account: credits less debits. Moved by the ledger's trigger alone. */
export const ledgerBalances = table(
  "ledger_balances",
  {
    account: text().primaryKey(),
    kind: computedText(accountKind),
    /** The account's part behind the colon: a booking or a plumber; empty: there is one account of its kind. */
    owner: computedText(sql`substr(account, instr(account || ':', ':') + 1)`),
    amount: figure(),
    /** The sum of the transfers that the check has read. */
    checkedAmount: figure(),
    /** True while a plumber's money is in a batch that is not sent. Changed by the trigger of payouts alone. */
    isInBatch: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    check("ledger_balances_not_overdrawn", sql`amount >= 0 or ${isOneOf(accountKind, OVERDRAWN_ACCOUNTS)}`),
    partialIndex("ledger_balances_with_money", sql`amount <> 0`, t.kind, t.amount, t.owner),
    partialIndex("ledger_balances_to_pay", sql`amount <> 0 and is_in_batch = 0`, t.kind, t.amount, t.owner),
  ],
);

/** The sum of all balances of a kind of account. Moved by the trigger of balances alone. */
export const ledgerSums = table("ledger_sums", {
  kind: text({ enum: LEDGER_ACCOUNTS }).primaryKey(),
  amount: figure(),
});

/** The sum of the transfers of a kind on a day in Harare. Moved by the trigger of transfers alone. */
export const ledgerDays = table(
  "ledger_days",
  {
    day: text().notNull(),
    kind: text({ enum: TRANSFER_KINDS }).notNull(),
    amount: figure(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind] })],
);

/** Shares of a booking's held money (M12): the row and its transfers are written together, and never change. */
export const settlements = table(
  "settlements",
  {
    id: id(),
    bookingId: references(() => bookings.id),
    plumberId: text().references(() => users.id),
    reason: text({ enum: SETTLEMENT_REASONS }).notNull(),
    /** The plumber's part, the company's part of it, and the client's. */
    earned: cents().notNull(),
    commission: cents().notNull(),
    refunded: cents().notNull(),
    /** The admin who decided it, or the client who released it; null: by the rules. */
    decidedBy: text().references(() => users.id),
    at: instant().notNull(),
  },
  (t) => [
    check(
      "settlements_amounts",
      sql`earned >= 0 and commission >= 0 and refunded >= 0 and earned + commission + refunded > 0`,
    ),
    index("settlements_by_booking").on(t.bookingId, t.at),
    index("settlements_by_plumber").on(t.plumberId, t.at, t.id),
  ],
);

/** The bank's or EcoCash's references, each for one payout, refund or arrival (M14). The provider's own are not among them. */
export const bankReferences = table("bank_references", { reference: text().primaryKey() });

/** Money due back to clients, and sent by the office (M14). */
export const refunds = table(
  "refunds",
  {
    id: id(),
    bookingId: references(() => bookings.id),
    clientId: references(() => users.id),
    /** The settlement, decision, uncounted payment or give-back of the provider that caused it: one refund for each. */
    causeId: text().notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    amount: cents().notNull(),
    /** When it became due, also once more after it came back. */
    createdAt: instant().notNull(),
    sentAt: instant(),
    /** Why it is due again although it was noted as sent (M14). */
    returnReason: text(),
    /** Null once it is sent: the provider gave it back itself (M11). */
    sentBy: text().references(() => users.id),
    reference: text(),
  },
  (t) => [
    check("refunds_amount", sql`amount > 0`),
    check("refunds_sent", sql`(sent_by is null or sent_at is not null) and (sent_at is null) = (reference is null)`),
    uniqueIndex("refunds_once").on(t.causeId),
    // The references of banks are one list (`bank_references`); the search finds a refund by its own.
    partialIndex("refunds_by_reference", sql`reference is not null`, t.reference),
    index("refunds_by_booking").on(t.bookingId),
    index("refunds_by_client").on(t.clientId, t.createdAt, t.id),
    partialIndex("refunds_due", sql`sent_at is null`, t.createdAt, t.id),
    partialIndex("refunds_sent", sql`sent_at is not null`, t.sentAt, t.id),
  ],
);

const payoutTarget = {
  method: text({ enum: PAYOUT_METHODS }).notNull(),
  /** The EcoCash phone, or the number of the bank account. */
  number: text().notNull(),
  bank: text(),
  branch: text(),
  holder: text().notNull(),
};

/** Where a plumber's money goes (M15): the newest row that has become valid counts. */
export const payoutDetails = table(
  "payout_details",
  {
    id: id(),
    plumberId: belongsTo(() => users.id),
    ...payoutTarget,
    createdAt: instant().notNull(),
    /** 48 hours later, but for a plumber's first ones. */
    validFrom: instant().notNull(),
  },
  (t) => [
    check("payout_details_bank", sql`(method = 'bank') = (bank is not null)`),
    // With the method in its key, so that the table isn't read for each plumber who is owed something.
    index("payout_details_by_plumber").on(t.plumberId, t.validFrom, t.createdAt, t.method),
  ],
);

/** Payouts that an admin has prepared together, for one file of the bank or EcoCash (M14). */
export const payoutBatches = table(
  "payout_batches",
  {
    id: id(),
    number: integer().notNull(),
    method: text({ enum: PAYOUT_METHODS }).notNull(),
    createdBy: references(() => users.id),
    createdAt: instant().notNull(),
    /** When its file was first taken: from then on the bank may have it, and the batch is not cancelled as a whole. */
    takenAt: instant(),
    sentAt: instant(),
    sentBy: text().references(() => users.id),
    cancelledAt: instant(),
    reference: text(),
    /** The payouts that it sends, or, once cancelled, that were in it. Changed by the triggers of payouts alone. */
    payoutCount: figure(),
    total: figure(),
  },
  (t) => [
    uniqueIndex("payout_batches_number").on(t.number),
    check(
      "payout_batches_sent",
      sql`(sent_at is null) = (sent_by is null) and (sent_at is null) = (reference is null)`,
    ),
    check("payout_batches_end", sql`sent_at is null or cancelled_at is null`),
    partialIndex("payout_batches_by_reference", sql`reference is not null`, t.reference),
    index("payout_batches_by_age").on(t.createdAt, t.id),
  ],
);

export const payouts = table(
  "payouts",
  {
    id: id(),
    batchId: references(() => payoutBatches.id),
    plumberId: references(() => users.id),
    amount: cents().notNull(),
    /** As it was then: changed details change no payout. */
    ...payoutTarget,
    /** `failed`: the bank gave it back, and it is due again. `cancelled`: it was not sent. */
    status: text({ enum: ["prepared", "sent", "failed", "cancelled"] }).notNull(),
    /** Why it was not sent, or came back; null: it was sent, or its batch was cancelled as a whole. */
    reason: text(),
    createdAt: instant().notNull(),
  },
  (t) => [
    check("payouts_amount", sql`amount > 0`),
    // No one is paid twice by two batches.
    partialUnique("payouts_prepared", sql`status = 'prepared'`, t.plumberId),
    index("payouts_by_batch").on(t.batchId, t.amount, t.id),
    partialIndex("payouts_ended_by_batch", sql`reason is not null`, t.batchId, t.status),
    index("payouts_by_plumber").on(t.plumberId, t.createdAt, t.id),
  ],
);
