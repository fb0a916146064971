import type { OnlineMethod } from "~/db/money-words";
import type { BookingStatus } from "../bookings/booking";
import type { PaymentMethod } from "../bookings/payment-method";
import type { QuoteLine } from "./quote";
import type { Instant } from "../time/harare";
import type { Named } from "../values/user";

/** A receipt (M7) with all that it prints, as it was then. Amounts are cents. */
export interface Receipt {
  number: number;
  bookingId: string;
  paymentId: string;
  amount: number;
  issuedAt: Instant;
  /** The number of the receipt of which it is the counter-entry. */
  voids: number | null;
  voidedBy: number | null;
  reason: string | null;
  method: PaymentMethod;
  onlineMethod: OnlineMethod | null;
  /** When the provider gave the payment back (M11); null: it didn't. */
  takenBackAt: Instant | null;
  /** Of the booking, as of now. */
  status: BookingStatus;
  reference: string;
  startsAt: Instant;
  serviceType: string | null;
  location: string | null;
  client: Named;
  clientPhone: string | null;
  plumber: Named;
  plumberPhone: string | null;
  /** Of the quote that was agreed on then; null: none was. */
  lines: QuoteLine[] | null;
  finalAmount: number | null;
  finalReason: string | null;
  /** The client had agreed to the final amount, or the office had decided on it. */
  isSettled: boolean;
  /** Paid before it, without what was void by then. */
  paidBefore: number;
}

/** A receipt, or the counter-entry of one (`voids`), without what it prints. */
export type IssuedReceipt = Pick<Receipt, "number" | "paymentId" | "amount" | "issuedAt" | "voids" | "reason">;
