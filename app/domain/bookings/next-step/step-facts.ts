import type { OnlineMethod, PaymentPurpose } from "~/db/money-words";
import { dateAt, DAY, HOUR, MINUTE, type Instant } from "../../time/harare";
import type { Named, Role } from "../../values/user";
import { isToCome } from "../booking";
import type { BookingEventName } from "../booking-event";
import type { Ruling } from "../dispute";
import { isDisputed, mostPayable, unsettledPart, type MoneyBack } from "../final-amount";
import { missedVisitClaim } from "../job-steps";
import type { PaymentMethod } from "../payment-method";
import type { Booking, BookingForCommand, BookingView } from "../booking-views";
import type { BookingActor } from "../booking-machine";

export type StepReader = "client" | "plumber" | "office";

/** The payments online that a next step hangs on. */
export interface OnlineStep {
  /** The amount that can be paid online now; a deposit is asked for before the work (M10). Null: nothing. */
  payable: { amount: number; purpose: PaymentPurpose } | null;
  underWay: number | null;
}

/** A booking's open questions, and what ended it. */
export interface OpenQuestions {
  openQuote: { total: number; validUntil: Instant } | null;
  openPayment: { amount: number; method: PaymentMethod; recordedBy: Role } | null;
  /** A payment online that the provider left undecided, until our office has checked it (M11); null: none. */
  uncheckedPayment: { amount: number; method: OnlineMethod; startedAt: Instant } | null;
  /** The side that denied the last record of a payment, until our office has decided; null: neither. */
  deniedBy: Role | null;
  /** The event that cancelled, refused or expired the booking; null if none did. */
  closing: { by: BookingActor; at: Instant; reason: string | null } | null;
  /** Claims of a missed visit with their ends, objections and decisions, oldest first. */
  claimEvents: { event: BookingEventName; at: Instant }[];
}

type Needed = "status" | "startsAt" | "onTheWayAt" | "frozenAt" | "proposedStart" | "proposedBy" | Ended | Money;
type Ended = "cancelledLateBy" | "missedBy";
type Money = "fee" | "agreedPrice" | "agreedDeposit" | "finalAmount" | "finalAnswer" | "due" | "paidAmount";
type Known = "expectedAt" | "location" | "preferredPlumberName" | "reviewedAt" | "instead";

/** A booking as queries read it for its next step (B30, `step-columns.server.ts`). Amounts in cents. */
export interface StepFacts
  extends
    Pick<Booking, Needed>,
    Pick<BookingForCommand, "waitingSince" | "isOnlyCalled" | "isPlumberSuspended">,
    OpenQuestions,
    Partial<OnlineStep & Pick<BookingView, Known>> {
  client: Pick<Named, "firstName">;
  /** Null: no one is assigned yet. */
  plumber: Pick<Named, "firstName"> | null;
  /** The plumber's usual time to answer, in milliseconds; null: not known. */
  answerTime?: number | null | undefined;
  ruling?: Ruling | null;
  /** The words of the side that denied the last record of a payment (`deniedBy`); null: none. */
  denialReason?: string | null;
  /** The total of the last quote, if the client declined it; null: no such quote. */
  declinedQuote?: number | null;
  /** The use of money paid online, once the booking is called off (M12); null: none. */
  back?: MoneyBack | null;
}

type Answer = "answer-time" | "answer-quote" | "answer-final" | "answer-payment";
type Reach = "directions" | "message" | "call-client" | "call-plumber" | "call-office";
type Instead = "book-again" | "ask-another" | "see-instead" | "find-plumber";
type Taken = "confirm" | "refuse" | "on-the-way" | "start" | "complete" | "plumber-did-not-come";

export type StepAction =
  | Taken
  | Answer
  | "pay"
  | "record-payment"
  | Reach
  | "review"
  | Instead
  | "remind"
  | "decide"
  | "check-payment";

/** The next step of a booking for one viewer (B30). */
export interface NextStep {
  /** The viewer's task, or the state of the booking, in one or two sentences. */
  sentence: string;
  /** The state in a few words, for a row of a list; null: the status says it all, or the action's label what is asked. */
  brief: string | null;
  hint: string | null;
  primary: StepAction | null;
  beside: StepAction | null;
  /** True if the viewer is asked for something: menus count it. */
  isAsked: boolean;
  /** Absent: its brief can wait. */
  isUrgent?: true;
  /** The event that the first sentence is the news of, for emails; absent: none. */
  tells?: BookingEventName;
}

/** The steps of which a card that says them needs no badge: the badge's word is coarser than they are. */
const DAY_STEPS: readonly (BookingEventName | undefined)[] = ["on-the-way", "start"];

/** True for a side's step that says more than the badge of its booking. */
export const tellsDay = ({ isAsked, brief, primary, tells }: NextStep): boolean =>
  isAsked ? brief !== null && primary !== "confirm" : DAY_STEPS.includes(tells);

/** The sides whose claims of a missed visit wait for our office (B27), the client before the plumber. */
export const claimants = ({ claimEvents, startsAt }: Pick<StepFacts, "claimEvents" | "startsAt">) =>
  (["client", "plumber"] as const).filter((side) => missedVisitClaim(claimEvents, side, startsAt) === "standing");

/** When a side last objected to the final amount or the work (M3, M5), or denied a payment; null: never. */
export const disputedAt = ({ claimEvents }: StepFacts, by: "dispute-final" | "deny-payment"): Instant | null =>
  claimEvents.findLast(({ event }) => event === by)?.at ?? null;

/** The total of the quote that the client declined last, in cents, unless a price is agreed on; null: none. */
export const declinedTotal = ({ agreedPrice, declinedQuote }: StepFacts): number | null =>
  agreedPrice === null ? (declinedQuote ?? null) : null;

/** The deposit that the client has agreed to pay before the work and has not paid (M10), in cents; 0: none. */
export function unpaidDeposit({ agreedDeposit, agreedPrice, paidAmount }: StepFacts): number {
  const deposit = agreedDeposit ?? 0;
  return deposit > paidAmount && deposit < (agreedPrice ?? 0) ? deposit - paidAmount : 0;
}

/** True for a recorded payment of more than is due, so that it can't count (M6). */
export const isTooMuch = (facts: Recorded): boolean => (facts.openPayment?.amount ?? 0) > mostPayable(facts);

type Recorded = Pick<StepFacts, "openPayment" | "finalAmount" | "due">;

/** True while the agreed part of a final amount is due, and no payment of it waits for an answer (M4). */
export const isPartDue = (
  facts: Pick<StepFacts, "due" | "openPayment"> & Parameters<typeof unsettledPart>[0],
): boolean => facts.due > 0 && facts.openPayment === null && unsettledPart(facts) > 0;

/** True if a side is asked about the recorded payment: whether it was made, or to take back one of too much. */
export function isToAnswerPayment(facts: Recorded, reader: "client" | "plumber"): boolean {
  const by = facts.openPayment?.recordedBy;
  if (!by) return false;
  return isTooMuch(facts) ? by === reader : (reader === "client") === (by === "plumber");
}

/** True if someone else has to come: our office arranges it (B30). */
export const needsOtherPlumber = ({ status, isPlumberSuspended }: Pick<StepFacts, "status" | "isPlumberSuspended">) =>
  isPlumberSuspended && isToCome(status);

export const MONEY_STATES = [
  "frozen",
  "disputed",
  "excess",
  "toConfirm",
  "paying",
  "quote",
  "unchecked",
  "denied",
  "due",
  "quoteExpired",
  "settled",
] as const;

export function moneyState(facts: StepFacts, now: Instant): (typeof MONEY_STATES)[number] {
  const { openQuote } = facts;
  if (facts.frozenAt !== null) return "frozen";
  if (isDisputed(facts)) return "disputed";
  if (unsettledPart(facts) > 0) return "excess";
  if (facts.openPayment) return "toConfirm";
  if (facts.underWay != null) return "paying";
  if (openQuote && openQuote.validUntil >= now) return "quote";
  if (facts.uncheckedPayment) return "unchecked";
  if (facts.due > 0) return facts.deniedBy ? "denied" : "due";
  return openQuote ? "quoteExpired" : "settled";
}

/** From when on a request counts as unanswered for its client (B30): half of the time until its start is over, or a day. */
export const unansweredFrom = ({ waitingSince, startsAt }: Pick<StepFacts, "waitingSince" | "startsAt">): Instant =>
  waitingSince + Math.min(DAY, Math.max(HOUR, (startsAt - waitingSince) / 2));

/** True for a request that its plumber has not answered in any way (B31): a quote or another time is an answer. */
export const isToAnswer = (booking: Pick<StepFacts, "status" | "proposedBy" | "agreedPrice" | "openQuote">): boolean =>
  booking.status === "pending" &&
  booking.proposedBy === null &&
  booking.agreedPrice === null &&
  booking.openQuote === null;

/** True if the client may leave a plumber who let them wait (B31). */
export const isUnanswered = (booking: StepFacts, now: Instant): boolean =>
  booking.plumber !== null && isToAnswer(booking) && now >= unansweredFrom(booking);

export const TIME_WINDOWS = ["ahead", "day", "hour", "begun", "late", "over"] as const;
export type TimeWindow = (typeof TIME_WINDOWS)[number];

/** From when on a plumber who has not said that they are on the way is late (B30). */
const LATE_AFTER = 10 * MINUTE;

export function timeWindow(startsAt: Instant, now: Instant): TimeWindow {
  if (now >= startsAt + DAY) return "over";
  if (now >= startsAt + LATE_AFTER) return "late";
  if (now >= startsAt) return "begun";
  if (now >= startsAt - HOUR) return "hour";
  return dateAt(startsAt) === dateAt(now) ? "day" : "ahead";
}

/** True once the plumber should be there: after the start, or when they said they would be, whichever is later (B30). */
export const isLate = ({ startsAt, expectedAt }: StepFacts, now: Instant): boolean =>
  now >= Math.max(startsAt, expectedAt ?? startsAt) + LATE_AFTER;

/** True once a plumber who is on the way should be there by their own word, also while the start is ahead. */
export const isOverdue = ({ onTheWayAt, expectedAt }: StepFacts, now: Instant): boolean =>
  onTheWayAt !== null && expectedAt != null && expectedAt > onTheWayAt && now >= expectedAt + LATE_AFTER;
