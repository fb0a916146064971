import { PAYOUT_METHODS, type PayoutMethod, type RefundReason, type SettlementReason } from "~/db/money-words";
import { csvLine } from "../values/csv";
import { HOUR, type Instant } from "../time/harare";

/** What an account is called, and the number of a transfer, in characters. */
export const ACCOUNT_LENGTH = 40;
export const BANK_LENGTH = 60;
export const HOLDER_LENGTH = 80;
export const TRANSFER_REFERENCE_LENGTH = 60;

export { PAYOUT_METHODS, type PayoutMethod, type RefundReason };

/** How long changed payout details wait before money goes there (M15). */
export const DETAILS_WAIT = 48 * HOUR;

/** How many payouts one batch holds at most: each is a line of the bank's file and a notice. */
export const BATCH_SIZE = 100;

/** Where a plumber's money goes (M15). `number`: the EcoCash phone, or the bank account's. */
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

export type PayoutStatus = "prepared" | "sent" | "failed" | "cancelled";

/** A batch of payouts for one file (M14). Amounts are cents. */
export interface PayoutBatch {
  id: string;
  number: number;
  method: PayoutMethod;
  createdAt: Instant;
  createdBy: string;
  /** When its file was taken first; null: the bank cannot have it. */
  takenAt: Instant | null;
  sentAt: Instant | null;
  cancelledAt: Instant | null;
  reference: string | null;
  /** Of what it sends; of a cancelled one, what was in it. */
  count: number;
  total: number;
}

/** A plumber's part of a batch, as the office sees it. */
export interface PayoutRow {
  id: string;
  plumberId: string;
  plumber: string;
  amount: number;
  status: PayoutStatus;
  /** Where it goes, masked. */
  place: string;
}

/** What the office owes a plumber. */
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

/** What a client is to get back, or has got. */
export interface RefundRow {
  id: string;
  bookingId: string;
  reference: string;
  client: string;
  amount: number;
  reason: RefundReason;
  createdAt: Instant;
  /** The phone that paid; null: a card. */
  phone: string | null;
  /** The provider's number of what was paid. */
  providerReference: string | null;
  sentAt: Instant | null;
  sentReference: string | null;
}

/** What the provider has sent to the bank, and what it has kept, in cents. */
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

/** What Pombi has of a plumber's money, in cents. */
export interface PlumberMoney {
  /** For jobs that are not over, or not released yet. */
  held: number;
  /** Released, and to be paid out. */
  owed: number;
  paidOut: number;
}

/** What a job's held money has brought its plumber, in cents. */
export interface ReleasedRow {
  id: string;
  bookingId: string;
  reference: string;
  client: string;
  reason: SettlementReason;
  earned: number;
  commission: number;
  at: Instant;
}

/** A payout as its plumber sees it. */
export interface OwnPayout {
  id: string;
  amount: number;
  place: string;
  status: PayoutStatus;
  createdAt: Instant;
  sentAt: Instant | null;
  reference: string | null;
}
