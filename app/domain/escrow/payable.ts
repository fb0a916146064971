import type { BookingStatus } from "../bookings/booking";
import { agreedAmount } from "../bookings/final-amount";
import type { StepMoney } from "../bookings/next-step/step-facts";
import type { FeeMode } from "../settings/office-settings";
import type { PaymentPurpose } from "./online-payment";

/** What of a booking decides what can be paid online. Amounts are cents. */
export interface Payable {
  status: BookingStatus;
  fee: number | null;
  agreedPrice: number | null;
  agreedDeposit: number | null;
  finalAmount: number | null;
  paidAmount: number;
  due: number;
  frozenAt: number | null;
  plumber: unknown;
}

/** One thing that can be paid now, in cents. */
export interface PaymentChoice {
  purpose: PaymentPurpose;
  amount: number;
}

/**
 * What a client can pay online now (M10), what is asked for first: the deposit of the accepted quote, the agreed price, or
 * the fee where the office lets it be paid with the request; once there is a final amount, what is due. Empty while there
 * is no plumber, once the booking is cancelled or refused, and while a dispute is open.
 */
export function paymentChoices(booking: Payable, feeMode: FeeMode): PaymentChoice[] {
  const { status, agreedPrice, agreedDeposit, finalAmount, paidAmount, due, frozenAt, plumber } = booking;
  if (plumber === null || frozenAt !== null) return [];
  if (status === "completed") return finalAmount !== null && due > 0 ? [{ purpose: "rest", amount: due }] : [];
  if (status !== "pending" && status !== "confirmed" && status !== "in-progress") return [];
  const rest = (agreedAmount(booking) ?? 0) - paidAmount;
  if (agreedPrice === null) return feeMode === "optional" && rest > 0 ? [{ purpose: "fee", amount: rest }] : [];
  const deposit = (agreedDeposit ?? 0) - paidAmount;
  return [
    ...(deposit > 0 && deposit < rest ? [{ purpose: "deposit" as const, amount: deposit }] : []),
    ...(rest > 0 ? [{ purpose: paidAmount > 0 ? ("rest" as const) : ("price" as const), amount: rest }] : []),
  ];
}

/**
 * What of payments online the next step of a booking hangs on (B30), in cents: what the client can pay now, and a payment
 * that is not decided yet. `online` null: nobody can pay online.
 */
export function onlineStep(
  booking: Payable & { openPayment: unknown },
  online: { feeMode: FeeMode; underWay: { amount: number } | null } | null,
): Pick<StepMoney, "payable" | "underWay"> {
  const [choice] = online && !booking.openPayment ? paymentChoices(booking, online.feeMode) : [];
  // What is left after a deposit can wait until the work is done.
  const waits = choice?.purpose === "rest" && booking.status !== "completed";
  return {
    payable: choice && !waits ? choice : null,
    underWay: online?.underWay?.amount ?? null,
  };
}

/** The same of a list's row. Nobody is asked for a fee that may be paid with the request, so lists do without it. */
export const onlineStepOfRow = (row: Payable & { openPayment: unknown; underWay: number | null }) =>
  onlineStep(row, { feeMode: "none", underWay: row.underWay === null ? null : { amount: row.underWay } });
