import type { Named } from "../values/user";
import type { Booking } from "./booking";
import type { StepRow } from "./next-step/step-facts";

/** A booking as its notices know it when they are sent. */
export interface NoticedBooking
  extends
    Omit<StepRow, "client" | "plumber">,
    Pick<
      Booking,
      "id" | "reference" | "serviceType" | "notes" | "closedFrom" | "heldAmount" | "isPaid" | "isMissed" | "finalReason"
    > {
  /** What the plumber was paid in hand, of `paidAmount`. Cents. */
  paidInHand: number;
  /** What the plumber sees of the address until they confirm (B18). */
  area: string | null;
  /** How many photos of the problem there are. */
  photos: number;
  /** For the office alone. */
  clientPhone: string | null;
  /** Phones only while both sides share them (B18). */
  client: Named & { id: string; phone: string | null };
  /** Null: to be assigned. */
  plumber: (Named & { id: string; phone: string | null }) | null;
}

/** The side of the booking that is told. */
export type Reader = "client" | "plumber";
