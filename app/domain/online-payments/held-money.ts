import type { RefundReason } from "~/db/money-words";
import type { Instant } from "../time/harare";
import type { HeldBooking } from "./settlement";

/** What Pombi holds for a booking, has released and gives back, as one of its sides or the office sees it. Cents. */
export interface HeldMoney extends HeldBooking {
  client: string;
  /** Null: nobody is assigned. */
  plumber: string | null;
  /** Oldest first. `commission` is null for the client. */
  released: { amount: number; commission: number | null; at: Instant }[];
  refunds: {
    amount: number;
    reason: RefundReason;
    createdAt: Instant;
    sentAt: Instant | null;
    reference: string | null;
  }[];
}
