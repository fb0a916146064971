import type { Instant } from "../time/harare";
import type { Named } from "../values/user";
import type { Booking } from "./booking";
import type { BookingActor } from "./booking-machine";
import type { StepRow } from "./next-step/step-facts";

/** What every notice about a booking needs to know of it, as it is once its cause has happened. */
export interface NoticedBooking
  extends
    Omit<StepRow, "client" | "plumber">,
    Pick<
      Booking,
      "id" | "reference" | "serviceType" | "notes" | "closedFrom" | "paidAmount" | "heldAmount" | "isPaid" | "isMissed"
    > {
  /** What the plumber was paid in hand, of `paidAmount`. Cents. */
  paidInHand: number;
  /** What the plumber sees of the address until they confirm (B18). */
  area: string | null;
  /** How many photos of the problem there are. */
  photos: number;
  /** Phones are null where they are not known; who reads them is decided by the notices (B18). */
  client: Named & { id: string; phone: string | null };
  /** Null: to be assigned. */
  plumber: (Named & { id: string; phone: string | null }) | null;
}

/** The side of the booking that is told. */
export type Reader = "client" | "plumber";

/** What a request that was just made is like, beside what was wished for; how to reach its client is in no notice of it. */
export const newRequest = (now: Instant) =>
  ({
    status: "pending",
    isByPhone: false,
    isPlumberSuspended: false,
    waitingSince: now,
    onTheWayAt: null,
    expectedAt: null,
    frozenAt: null,
    proposedStart: null,
    proposedBy: null,
    cancelledLateBy: null,
    closedFrom: null,
    closing: null,
    instead: null,
    reviewedAt: null,
    agreedPrice: null,
    finalAmount: null,
    finalAnswer: null,
    paidAmount: 0,
    heldAmount: 0,
    paidInHand: 0,
    due: 0,
    isPaid: false,
    isMissed: false,
    openQuote: null,
    openPayment: null,
    isDenied: false,
    claimEvents: [],
  }) as const satisfies Partial<NoticedBooking>;

/** The booking with the phone of the side that acts, whom the other side may want to call. */
export function withPhoneOf<Noticed extends Pick<NoticedBooking, "client" | "plumber">>(
  booking: Noticed,
  { role, phone = null }: { role: BookingActor; phone?: string | null },
): Noticed {
  if (role === "client") return { ...booking, client: { ...booking.client, phone } };
  return role === "plumber" && booking.plumber ? { ...booking, plumber: { ...booking.plumber, phone } } : booking;
}
