import { OBJECTIONS } from "~/db/money-words";
import type { Booking } from "./booking-views";
import { MAX_AMOUNT } from "../values/money";
import { isCalledOff } from "./booking";
import { DAY, type Instant } from "../time/harare";

/** The plumber's final demand (M3), in cents. */
export interface FinalAmount {
  amount: number;
  /** Why it is more than agreed; null: it isn't. */
  reason: string | null;
  /** True if they confirmed an unusual amount. */
  isSure: boolean;
}

type Priced = Pick<Booking, "fee" | "agreedPrice">;

/** The agreed amount: the accepted quote's total, else the fee (M3); null: no fee was noted. */
export const agreedAmount = ({ agreedPrice, fee }: Priced): number | null => agreedPrice ?? fee;

/** True for more than was agreed: it needs a reason, and the client is asked (M3). */
export const isAboveAgreed = (amount: number, booking: Priced): boolean => amount > (agreedAmount(booking) ?? Infinity);

const UNUSUAL_TIMES = 10;
/** Below this, ten times a small fee is nothing unusual: $10. */
const SMALL_AMOUNT = 10_00;

/** True for so much more than was agreed that it may be a slip of the finger, which is asked about (M3). */
export const isUnusual = (amount: number, booking: Priced): boolean =>
  amount > UNUSUAL_TIMES * Math.max(agreedAmount(booking) ?? 0, SMALL_AMOUNT);

/** Why a final amount cannot be taken as entered; null: it can (M3). */
export function objectionTo({ amount, reason, isSure }: FinalAmount, booking: Priced) {
  if (isAboveAgreed(amount, booking) && reason === null) return "finalReasonRequired";
  return isUnusual(amount, booking) && !isSure ? "amountUnusual" : null;
}

/** True while our office has to decide about the final amount, or about the work (M5). */
export const isDisputed = ({ finalAnswer }: Pick<Booking, "finalAnswer">): boolean =>
  OBJECTIONS.some((objection) => objection === finalAnswer);

/** The part of the final amount that is not due until the client agrees or the office decides (M4). */
export function unsettledPart(money: Pick<Booking, "finalAmount" | "finalAnswer" | "fee" | "agreedPrice">): number {
  const { finalAmount, finalAnswer } = money;
  const isOpen = finalAnswer === null || finalAnswer === "disputed";
  if (finalAmount === null || !isOpen) return 0;
  return Math.max(0, finalAmount - (agreedAmount(money) ?? finalAmount));
}

/** Says the part of a final amount that is due, and the part that is not agreed on: `["$25 due", "$18 not agreed"]`. Empty: neither. Cents. */
export const sayDue = (due: number, unsettled: number, format: (cents: number) => string): string[] => [
  ...(due > 0 ? [`${format(due)} due`] : []),
  ...(unsettled > 0 ? [`${format(unsettled)} not agreed`] : []),
];

/** The most that can be recorded as paid now (M6). */
export const mostPayable = ({ finalAmount, due }: Pick<Booking, "finalAmount" | "due">): number =>
  finalAmount === null ? MAX_AMOUNT : due;

export const SENT_WITHIN = 3 * DAY;

type CalledOff = Pick<Booking, "status" | "fee" | "heldAmount" | "cancelledLateBy"> & {
  plumber: unknown;
  paidInHand: number;
};

/** The part of a called-off booking's held money for the client (M12), in cents; the rest is the plumber's. */
export function amountBack({ status, fee, paidInHand, heldAmount, cancelledLateBy, plumber }: CalledOff): number {
  if (plumber === null || status !== "cancelled" || cancelledLateBy !== "client") return heldAmount;
  // Money paid in hand has paid for the fee first.
  return Math.max(0, heldAmount - Math.max(0, (fee ?? 0) - paidInHand));
}

/** The money that our office has yet to send back to the client and by when, that it has sent, and the plumber's part, in cents. */
export interface MoneyBack {
  due: number;
  dueBy: Instant;
  sent: number;
  kept: number;
}

/**
 * The use of a called-off booking's held money until it is shared out; the plumber's part is the visit fee, before
 * commission. Null: none is held, or it isn't cancelled or refused.
 */
export function moneyBack(booking: CalledOff & Pick<Booking, "frozenAt">, now: Instant): MoneyBack | null {
  const { status, heldAmount, frozenAt } = booking;
  if (!isCalledOff(status) || heldAmount <= 0 || frozenAt !== null) return null;
  const due = amountBack(booking);
  return { due, dueBy: now + SENT_WITHIN, sent: 0, kept: heldAmount - due };
}
