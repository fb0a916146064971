import type { PaymentPurpose } from "~/db/money-words";
import { dateAt, DAY, HOUR, MINUTE, type Instant } from "../../time/harare";
import type { Named, Role } from "../../values/user";
import { isToCome, type Booking } from "../booking";
import type { BookingEvent } from "../booking-event";
import { mostPayable, unsettledPart, type MoneyBack } from "../final-amount";
import { missedVisitClaim, type MissedVisitClaim } from "../job-steps";
import type { PaymentMethod } from "../payment-method";

export type StepReader = "client" | "plumber" | "office";

/** The facts behind the next step, for every viewer (B30). Amounts in cents. */
export interface StepFacts extends Pick<
  Booking,
  "status" | "startsAt" | "onTheWayAt" | "expectedAt" | "frozenAt" | "proposedStart" | "proposedBy" | "cancelledLateBy"
> {
  /** Since when the plumber was asked, or the office for one. */
  waitingSince: Instant;
  /** First names; `plumber` null: nobody is assigned yet. */
  client: string;
  plumber: string | null;
  /** Full name of whom the client asked for, while the office has yet to assign the request. */
  preferredPlumber: string | null;
  hasAddress: boolean;
  /** True if the client has no email: the office speaks for them (N20). */
  isByPhone: boolean;
  /** True if its plumber is suspended, and so isn't coming. */
  isPlumberSuspended: boolean;
  isReviewed: boolean;
  /** The plumber's usual time to answer, in milliseconds; null: not known. */
  answerTime: number | null;
  /** Its cancellation, refusal or expiry (by the `system`); null: none is known. */
  closing: Closing | null;
  /** Another plumber whom the client has asked for the same time since it was cancelled or refused (B31), with that booking's id. */
  instead: { id: string; firstName: string } | null;
  claims: Record<"client" | "plumber", MissedVisitClaim>;
  /** When the client disagreed with the final amount (M3); null: never. */
  disputedAt: Instant | null;
  money: StepMoney;
}

export interface Closing {
  by: Role | "system";
  at: Instant;
  reason: string | null;
}

/** The money that asks somebody for something. */
export interface StepMoney extends Pick<Booking, "agreedPrice" | "finalAmount" | "finalAnswer" | "due" | "paidAmount"> {
  quote: { total: number; validUntil: Instant } | null;
  /** The part of the final amount that the client is still to agree to (M3). */
  more: number;
  /** The record that waits for an answer (M6); `isTooMuch`: of more than is due, so that it can't count. */
  payment: { amount: number; method: PaymentMethod; recordedBy: Role; isTooMuch: boolean } | null;
  /** True if a record was denied, and our office has yet to settle that (M5). */
  isDenied: boolean;
  /** The amount that can be paid online now; a deposit is asked for before the work (M10). Null: nothing. */
  payable: { amount: number; purpose: PaymentPurpose } | null;
  underWay: number | null;
  /** The use of money paid online, once the booking is called off (M12); null: none. */
  back: MoneyBack | null;
}

/** A booking as a query reads it, with what its next step hangs on (`step-columns.server.ts`). */
export interface StepRow
  extends
    Omit<
      StepFacts,
      | "client"
      | "plumber"
      | "preferredPlumber"
      | "hasAddress"
      | "isReviewed"
      | "answerTime"
      | "claims"
      | "disputedAt"
      | "money"
    >,
    Pick<Booking, "fee" | "agreedPrice" | "finalAmount" | "finalAnswer" | "due" | "paidAmount"> {
  client: Pick<Named, "firstName">;
  plumber: Pick<Named, "firstName"> | null;
  preferredPlumberName: string | null;
  location: string | null;
  reviewedAt: Instant | null;
  openQuote: StepMoney["quote"];
  openPayment: Omit<NonNullable<StepMoney["payment"]>, "isTooMuch"> | null;
  isDenied: boolean;
  /** Claims of a missed visit and disputes of the final amount, oldest first. */
  claimEvents: Pick<BookingEvent, "event" | "at">[];
}

/** Facts beside a booking's own row: lists and notices do without. */
interface Beside extends Pick<StepMoney, "payable" | "underWay" | "back"> {
  answerTime: number | null;
}

export function stepFacts(
  row: StepRow,
  { payable = null, underWay = null, back = null, answerTime = null }: Partial<Beside> = {},
): StepFacts {
  const { openPayment, claimEvents, agreedPrice, finalAmount, finalAnswer, due, paidAmount, isDenied } = row;
  const payment = openPayment && { ...openPayment, isTooMuch: openPayment.amount > mostPayable(row) };
  const more = unsettledPart(row);
  const amounts = { agreedPrice, finalAmount, finalAnswer, due, paidAmount, more };
  return {
    ...row,
    client: row.client.firstName,
    plumber: row.plumber && row.plumber.firstName,
    preferredPlumber: row.preferredPlumberName,
    hasAddress: row.location !== null,
    isReviewed: row.reviewedAt !== null,
    answerTime,
    claims: { client: missedVisitClaim(claimEvents, "client"), plumber: missedVisitClaim(claimEvents, "plumber") },
    disputedAt: claimEvents.findLast(({ event }) => event === "dispute-final")?.at ?? null,
    money: { ...amounts, quote: row.openQuote, payment, isDenied, payable, underWay, back },
  };
}

/** True if somebody else has to come: our office arranges it (B30). */
export const needsOtherPlumber = ({ status, isPlumberSuspended }: Pick<StepFacts, "status" | "isPlumberSuspended">) =>
  isPlumberSuspended && isToCome(status);

export const MONEY_STATES = [
  "frozen",
  "disputed",
  "excess",
  "toConfirm",
  "paying",
  "quote",
  "denied",
  "due",
  "quoteExpired",
  "settled",
] as const;
type MoneyState = (typeof MONEY_STATES)[number];

export function moneyState({ frozenAt, money }: Pick<StepFacts, "frozenAt" | "money">, now: Instant): MoneyState {
  if (frozenAt !== null) return "frozen";
  if (money.finalAnswer === "disputed") return "disputed";
  if (money.more > 0) return "excess";
  if (money.payment) return "toConfirm";
  if (money.underWay !== null) return "paying";
  if (money.quote && money.quote.validUntil >= now) return "quote";
  if (money.due > 0) return money.isDenied ? "denied" : "due";
  return money.quote ? "quoteExpired" : "settled";
}

/** From when on a request counts as unanswered for its client (B30): half of the time until its start is over, or a day. */
export const unansweredFrom = ({ waitingSince, startsAt }: Pick<StepFacts, "waitingSince" | "startsAt">): Instant =>
  waitingSince + Math.min(DAY, Math.max(HOUR, (startsAt - waitingSince) / 2));

/** True if the client may leave a plumber who let them wait (B31): a quote or another time is an answer. */
export const isUnanswered = (row: Unanswered, now: Instant): boolean =>
  row.status === "pending" &&
  row.plumber !== null &&
  row.proposedBy === null &&
  row.agreedPrice === null &&
  row.openQuote === null &&
  now >= unansweredFrom(row);
type Unanswered = Pick<
  StepRow,
  "status" | "plumber" | "proposedBy" | "agreedPrice" | "openQuote" | "waitingSince" | "startsAt"
>;

export const TIME_WINDOWS = ["ahead", "day", "hour", "begun", "late", "over"] as const;
export type TimeWindow = (typeof TIME_WINDOWS)[number];

/** From when on a plumber who has not said that they are on the way is late (B30). */
export const LATE_AFTER = 10 * MINUTE;

export function timeWindow(startsAt: Instant, now: Instant): TimeWindow {
  if (now >= startsAt + DAY) return "over";
  if (now >= startsAt + LATE_AFTER) return "late";
  if (now >= startsAt) return "begun";
  if (now >= startsAt - HOUR) return "hour";
  return dateAt(startsAt) === dateAt(now) ? "day" : "ahead";
}
