import type { BookingStatus } from "../bookings/booking";
import type { Instant } from "../time/harare";
import type { Payment } from "./booking-money";

/** A booking as a row of a page about money. Amounts are cents. */
export interface MoneyRow {
  id: string;
  reference: string;
  status: BookingStatus;
  startsAt: Instant;
  serviceType: string | null;
  /** The other side. */
  other: string;
  /** Null: none yet, or completed before there were any (M3). */
  finalAmount: number | null;
  paidAmount: number;
  /** What is to be paid, less what waits for an answer. */
  due: number;
  /** The amount of the payment that waits for an answer; null: none does. */
  waiting: number | null;
  /** Oldest first; a counter-entry's amount is negative. */
  receipts: { number: number; amount: number }[];
}

/** A payment as the office's list shows it. */
export interface PaymentRow extends Omit<Payment, "receipt" | "voidedBy"> {
  bookingId: string;
  reference: string;
  client: string;
  plumber: string;
}
