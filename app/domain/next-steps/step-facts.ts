import type { Booking, BookingView } from "../bookings/booking";
import { missedVisitClaim, type MissedVisitClaim } from "../bookings/job-steps";
import type { BookingEvent } from "../bookings/booking-event";
import {
  mostPayable,
  openPayment,
  openQuote,
  unsettledPart,
  type BookingMoney,
  type PaymentMethod,
} from "../money/booking-money";
import type { FeeMode } from "../online-payments/fee-mode";
import type { OnlineMoney } from "../online-payments/online-payment";
import { paymentChoices } from "../online-payments/payable";
import { dateAt, DAY, HOUR, MINUTE, type Instant } from "../time/harare";
import type { Named, Role } from "../values/user";

/** Who reads the next step: a side of the booking, or the office. */
export type StepReader = "client" | "plumber" | "office";

/** What the next step of a booking hangs on, for every viewer (B30). Amounts in cents. */
export interface StepFacts extends Pick<
  Booking,
  | "status"
  | "startsAt"
  | "onTheWayAt"
  | "expectedAt"
  | "createdAt"
  | "frozenAt"
  | "proposedStart"
  | "proposedBy"
  | "cancelledLateBy"
> {
  /** First names; `plumber` null: nobody is assigned yet. */
  client: string;
  plumber: string | null;
  /** Full name of whom the client asked for, while the office has yet to assign the request. */
  preferredPlumber: string | null;
  hasAddress: boolean;
  /** Whether the client has no email: the office speaks for them (N20). */
  isByPhone: boolean;
  isReviewed: boolean;
  /** How long the plumber usually takes to answer, in milliseconds; null: not known. */
  answerTime: number | null;
  /** Who cancelled, refused or, `system`, let it run out; null: none of it, or not known. */
  closedBy: Role | "system" | null;
  /** What each side has said of a missed visit (B27). */
  claims: Record<"client" | "plumber", MissedVisitClaim>;
  money: StepMoney;
}

/** What of the money asks somebody for something. */
export interface StepMoney extends Pick<BookingMoney, "agreedPrice" | "finalAmount" | "finalAnswer" | "due"> {
  /** The open quote. */
  quote: { total: number; validUntil: Instant } | null;
  /** How much of the final amount the client is still to agree to (M3). */
  more: number;
  /** The record that waits for an answer (M6); `isTooMuch`: of more than is due, so that it can't count. */
  payment: { amount: number; method: PaymentMethod; recordedBy: Role; isTooMuch: boolean } | null;
  /** Whether the latest record was denied. */
  isDenied: boolean;
  /** What the client is asked to pay online; null: nothing. */
  payable: number | null;
  /** A payment online that is not decided yet. */
  underWay: number | null;
}

/** Who closed a booking, by its history, oldest first. */
function closedBy(history: readonly BookingEvent[]): StepFacts["closedBy"] {
  const closing = history.findLast(({ event }) => event === "cancel" || event === "refuse" || event === "expire");
  return closing?.actorRole ?? null;
}

/** What each side has said of a missed visit, by the history, oldest first. */
const claimsOf = (history: readonly Pick<BookingEvent, "event">[]): StepFacts["claims"] => ({
  client: missedVisitClaim(history, "client"),
  plumber: missedVisitClaim(history, "plumber"),
});

/** A row of a list with what its next step hangs on (`step-columns.server.ts`). */
export interface StepRow
  extends
    Omit<
      StepFacts,
      "client" | "plumber" | "preferredPlumber" | "hasAddress" | "isReviewed" | "answerTime" | "claims" | "money"
    >,
    Pick<BookingMoney, "fee" | "agreedPrice" | "finalAmount" | "finalAnswer" | "due"> {
  client: Pick<Named, "firstName">;
  plumber: Pick<Named, "firstName"> | null;
  preferredPlumberName: string | null;
  location: string | null;
  reviewedAt: Instant | null;
  openQuote: StepMoney["quote"];
  openPayment: Omit<NonNullable<StepMoney["payment"]>, "isTooMuch"> | null;
  /** Null: the latest record was not denied, or there is none. */
  isDenied: boolean | null;
  /** What was said of a missed visit, oldest first; null: nothing that stands. */
  claimEvents: Pick<BookingEvent, "event">[] | null;
}

/** What the next step hangs on, of a row of a list, which knows nothing of payments online. */
export function rowFacts(row: StepRow): StepFacts {
  const { openPayment: payment } = row;
  return {
    ...row,
    client: row.client.firstName,
    plumber: row.plumber && row.plumber.firstName,
    preferredPlumber: row.preferredPlumberName,
    hasAddress: row.location !== null,
    isReviewed: row.reviewedAt !== null,
    answerTime: null,
    claims: claimsOf(row.claimEvents ?? []),
    money: {
      agreedPrice: row.agreedPrice,
      finalAmount: row.finalAmount,
      finalAnswer: row.finalAnswer,
      due: row.due,
      quote: row.openQuote,
      more: unsettledPart(row),
      payment: payment && { ...payment, isTooMuch: payment.amount > mostPayable(row) },
      isDenied: row.isDenied ?? false,
      payable: null,
      underWay: null,
    },
  };
}

/** What the next step hangs on, of what a booking's page shows. `online` null: nobody can pay online. */
export function stepFacts(
  booking: BookingView,
  money: BookingMoney,
  history: readonly BookingEvent[],
  { online = null, answerTime = null }: { online?: OnlineMoney | null; answerTime?: number | null },
): StepFacts {
  return {
    ...booking,
    client: booking.client.firstName,
    plumber: booking.plumber && booking.plumber.firstName,
    preferredPlumber: booking.preferredPlumberName,
    hasAddress: booking.location !== null,
    isReviewed: booking.reviewedAt !== null,
    answerTime,
    closedBy: closedBy(history),
    claims: claimsOf(history),
    money: stepMoney(money, online),
  };
}

function stepMoney(money: BookingMoney, online: OnlineMoney | null): StepMoney {
  const { agreedPrice, finalAmount, finalAnswer, due, payments } = money;
  const payment = openPayment(money);
  return {
    agreedPrice,
    finalAmount,
    finalAnswer,
    due,
    quote: openQuote(money),
    more: unsettledPart(money),
    payment: payment && { ...payment, isTooMuch: payment.amount > mostPayable(money) },
    isDenied: payments[0]?.status === "denied",
    payable: online && !payment ? payableNow(money, online.feeMode) : null,
    underWay: online?.underWay?.amount ?? null,
  };
}

/** What is left after a deposit can wait until the work is done. */
function payableNow(money: BookingMoney, feeMode: FeeMode): number | null {
  const [choice] = paymentChoices(money, feeMode);
  return choice && !(choice.purpose === "rest" && money.status !== "completed") ? choice.amount : null;
}

/** How the money of a booking stands, by what is most pressing. */
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
export type MoneyState = (typeof MONEY_STATES)[number];

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

/** Where now is, seen from the start of the visit. */
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
