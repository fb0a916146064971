import type { payoutDetails, payouts } from "~/db/schema";
import { PAYOUT_METHODS, type PayoutMethod, type RefundReason, type SettlementReason } from "~/db/money-words";
import { csvLine } from "../values/csv";
import type { BookingActor } from "../bookings/booking-machine";
import type { BookingSide } from "../bookings/booking-views";
import { HOUR, type Instant } from "../time/harare";
import { withoutGaps } from "../values/text";

export const ACCOUNT_LENGTH = 40;
export const BANK_LENGTH = 60;
export const HOLDER_LENGTH = 80;
export const TRANSFER_REFERENCE_LENGTH = 60;

/** A reference of the bank's or EcoCash's as we store and find it (M14): "FT 123-4" and "ft1234" are one. */
export const asBankReference = (typed: string): string => withoutGaps(typed).toUpperCase();

export type { TransferKind } from "~/db/money-words";
export { PAYOUT_METHODS, type PayoutMethod, type RefundReason, type SettlementReason };

/** Changed payout details wait this long before money goes there (M15). */
export const DETAILS_WAIT = 48 * HOUR;

/** The most payouts of one batch: each is a line of the bank's file and a notice. */
export const BATCH_SIZE = 100;

/** A plumber's payout details (M15). `number`: the EcoCash phone, or the bank account's; EcoCash has no `bank`. */
export type PayoutDetails = Pick<typeof payoutDetails.$inferSelect, "method" | "number" | "bank" | "branch" | "holder">;

/** `•••567`: a stolen session reads no account numbers (M15). */
export const maskNumber = (number: string): string => `•••${number.slice(-3)}`;

/** `EcoCash •••567`, `CBZ Bank •••567`, of a number or its end. */
export const placeOf = ({ bank, number }: Pick<PayoutDetails, "bank" | "number">): string =>
  `${bank ?? "EcoCash"} ${maskNumber(number)}`;

export type PayoutStatus = (typeof payouts.$inferSelect)["status"];

export const PAYOUT_STATUS_WORDS: Record<PayoutStatus, string> = {
  prepared: "Prepared",
  sent: "Sent",
  failed: "Came back",
  cancelled: "Not sent",
};

/** The file of a batch as CSV (M14), for the bank's or EcoCash's bulk payment; it holds whole numbers. */
export function payoutFile(method: PayoutMethod, number: number, rows: (PayoutDetails & { amount: number })[]): string {
  const narrative = `Pombi payout ${number}`;
  const lines =
    method === "ecocash"
      ? [
          ["mobile", "amount", "name", "narrative"],
          // `0772123456`, as EcoCash's file wants it.
          ...rows.map((row) => [row.number.replace(/^\+263/, "0"), { cents: row.amount }, row.holder, narrative]),
        ]
      : [
          ["beneficiary", "bank", "branch", "account", "amount", "currency", "narrative"],
          ...rows.map((row) => [row.holder, row.bank, row.branch, row.number, { cents: row.amount }, "USD", narrative]),
        ];
  return lines.map((line) => csvLine(line)).join("");
}

/** A batch of payouts for one file (M14). `count` and `total`: of what it sends; of a cancelled one, what was in it. */
export interface PayoutBatch {
  id: string;
  number: number;
  method: PayoutMethod;
  reference: string | null;
  createdAt: Instant;
  createdBy: string;
  takenAt: Instant | null;
  sentAt: Instant | null;
  cancelledAt: Instant | null;
  count: number;
  total: number;
  /** The numbers of its payouts that were left out, and that came back. */
  notSent: number;
  cameBack: number;
}

/** A refund to a client, due or sent. */
export interface RefundRow {
  id: string;
  bookingId: string;
  /** The booking's. */
  reference: string;
  client: string;
  amount: number;
  reason: RefundReason;
  missedBy: BookingSide | null;
  plumber: string | null;
  /** The actor that ended the booking; null: it wasn't called off. */
  closedBy: BookingActor | null;
  /** Of the payment; null for a card. */
  phone: string | null;
  providerReference: string | null;
  sentReference: string | null;
  createdAt: Instant;
  sentAt: Instant | null;
  sentBy: string | null;
  returnReason: string | null;
}

/** Payouts are stopped (M16). */
export interface PayoutStop {
  reason: string;
  since: Instant;
}
