import {
  ONLINE_STATUSES,
  OPEN_ONLINE_STATUSES,
  type OnlineStatus,
  type PaymentPurpose,
  type PaymentReview,
} from "~/db/money-words";
import type { FeeMode } from "../settings/office-settings";
import type { Instant } from "../time/harare";
import { DAY, HOUR, MINUTE, SECOND } from "../time/harare";
import { onlineMethod, type OnlineMethod } from "./online-method";

export { ONLINE_STATUSES, OPEN_ONLINE_STATUSES };
export type { OnlineStatus, PaymentPurpose, PaymentReview };

/** What can happen to an online payment. */
export type OnlineEventName = "accept" | "lose" | "refuse" | "notFound" | "pay" | "cancel" | "fail" | "expire";

interface Rule {
  from: readonly OnlineStatus[];
  to: OnlineStatus;
}

const UNPAID = ONLINE_STATUSES.filter((status) => status !== "paid");

/**
 * The one table of an online payment (M10): who may say it is always the provider, or the clock for `expire`. Money
 * that arrives counts whatever we believed before: `pay` leads out of every status but its own.
 */
export const ONLINE_TRANSITIONS: Record<OnlineEventName, Rule> = {
  accept: { from: ["starting", "unknown"], to: "open" },
  lose: { from: ["starting"], to: "unknown" },
  refuse: { from: ["starting", "unknown"], to: "refused" },
  notFound: { from: ["starting", "unknown"], to: "failed" },
  pay: { from: UNPAID, to: "paid" },
  cancel: { from: ["starting", "open", "unknown", "expired"], to: "cancelled" },
  fail: { from: ["starting", "open", "unknown", "expired"], to: "failed" },
  expire: { from: ["starting", "open", "unknown"], to: "expired" },
};

/** The status after an event; null: it changes nothing in this status. */
export const statusAfter = (status: OnlineStatus, event: OnlineEventName): OnlineStatus | null =>
  ONLINE_TRANSITIONS[event].from.includes(status) ? ONLINE_TRANSITIONS[event].to : null;

export const isOpenOnline = (status: OnlineStatus): boolean =>
  (OPEN_ONLINE_STATUSES as readonly OnlineStatus[]).includes(status);

/** How long someone has to pay, in milliseconds. */
export const timeToPay = (method: OnlineMethod): number => onlineMethod(method).minutesToPay * MINUTE;

/** How long a payment is waited for whose page or code never came: nobody can pay it. */
export const WITHOUT_ANSWER = 2 * MINUTE;

/** Until when a payment is waited for; afterwards another one can be started, and money that still comes is noticed. */
export const expiresAt = ({
  method,
  createdAt,
  codeExpiresAt,
  checkoutUrl,
  code,
}: {
  method: OnlineMethod;
  createdAt: Instant;
  codeExpiresAt: Instant | null;
  checkoutUrl: string | null;
  code: string | null;
}): Instant => {
  const isUnpayable = hasNoWayToPay({ method, checkoutUrl, code });
  return codeExpiresAt ?? createdAt + (isUnpayable ? WITHOUT_ANSWER : timeToPay(method));
};

/** Whether the provider's page or code, which this payment needs, has not come. */
export const hasNoWayToPay = ({
  method,
  checkoutUrl,
  code,
}: Pick<OnlinePayment, "method" | "checkoutUrl" | "code">): boolean =>
  checkoutUrl === null && code === null && onlineMethod(method).needsAnswer === true;

/** How long the provider is asked about a payment; then the office looks (M11). */
const POLLED_FOR = DAY;
const FIRST_GAP = 10 * SECOND;
const LONGEST_GAP = HOUR;

/** When the provider is asked again after so many times; null: no more. */
export function nextPollAt(createdAt: Instant, polls: number, now: Instant): Instant | null {
  if (now - createdAt >= POLLED_FOR) return null;
  return now + Math.min(LONGEST_GAP, FIRST_GAP * 2 ** Math.min(polls, 12));
}

/** How often, and for how long, the provider is asked whether a payment that we have booked still holds (M11). */
const STANDING_GAP = DAY;
const STANDING_FOR = 30 * DAY;

/** When the provider is asked again about a payment that was paid; null: no more, it posts what changes. */
export const nextStandingAt = (createdAt: Instant, now: Instant): Instant | null =>
  now - createdAt >= STANDING_FOR ? null : now + STANDING_GAP;

/** What the pay page and the ticket show of an online payment. Amounts are cents. */
export interface OnlinePayment {
  id: string;
  bookingId: string;
  amount: number;
  purpose: PaymentPurpose;
  method: OnlineMethod;
  phone: string | null;
  status: OnlineStatus;
  checkoutUrl: string | null;
  instructions: string | null;
  code: string | null;
  codeExpiresAt: Instant | null;
  /** The provider's own words. */
  failure: string | null;
  createdAt: Instant;
  counts: boolean;
  /** When the provider gave it back to the payer (M11). */
  takenBackAt: Instant | null;
}

/** What a booking's money section needs besides, to say what is paid online (M10). */
export interface OnlineMoney {
  feeMode: FeeMode;
  /** The payment that is not decided yet. */
  underWay: Pick<OnlinePayment, "amount" | "method"> | null;
}

/** An online payment as the office's lists show it. Amounts are cents. */
export interface OfficePayment extends Pick<
  OnlinePayment,
  "id" | "bookingId" | "amount" | "purpose" | "method" | "phone" | "status" | "createdAt"
> {
  /** The booking's. */
  reference: string;
  client: string;
  providerReference: string | null;
  received: number | null;
  paidAt: Instant | null;
  failure: string | null;
  review: PaymentReview | null;
  /** Who of the office has checked it; null: nobody, or there is nothing to check. */
  reviewedBy: string | null;
}
