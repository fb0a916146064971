import type { Instant } from "../time/harare";
import type { Booking, Participant } from "./booking";

/** A booking for a command. */
export interface BookingForCommand extends Booking {
  /** What the plumber was paid in hand, of `paidAmount`. Cents. */
  paidInHand: number;
  /** What of it Pombi has passed on to the plumber, less what it has lost of that since. Cents. */
  passedOn: number;
  /** Since when the plumber was asked, or the office for one. */
  waitingSince: Instant;
  /** Whether the client has no email: the office speaks for them (N20). */
  isByPhone: boolean;
  isPlumberSuspended: boolean;
  /** The minutes that it holds its plumber (T9). */
  jobMinutes: number;
  client: Participant;
  plumber: Participant | null;
}
