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

/** The same as people see it: of the number only the last three digits. */
export interface ShownDetails extends Pick<PayoutDetails, "method" | "bank" | "holder"> {
  masked: string;
  validFrom: Instant;
}

/** `•••567`: a stolen session reads no account numbers (M15). */
export const maskNumber = (number: string): string => `•••${number.slice(-3)}`;

/** `EcoCash •••567`, `CBZ Bank •••567`. */
export const placeOf = ({ bank, masked }: Pick<ShownDetails, "bank" | "masked">): string =>
  `${bank ?? "EcoCash"} ${masked}`;

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

/** An arrival from the provider at the bank, and the fee that it kept, in cents. */
export interface Arrival {
  reference: string;
  at: Instant;
  arrived: number;
  fee: number;
  /** When and why it was voided; null: it counts. */
  voided: { at: Instant; reason: string } | null;
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
