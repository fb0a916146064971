import type { Booking, Participant } from "./booking";
import type { StepRow } from "./next-step/step-facts";

/** A booking for a command, with what its notices say besides. */
export interface BookingForCommand extends Booking, Omit<StepRow, "client" | "plumber" | keyof Booking> {
  /** What the plumber was paid in hand, of `paidAmount`. Cents. */
  paidInHand: number;
  /** What of it Pombi has passed on to the plumber, less what it has lost of that since. Cents. */
  passedOn: number;
  suburb: string | null;
  /** The minutes that it holds its plumber (T9). */
  jobMinutes: number;
  /** How many photos of the problem there are. */
  photos: number;
  /** Phones are for notices alone, and null unless the office or the system acts. */
  client: Participant & { phone: string | null };
  plumber: (Participant & { phone: string | null }) | null;
}
