import { DAY, type Instant } from "../time/harare";
import { isCalledOff, type Booking } from "./booking";

/** How long our office takes to send what goes back (M12). */
export const SENT_WITHIN = 3 * DAY;

/** What becomes of what was paid online for a cancelled or refused booking, in cents. */
export interface MoneyBack {
  /** What our office has yet to send back to the client, and by when. */
  due: number;
  dueBy: Instant;
  /** What it has sent. */
  sent: number;
  /** What goes to the plumber as the visit fee, before commission. */
  kept: number;
}

type CalledOff = Pick<Booking, "status" | "fee" | "heldAmount" | "cancelledLateBy"> & {
  plumber: unknown;
  paidInHand: number;
};

/** How much of a cancelled or refused booking's held money goes back to the client (M12), in cents; the rest is the plumber's. */
export function amountBack({ status, fee, paidInHand, heldAmount, cancelledLateBy, plumber }: CalledOff): number {
  if (plumber === null || status !== "cancelled" || cancelledLateBy !== "client") return heldAmount;
  // What was paid in hand has paid for the fee first.
  return Math.max(0, heldAmount - Math.max(0, (fee ?? 0) - paidInHand));
}

/** What becomes of a booking's held money while it is not shared out yet; null: none is held, or it isn't called off. */
export function moneyBack(booking: CalledOff & Pick<Booking, "frozenAt">, now: Instant): MoneyBack | null {
  const { status, heldAmount, frozenAt } = booking;
  if (!isCalledOff(status) || heldAmount <= 0 || frozenAt !== null) return null;
  const due = amountBack(booking);
  return { due, dueBy: now + SENT_WITHIN, sent: 0, kept: heldAmount - due };
}
