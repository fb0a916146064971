import type { Named } from "../values/user";
import type { RefundReason, SettlementReason } from "~/db/money-words";
import type { BookingForCommand } from "../bookings/booking-views";
import { isCalledOff } from "../bookings/booking";
import {
  unsettledPart,
  amountBack,
  isDisputed,
  moneyBack,
  type MoneyBack,
  SENT_WITHIN,
} from "../bookings/final-amount";
import { HOUR, type Instant } from "../time/harare";

/** Money is held this long after completion, unless the client releases it (M12). */
export const HELD_AFTER_COMPLETION = 24 * HOUR;

/** A booking as far as its held money asks. Amounts are cents. */
export type HeldBooking = Releasable &
  Pick<BookingForCommand, "fee" | "agreedPrice" | "finalAmount" | "paidAmount" | "cancelledLateBy"> &
  Pick<BookingForCommand, "completedAt" | "paidInHand"> & { plumber: unknown };
type Releasable = Pick<BookingForCommand, "status" | "heldAmount" | "frozenAt" | "finalAnswer" | "releasedAt">;

/** The shares of held money in cents: the three parts are all of it. */
export interface Share {
  reason: SettlementReason;
  earned: number;
  commission: number;
  refunded: number;
}

/** The company's part of an amount, in cents; half a cent counts as one. */
export const commissionOf = (amount: number, percent: number): number => Math.floor((amount * percent + 50) / 100);

/** Shares out `held`: of it `refunded` goes back to the client, the rest to the plumber less the company's part. */
export function shareOf(reason: SettlementReason, held: number, refunded: number, percent: number): Share {
  const back = Math.min(held, Math.max(0, refunded));
  const commission = commissionOf(held - back, percent);
  return { reason, earned: held - back - commission, commission, refunded: back };
}

/** From when on a completed booking's money is the plumber's if no one objects (M12); null: not completed. */
export const releaseDueAt = ({ completedAt }: Pick<HeldBooking, "completedAt">): Instant | null =>
  completedAt === null ? null : completedAt + HELD_AFTER_COMPLETION;

/** The client can release the held money (M12) of a completed booking while nothing waits for the office. */
export const canRelease = (booking: Releasable): boolean =>
  booking.status === "completed" &&
  booking.heldAmount > 0 &&
  booking.frozenAt === null &&
  !isDisputed(booking) &&
  booking.releasedAt === null;

/**
 * Shares out a booking's held money as of now (M12), less the commission of `percent`; null: it stays held, as while the
 * office has to decide. A completed job's goes to the plumber after 24 hours, or once released or decided, and what is
 * above the final amount goes back; of a cancelled one all goes back, less the fee where the client cancelled late.
 */
export function shareOut(booking: HeldBooking, percent: number, now: Instant): Share | null {
  const { status, heldAmount: held, frozenAt, finalAnswer, releasedAt } = booking;
  if (held <= 0 || frozenAt !== null || isDisputed(booking)) return null;
  if (status === "completed") {
    const reason = finalAnswer === "decided" ? "decided" : releasedAt === null ? "completed" : "released";
    if (reason === "completed" && now < (releaseDueAt(booking) ?? now)) return null;
    const settled = booking.finalAmount === null ? Infinity : booking.finalAmount - unsettledPart(booking);
    return shareOf(reason, held, booking.paidAmount - settled, percent);
  }
  if (!isCalledOff(status)) return null;
  const isFeeDue = booking.plumber !== null && status === "cancelled" && booking.cancelledLateBy === "client";
  return shareOf(isFeeDue ? "cancelled-late" : "cancelled", held, amountBack(booking), percent);
}

interface PaidOut {
  refunds: { amount: number; createdAt: Instant; sentAt: Instant | null }[];
  released: { amount: number; commission: number | null }[];
}

/** Sums refunds in cents, those due and those sent, with the end of the time to send the first of the former. */
export function sumRefunds(refunds: PaidOut["refunds"], now: Instant): Omit<MoneyBack, "kept"> {
  const sums = { due: 0, dueBy: now + SENT_WITHIN, sent: 0 };
  for (const { amount, createdAt, sentAt } of refunds) {
    if (sentAt !== null) sums.sent += amount;
    else {
      sums.due += amount;
      sums.dueBy = Math.min(sums.dueBy, createdAt + SENT_WITHIN);
    }
  }
  return sums;
}

/** The money paid online for a cancelled or refused booking (M12): due, sent and kept; null: nothing was paid. */
export function moneyBackOf(held: HeldBooking & PaidOut, now: Instant): MoneyBack | null {
  if (!isCalledOff(held.status)) return null;
  const still = moneyBack(held, now) ?? { due: 0, kept: 0 };
  const { due, dueBy, sent } = sumRefunds(held.refunds, now);
  const released = held.released.reduce((sum, { amount, commission }) => sum + amount + (commission ?? 0), 0);
  const back = {
    due: still.due + due,
    dueBy,
    sent,
    kept: still.kept + released,
  };
  return back.due + back.sent + back.kept === 0 ? null : back;
}

/** A booking's cash paid in hand, and Pombi's releases and refunds (M12), in cents. */
export interface MoneyPaidOn {
  paidInHand: number;
  refunds: {
    id: string;
    amount: number;
    reason: RefundReason;
    createdAt: Instant;
    sentAt: Instant | null;
    reference: string | null;
  }[];
  /** `commission` is null for the client. */
  released: { amount: number; commission: number | null; at: Instant }[];
}

/** A booking and its money paid online, as its reader sees it. */
export type HeldMoney = MoneyPaidOn &
  HeldBooking &
  Pick<BookingForCommand, "missedBy"> & { client: Named; plumber: Named | null };
