import { type BookingEvent, actorOf, wordsOf } from "../bookings/booking-event";
import { DISPUTE_ENDS, type DisputeEvent } from "../bookings/dispute";
import type { Instant } from "../time/harare";
import { formatMoney } from "../values/money";
import { fullName, type Named } from "../values/user";

/** What the two sides of a booking disagree about, as the office reads it (O31). */
export interface Dispute {
  /** Of the event that opened it. */
  id: string;
  about: string;
  /** Who says what, as a sentence without its full stop. */
  said: string;
  /** Their own words. */
  reason: string | null;
  /** What the other side had said before, with their words; null: nothing. */
  before: string | null;
  /** Else a decision about the money ends it. */
  canResolve: boolean;
  openedAt: Instant;
  closedAt: Instant | null;
}

/** A dispute in the office's list. */
export interface ListedDispute extends Dispute {
  bookingId: string;
  reference: string;
  client: string;
  plumber: string | null;
}

/** A dispute as a query reads it, with the event that opened it; `paidInHand` in cents. */
interface DisputeRow
  extends
    Pick<Dispute, "id" | "openedAt" | "closedAt">,
    Pick<BookingEvent, "actorRole" | "actorName" | "reason" | "amount"> {
  event: DisputeEvent;
  client: Named;
  plumber: Named | null;
  finalAmount: number | null;
  finalReason: string | null;
  paidInHand: number;
}

const ABOUT: Record<DisputeEvent, string> = {
  "plumber-did-not-come": "Missed visit",
  "nobody-was-there": "Missed visit",
  "dispute-final": "Final amount",
  "deny-payment": "Denied payment",
  cancel: "Paid, then cancelled",
};

/** A dispute in words (O31). */
export function describeDispute(row: DisputeRow): Dispute {
  const { id, event, openedAt, closedAt, actorRole, actorName, reason, amount, client, paidInHand } = row;
  // What a client says on the phone, the office enters for them (N20).
  const who = actorRole === "admin" && event !== "cancel" ? fullName(client) : actorOf({ actorRole, actorName });
  const paid = event === "cancel" ? ` after ${formatMoney(paidInHand)} was paid in hand` : "";
  return {
    id,
    about: ABOUT[event],
    said: `${who} ${wordsOf({ event, amount }, "admin")}${paid}`,
    reason,
    before: event === "dispute-final" ? describeAsked(row) : null,
    canResolve: DISPUTE_ENDS[event] === "resolve",
    openedAt,
    closedAt,
  };
}

/** Why the plumber asks for more than was agreed. */
const describeAsked = ({ plumber, finalAmount, finalReason }: DisputeRow): string | null =>
  plumber && finalAmount !== null && finalReason
    ? `${fullName(plumber)} asked for ${formatMoney(finalAmount)}: “${finalReason}”`
    : null;
