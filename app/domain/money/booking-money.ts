import { type MoneyEvent, type PAYMENT_STATUSES, RECORDED_METHODS } from "~/db/money-words";
import { isAccepted, isOpen } from "../bookings/booking";
import { isUndecided } from "../bookings/booking-machine";
import { isAboveAgreed, isDisputed, mostPayable } from "../bookings/final-amount";
import type { Instant } from "../time/harare";
import type { BookingForCommand } from "../bookings/booking-views";
import type { OpenDispute } from "../bookings/dispute";
import type { PaymentMethod } from "../bookings/payment-method";
import { MAX_VERSIONS, type Quote } from "./quote";
import { type Role, ROLES, sideOf } from "../values/user";

// A booking's money, and who may do what with it (M1 to M7). Amounts are cents.

export { type MoneyEvent, RECORDED_METHODS };
export type RecordedMethod = (typeof RECORDED_METHODS)[number];

/** A recorded payment of a booking (M6), or one that came online. */
export interface Payment {
  id: string;
  amount: number;
  method: PaymentMethod;
  status: (typeof PAYMENT_STATUSES)[number];
  recordedBy: Role;
  recordedAt: Instant;
  /** The numbers of its receipt, and of the counter-entry that voids it (M7). */
  receipt: number | null;
  voidedBy: number | null;
}

type Amounts = "fee" | "agreedPrice" | "agreedDeposit" | "finalAmount" | "finalReason" | "finalAnswer" | "due";
type Paid = "paidAmount" | "heldAmount" | "frozenAt" | "passedOn";

/** A booking's money, with the latest quote and the latest payment first. */
export interface BookingMoney extends Pick<
  BookingForCommand,
  "status" | "startsAt" | "isByPhone" | "isMissed" | Amounts | Paid
> {
  bookingId: string;
  client: string;
  plumber: string | null;
  quotes: Quote[];
  payments: Payment[];
  /** The open ones, for the office's forms alone. */
  disputes?: readonly OpenDispute[];
}

export const rolesOn = (side: "client" | "plumber"): Role[] => ROLES.filter((role) => sideOf(role) === side);

export const otherSide = (role: Role): "client" | "plumber" => (sideOf(role) === "client" ? "plumber" : "client");

type Asked = Pick<BookingMoney, "finalAmount" | "finalAnswer" | "fee" | "agreedPrice">;

/** The client is still to agree to a final amount above the agreed one (M3). */
export const asksClient = (money: Asked): boolean =>
  money.finalAmount !== null && money.finalAnswer === null && isAboveAgreed(money.finalAmount, money);

/** The client can object to the final amount (M5) when asked about it, or while what they have paid is held. */
const canObject = (money: BookingMoney): boolean => asksClient(money) || isHeldUndisputed(money);

/** Money is held for a finished job about which nobody has objected or decided: also once the amount was agreed (M5). */
const isHeldUndisputed = ({ finalAmount, finalAnswer, heldAmount }: BookingMoney): boolean =>
  finalAmount !== null && heldAmount > 0 && (finalAnswer === null || finalAnswer === "agreed");

export const openQuote = ({ quotes }: BookingMoney) => quotes.find(({ status }) => status === "open") ?? null;
export const acceptedQuote = ({ quotes }: BookingMoney) => quotes.find(({ status }) => status === "accepted") ?? null;
/** The quote that a new version begins with: the latest one of the present plumber; null: they have written none. */
export const latestQuote = ({ quotes }: BookingMoney) => quotes.find(({ status }) => status !== "ended") ?? null;
export const openPayment = ({ payments }: BookingMoney) => payments.find(({ status }) => status === "open") ?? null;

/** Clients answer for themselves, and the office for one who cannot sign in (N20). */
const speaksForClient = ({ isByPhone }: BookingMoney, role: Role): boolean => role !== "admin" || isByPhone;

interface Rule {
  by: readonly Role[];
  when: (money: BookingMoney, role: Role, now: Instant) => boolean;
}

const answer = (when: (money: BookingMoney, now: Instant) => boolean): Rule => ({
  by: rolesOn("client"),
  when: (money, role, now) => speaksForClient(money, role) && when(money, now),
});

/** All actions in the order of the buttons: pages are computed from this table; the verbs check the same in SQL. */
const RULES: Record<MoneyEvent, Rule> = {
  "accept-quote": answer((money, now) => canQuote(money) && (openQuote(money)?.validUntil ?? 0) >= now),
  "decline-quote": answer((money) => canQuote(money) && openQuote(money) !== null),
  "agree-final": answer((money) => asksClient(money) || isDisputed(money)),
  "dispute-final": answer(canObject),
  "confirm-payment": { by: ROLES, when: (money, role) => isToAnswer(money, role) && canCount(money) },
  "deny-payment": { by: ROLES, when: isToAnswer },
  "withdraw-payment": { by: ROLES, when: (money, role) => openPayment(money)?.recordedBy === role },
  quote: { by: ["plumber"], when: (money) => canQuote(money) && money.quotes.length < MAX_VERSIONS },
  decide: { by: ["admin"], when: ({ finalAmount, frozenAt }) => finalAmount !== null || frozenAt !== null },
  "resolve-dispute": { by: ["admin"], when: ({ disputes }) => disputes?.some(({ canResolve }) => canResolve) ?? false },
  "record-payment": { by: ROLES, when: canRecord },
  "void-receipt": { by: ["admin"], when: ({ payments }) => payments.some(isVoidable) },
};

/** A payment's receipt can be voided, but not an online one's: that is paid back instead (M7, M10). */
export const isVoidable = ({ status, method }: Pick<Payment, "status" | "method">): boolean =>
  status === "confirmed" && method !== "online";

/** Quotes are for work to come: not while our office decides about a missed visit (M5). */
export const canQuote = (money: BookingMoney): boolean => isOpen(money.status) && !isUndecided(money);

const MONEY_ACTIONS = Object.keys(RULES) as MoneyEvent[];

function canRecord(money: BookingMoney, role: Role): boolean {
  const open = openPayment(money);
  const isFree = open === null || (role !== "admin" && sideOf(open.recordedBy) !== sideOf(role));
  return isAccepted(money.status) && money.frozenAt === null && mostPayable(money) > 0 && isFree;
}

function isToAnswer(money: BookingMoney, role: Role): boolean {
  const open = openPayment(money);
  return open !== null && sideOf(open.recordedBy) !== sideOf(role) && speaksForClient(money, role);
}

/** The open record can count: nothing is frozen, and it is of no more than what is due. */
const canCount = (money: BookingMoney): boolean =>
  money.frozenAt === null && (openPayment(money)?.amount ?? 0) <= mostPayable(money);

export const availableMoneyActions = (money: BookingMoney, role: Role, now: Instant): MoneyEvent[] =>
  money.plumber === null
    ? []
    : MONEY_ACTIONS.filter((action) => isMoneyActionOf(action, role) && RULES[action].when(money, role, now));

const isMoneyActionOf = (action: MoneyEvent, role: Role): boolean => RULES[action].by.includes(role);

/** The action of that name, if the role can ever take it. */
export const findMoneyAction = (name: string, role: Role) =>
  MONEY_ACTIONS.find((known) => known === name && isMoneyActionOf(known, role));

type Disputed = Pick<BookingMoney, "finalAmount" | "finalAnswer" | "frozenAt" | "heldAmount">;
type Decided = Pick<BookingMoney, "status" | "isMissed">;

/** The state that the office's page showed: of two admins who decide, the second sends an outdated one. */
export const stateOfDispute = (money: Disputed): string =>
  [money.finalAmount, money.finalAnswer, money.frozenAt, money.heldAmount].join(".");

/** The choice of an amount that neither side stands by. */
export const ANOTHER_AMOUNT = "part";

export const HELD_DECISIONS = ["keep", "release", "refund", "split"] as const;

/** The office's decision says who gets the held money where a payer disputes it and nothing is to be paid yet (M11). */
export const decidesHeld = (money: Disputed & Decided): boolean =>
  money.frozenAt !== null && !isUndecided(money) && money.finalAmount === null && money.heldAmount > 0;

/** A booking on a page about money, in cents. */
export interface MoneyRow extends Pick<
  BookingForCommand,
  "id" | "reference" | "status" | "startsAt" | "serviceType" | "finalAmount" | "paidAmount"
> {
  /** Our office decides about its money first: a payment was denied, or an amount disputed. */
  isWithOffice: boolean;
  /**
   * The labels of the viewer's next steps: the client's question on the booking's page (null: none) and the pay page, and
   * the question about a record of a payment (null: none).
   */
  ask: { asked: string | null; pay: string; recorded: string | null };
  /** The due amount, and the part of the final one that is not agreed on, in words. */
  amounts: string[];
  /** Less what is `waiting` for an answer. */
  due: number;
  waiting: number | null;
  /** The due amount is agreed, and no record of it waits for an answer. */
  isToRecord: boolean;
  /** The other side's name. */
  other: string;
  /** Counter-entries are negative. */
  receipts: { number: number; amount: number; method: PaymentMethod | null }[];
}
