import type { payouts } from "~/db/schema";
import { PAYOUT_METHODS, type PayoutMethod, type RefundReason, type SettlementReason } from "~/db/money-words";
import { csvLine } from "../values/csv";
import { HOUR, type Instant } from "../time/harare";

export const ACCOUNT_LENGTH = 40;
export const BANK_LENGTH = 60;
export const HOLDER_LENGTH = 80;
export const TRANSFER_REFERENCE_LENGTH = 60;

export type { PayoutBatch, PayoutRow, RefundRow } from "./payout-lists.server";
export { PAYOUT_METHODS, type PayoutMethod, type RefundReason };

/** Changed payout details wait this long before money goes there (M15). */
export const DETAILS_WAIT = 48 * HOUR;

/** The most payouts of one batch: each is a line of the bank's file and a notice. */
export const BATCH_SIZE = 100;

/** A plumber's payout details (M15). `number`: the EcoCash phone, or the bank account's. */
export interface PayoutDetails {
  method: PayoutMethod;
  number: string;
  /** Null for EcoCash. */
  bank: string | null;
  branch: string | null;
  holder: string;
}

/** `•••567`: a stolen session reads no account numbers (M15). */
export const maskNumber = (number: string): string => `•••${number.slice(-3)}`;

/** `EcoCash •••567`, `CBZ Bank •••567`, of a number or its end. */
export const placeOf = ({ bank, number }: Pick<PayoutDetails, "bank" | "number">): string =>
  `${bank ?? "EcoCash"} ${maskNumber(number)}`;

export type PayoutStatus = (typeof payouts.$inferSelect)["status"];

export interface OwedRow {
  id: string;
  plumber: string;
  amount: number;
  isSuspended: boolean;
  /** Null: the plumber has not said where it goes. */
  place: string | null;
  method: PayoutMethod | null;
  /** The batch that it is in already; null: in none. */
  batch: number | null;
}

/** An arrival from the provider at the bank, and the fee that it kept, in cents. `voidedAt` null: it counts. */
export interface Arrival {
  reference: string;
  at: Instant;
  arrived: number;
  fee: number;
  voidedAt: Instant | null;
  /** Why it was voided. */
  reason: string | null;
}

/** The office's stop of payouts (M16). */
export interface PayoutStop {
  reason: string;
  since: Instant;
}

/** A line of the file for the bank or EcoCash. */
export type FileRow = PayoutDetails & { amount: number };

/** `0772123456`, as EcoCash's file wants it. */
const national = (phone: string) => phone.replace(/^\+263/, "0");

/** The file of a batch as CSV (M14), for the bank's or EcoCash's bulk payment; it holds whole numbers. */
export function payoutFile(method: PayoutMethod, number: number, rows: FileRow[]): string {
  const narrative = `Pombi payout ${number}`;
  const lines =
    method === "ecocash"
      ? [
          ["mobile", "amount", "name", "narrative"],
          ...rows.map((row) => [national(row.number), { cents: row.amount }, row.holder, narrative]),
        ]
      : [
          ["beneficiary", "bank", "branch", "account", "amount", "currency", "narrative"],
          ...rows.map((row) => [row.holder, row.bank, row.branch, row.number, { cents: row.amount }, "USD", narrative]),
        ];
  return lines.map((line) => csvLine(line)).join("");
}

export type { SettlementReason };
