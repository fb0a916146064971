import type { onlinePayments } from "~/db/schema";
import {
  ONLINE_STATUSES,
  type OnlineStatus,
  OPEN_ONLINE_STATUSES,
  type PaymentPurpose,
  onlineMethod,
  type OnlineMethod,
} from "~/db/money-words";
import type { MoneyRow } from "../money/booking-money";
import type { Booking } from "../bookings/booking-views";
import { DAY, HOUR, type Instant, MINUTE, SECOND } from "../time/harare";
import { isOpen } from "../bookings/booking";
import { agreedAmount } from "../bookings/final-amount";
import type { OnlineStep } from "../bookings/next-step/step-facts";
import type { FeeMode } from "../settings/usual-settings";

export { anyMethod, byMethod, ONLINE_METHODS } from "~/db/money-words";
export { ONLINE_STATUSES, onlineMethod, OPEN_ONLINE_STATUSES };
export type { OnlineMethod, OnlineStatus, PaymentReview } from "~/db/money-words";

export type OnlineEventName = "accept" | "lose" | "refuse" | "notFound" | "pay" | "cancel" | "fail" | "expire";

/**
 * The one table of an online payment (M10): who may say it is always the provider, or the clock for `expire`. Money
 * that arrives counts whatever we believed before: `pay` leads out of every status but its own.
 */
export const ONLINE_TRANSITIONS: Record<OnlineEventName, { from: readonly OnlineStatus[]; to: OnlineStatus }> = {
  accept: { from: ["starting", "unknown"], to: "open" },
  lose: { from: ["starting"], to: "unknown" },
  refuse: { from: ["starting", "unknown"], to: "refused" },
  notFound: { from: ["starting", "unknown"], to: "failed" },
  pay: { from: ONLINE_STATUSES.filter((status) => status !== "paid"), to: "paid" },
  cancel: { from: ["starting", "open", "unknown", "expired"], to: "cancelled" },
  fail: { from: ["starting", "open", "unknown", "expired"], to: "failed" },
  expire: { from: ["starting", "open", "unknown"], to: "expired" },
};

/** A status, as the office reads it. */
export const ONLINE_STATUS_WORDS: Record<OnlineStatus, string> = {
  starting: "Just begun",
  open: "Waiting for the payer",
  unknown: "No answer yet",
  paid: "Paid",
  cancelled: "Cancelled",
  failed: "Failed",
  refused: "Refused",
  expired: "Expired",
};

export const isOpenOnline = (status: OnlineStatus): boolean =>
  (OPEN_ONLINE_STATUSES as readonly OnlineStatus[]).includes(status);

export const timeToPay = (method: OnlineMethod) => onlineMethod(method).minutesToPay * MINUTE;

/** A payment whose page or code never came ends after this: no one can pay it. */
export const NO_ANSWER_TIMEOUT = 2 * MINUTE;

type Expiring = Pick<
  typeof onlinePayments.$inferSelect,
  "method" | "checkoutUrl" | "code" | "codeExpiresAt" | "createdAt"
>;

/** Until when a payment is waited for; afterwards another one can be started, and money that still comes is noticed. */
export const expiresAt = (payment: Expiring): Instant =>
  payment.codeExpiresAt ?? payment.createdAt + (hasNoWayToPay(payment) ? NO_ANSWER_TIMEOUT : timeToPay(payment.method));

/** The provider's page or code, which this payment needs, has not come. */
export const hasNoWayToPay = ({ method, checkoutUrl, code }: Expiring): boolean =>
  checkoutUrl === null && code === null && onlineMethod(method).needsAnswer === true;

/** The provider is asked about a payment for this long; then the office looks (M11). */
const POLLING_PERIOD = DAY;
const FIRST_GAP = 10 * SECOND;

/** When the provider is asked again after so many times, after an hour at most; null: no more. */
export const nextPollAt = (createdAt: Instant, polls: number, now: Instant): Instant | null =>
  now - createdAt >= POLLING_PERIOD ? null : now + Math.min(HOUR, FIRST_GAP * 2 ** Math.min(polls, 12));

/** The provider is asked daily, for this long, whether a booked payment still holds (M11). */
const ANSWER_PERIOD = 30 * DAY;

/** When the provider is asked again about a payment that was paid; null: no more, it posts what changes. */
export const nextStandingAt = (createdAt: Instant, now: Instant): Instant | null =>
  now - createdAt >= ANSWER_PERIOD ? null : now + DAY;

/** An online payment as the pay page and the ticket show it. `failure`: the provider's own words. */
export type OnlinePayment = Pick<
  typeof onlinePayments.$inferSelect,
  | "id"
  | "bookingId"
  | "amount"
  | "purpose"
  | "method"
  | "phone"
  | "checkoutUrl"
  | "instructions"
  | "code"
  | "codeExpiresAt"
  | "failure"
  | "counts"
  | "takenBackAt"
  | "status"
  | "createdAt"
>;

type Payable = Pick<
  Booking,
  "status" | "fee" | "agreedPrice" | "agreedDeposit" | "finalAmount" | "paidAmount" | "due" | "frozenAt"
> & { plumber: unknown };

/** The page on which the payer sees how one payment stands, until they go on from it. */
export const standingPage = (bookingId: string, paymentId: string): string =>
  `/client-dashboard/bookings/${bookingId}/pay?payment=${paymentId}`;

export interface PaymentChoice {
  purpose: PaymentPurpose;
  amount: number;
}

/**
 * The amounts that are to be paid online (M10), the one asked for first: the deposit of the accepted quote, the agreed
 * price, or the fee where the office lets it be paid with the request; once there is a final amount, what is due. Empty
 * while there is no plumber, once the booking is cancelled or refused, and while a dispute is open.
 */
export function amountsToPay(booking: Payable, feeMode: FeeMode): PaymentChoice[] {
  const { status, agreedPrice, agreedDeposit, finalAmount, paidAmount, due, frozenAt, plumber } = booking;
  if (plumber === null || frozenAt !== null) return [];
  if (status === "completed") return finalAmount !== null && due > 0 ? [{ purpose: "rest", amount: due }] : [];
  if (!isOpen(status)) return [];
  const rest = (agreedAmount(booking) ?? 0) - paidAmount;
  if (agreedPrice === null) return feeMode === "optional" && rest > 0 ? [{ purpose: "fee", amount: rest }] : [];
  const deposit = (agreedDeposit ?? 0) - paidAmount;
  return [
    ...(deposit > 0 && deposit < rest ? [{ purpose: "deposit" as const, amount: deposit }] : []),
    ...(rest > 0 ? [{ purpose: (paidAmount > 0 ? "rest" : "price") as PaymentPurpose, amount: rest }] : []),
  ];
}

/** Those of them that a client can pay now: none while our office has to check an undecided payment (M11). */
export const paymentChoices = (booking: Payable & { uncheckedPayment: unknown }, feeMode: FeeMode): PaymentChoice[] =>
  booking.uncheckedPayment ? [] : amountsToPay(booking, feeMode);

/** The payments online that a booking's next step depends on (B30), in cents. `online` null: no one can pay online. */
export function onlineStep(
  booking: Payable & { openPayment: unknown; uncheckedPayment: unknown },
  online: { feeMode: FeeMode; underWay: { amount: number } | null } | null,
): OnlineStep {
  const [choice] = online && !booking.openPayment ? paymentChoices(booking, online.feeMode) : [];
  // The rest after a deposit can wait until the work is done.
  const waits = choice?.purpose === "rest" && booking.status !== "completed";
  return { payable: choice && !waits ? choice : null, underWay: online?.underWay?.amount ?? null };
}

/** The same of a list's row. No one is asked for a fee that may be paid with the request, so lists do without it. */
export const onlineStepOfRow = (
  row: Payable & { openPayment: unknown; uncheckedPayment: unknown; underWay: number | null },
) => onlineStep(row, { feeMode: "none", underWay: row.underWay === null ? null : { amount: row.underWay } });

/** Shares out what can be paid ahead, and what was: a booking with a record that waits for an answer is asked for no more. */
export function openMoney<Row extends Pick<PayableRow, "id" | "choice" | "label">>(payable: Row[], paid: MoneyRow[]) {
  const waits = new Set(paid.flatMap(({ id, waiting }) => (waiting === null ? [] : [id])));
  const deposits = payable.filter(({ id, choice }) => choice.purpose === "deposit" && !waits.has(id));
  const restOf = ({ id }: MoneyRow) => (waits.has(id) ? undefined : payable.find((one) => one.id === id)?.label);
  const ahead = paid.filter(({ id }) => !deposits.some((deposit) => deposit.id === id));
  return {
    deposits,
    ahead: ahead.map((row) => ({ ...row, rest: restOf(row) ?? null })),
    payable: payable.filter(({ id }) => ![...deposits, ...ahead].some((row) => row.id === id)),
  };
}

/** The online part of a booking's money (M10). */
export interface OnlineMoney {
  feeMode: FeeMode;
  /** A payment that is neither paid nor given up. */
  underWay: { amount: number; method: OnlineMethod } | null;
}

/** A booking that its client can pay before the work is done, and what. */
export interface PayableRow extends Pick<Booking, "id" | "reference" | "serviceType" | "startsAt" | "paidAmount"> {
  plumber: string;
  choice: PaymentChoice;
  /** Of the link to the pay page. */
  label: string;
}
