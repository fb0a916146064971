import type { BookingForCommand } from "../../bookings/booking-views";
import { type Instant, MINUTE } from "../../time/harare";

/** The time after its start from which a confirmed job is late; until then it is to come. */
export const LATE_AFTER = 30 * MINUTE;

/** True for a confirmed job that is late at `now`, however long ago it should have begun (O2). */
export const shouldHaveBegun = ({ status, startsAt }: Pick<BookingForCommand, "status" | "startsAt">, now: Instant) =>
  status === "confirmed" && startsAt < now - LATE_AFTER;

type Shown = "id" | "reference" | "status" | "startsAt" | "serviceType" | "createdAt";

/** A booking as a row of the office's tables. */
export interface OfficeBookingRow extends Pick<BookingForCommand, Shown> {
  cityKey: string | null;
  /** Since when the plumber was asked, or the office for one. */
  waitingSince: Instant;
  client: string;
  plumber: string | null;
  /** The final amount, else what was agreed on, in cents; null: neither is known. */
  price: number | null;
  /** The visit fee in cents, while its visit is not called off; null: none is known. */
  fee: number | null;
  /** The office's next step in a few words (B30); null: the status says it all. */
  next: string | null;
}
