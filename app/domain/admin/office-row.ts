import type { Booking } from "../bookings/booking";
import type { Instant } from "../time/harare";

/** A booking as a row of the office's tables. */
export interface OfficeBookingRow extends Pick<
  Booking,
  "id" | "reference" | "status" | "startsAt" | "serviceType" | "createdAt"
> {
  cityKey: string | null;
  /** Since when the plumber was asked, or the office for one. */
  waitingSince: Instant;
  /** Full names; `plumber` null: nobody is assigned yet. */
  client: string;
  plumber: string | null;
  /** The final amount, else what was agreed on, in cents; null: neither is known. */
  price: number | null;
  /** The office's next step in a few words (B30); null: the status says it all. */
  next: string | null;
}
