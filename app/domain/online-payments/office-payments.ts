import type { OnlinePayment, PaymentReview } from "./online-payment";
import type { Instant } from "../time/harare";

/** An online payment as the office's lists show it. Amounts are cents. */
export interface OfficePayment extends Pick<
  OnlinePayment,
  "id" | "bookingId" | "amount" | "purpose" | "method" | "phone" | "status" | "createdAt"
> {
  /** The booking's. */
  reference: string;
  client: string;
  providerReference: string | null;
  received: number | null;
  paidAt: Instant | null;
  failure: string | null;
  review: PaymentReview | null;
  /** Who of the office has checked it; null: nobody, or there is nothing to check. */
  reviewedBy: string | null;
}
