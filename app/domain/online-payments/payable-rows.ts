import type { Instant } from "../time/harare";
import type { PaymentChoice } from "./payable";

/** A booking of a client with something to pay online. */
export interface PayableRow {
  id: string;
  reference: string;
  serviceType: string | null;
  startsAt: Instant;
  plumber: string;
  /** Cents. */
  paidAmount: number;
  /** What is asked for first. */
  choice: PaymentChoice;
}
