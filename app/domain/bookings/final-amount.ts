import { MAX_AMOUNT } from "../values/money";
import type { Booking } from "./booking";

/** What the plumber asks for in the end (M3), in cents. */
export interface FinalAmount {
  amount: number;
  /** Why it is more than agreed; null: it isn't. */
  reason: string | null;
  /** Whether they have been asked about an unusual amount, and meant it. */
  isSure: boolean;
}

interface Priced {
  fee: number | null;
  agreedPrice: number | null;
}

/**
 * What the two sides have agreed on: the accepted quote's total, else the fee (M3); null: nothing, no fee was noted.
 */
export const agreedAmount = ({ agreedPrice, fee }: Priced): number | null => agreedPrice ?? fee;

/** Whether an amount is more than was agreed: it needs a reason, and the client is asked (M3). */
export const isAboveAgreed = (amount: number, booking: Priced): boolean => amount > (agreedAmount(booking) ?? Infinity);

const UNUSUAL_TIMES = 10;
/** Below this, ten times a small fee is nothing unusual: $10. */
const SMALL_AMOUNT = 10_00;

/** Whether an amount is so much more than was agreed that it is asked about once more (M3): a slip of the finger. */
export const isUnusual = (amount: number, booking: Priced): boolean =>
  amount > UNUSUAL_TIMES * Math.max(agreedAmount(booking) ?? 0, SMALL_AMOUNT);

/** Why a final amount cannot be taken as entered; null: it can (M3). */
export function objectionTo(
  { amount, reason, isSure }: FinalAmount,
  booking: Priced,
): "finalReasonRequired" | "amountUnusual" | null {
  if (isAboveAgreed(amount, booking) && reason === null) return "finalReasonRequired";
  return isUnusual(amount, booking) && !isSure ? "amountUnusual" : null;
}

type Settling = Pick<Booking, "finalAmount" | "finalAnswer" | "fee" | "agreedPrice">;

/** Whether a final amount is settled: agreed or decided, or not above what was agreed on before (M3). */
export const isFinalSettled = ({ finalAmount, finalAnswer, ...money }: Settling): boolean =>
  finalAmount !== null &&
  (finalAnswer === "agreed" ||
    finalAnswer === "decided" ||
    (finalAnswer === null && !isAboveAgreed(finalAmount, money)));

/** How much of the final amount is not due until the client agrees or the office decides (M4). */
export function unsettledPart(money: Settling): number {
  const { finalAmount, finalAnswer } = money;
  if (finalAmount === null || finalAnswer === "agreed" || finalAnswer === "decided") return 0;
  return Math.max(0, finalAmount - (agreedAmount(money) ?? finalAmount));
}

/** The most that can be recorded as paid now (M6). */
export const mostPayable = ({ finalAmount, due }: Pick<Booking, "finalAmount" | "due">): number =>
  finalAmount === null ? MAX_AMOUNT : due;

/** A booking's figures that follow from its amounts, as its generated columns have them (M4). */
export function figuresOf(
  booking: Settling & Pick<Booking, "paidAmount" | "frozenAt">,
): Pick<Booking, "due" | "isPaid"> {
  const { finalAmount, paidAmount, frozenAt } = booking;
  if (finalAmount === null || frozenAt !== null) return { due: 0, isPaid: false };
  return {
    due: Math.max(0, finalAmount - unsettledPart(booking) - paidAmount),
    isPaid: paidAmount >= finalAmount && isFinalSettled(booking),
  };
}
