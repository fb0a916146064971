import type { Booking, BookingStatus } from "../bookings/booking";
import { AGREED_STATUSES, isOpen } from "../bookings/booking";
import { agreedAmount, isAboveAgreed } from "../bookings/final-amount";
import type { Instant } from "../time/harare";
import { MAX_AMOUNT } from "../values/money";
import { ROLES, type Role } from "../values/user";

// What a booking's money is, and who may do what with it (M1 to M7). Amounts are cents.

export const MAX_LINES = 12;
/** How many quotes a booking can have. */
export const MAX_VERSIONS = 20;
/** How long a quote can hold. */
export const MAX_DAYS_VALID = 90;
export const USUAL_DAYS_VALID = 7;

export const PAYMENT_METHODS = ["cash", "ecocash", "other"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export interface QuoteLine {
  what: string;
  amount: number;
}

export interface Quote {
  version: number;
  lines: QuoteLine[];
  total: number;
  note: string | null;
  /** The last instant at which it can be accepted. */
  validUntil: Instant;
  status: "open" | "accepted" | "declined" | "replaced" | "ended";
  createdAt: Instant;
}

export const PAYMENT_STATUSES = ["open", "confirmed", "denied", "voided"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The status that a URL names; for anything else, "open". */
export const parsePaymentStatus = (text: string | null): PaymentStatus =>
  PAYMENT_STATUSES.find((known) => known === text) ?? "open";

export interface Payment {
  id: string;
  amount: number;
  method: PaymentMethod;
  status: PaymentStatus;
  recordedBy: Role;
  recordedAt: Instant;
  /** The number of its receipt, and of the counter-entry that voids it (M7). */
  receipt: number | null;
  voidedBy: number | null;
}

/** Everything that a booking's money section shows. */
export interface BookingMoney extends Pick<
  Booking,
  "fee" | "agreedPrice" | "finalAmount" | "finalReason" | "finalAnswer" | "paidAmount" | "due" | "frozenAt"
> {
  bookingId: string;
  status: BookingStatus;
  client: string;
  /** Null: nobody is assigned yet, and there is no money to talk about. */
  plumber: string | null;
  /** Whether the client has an email and can answer for themselves (B29). */
  clientSignsIn: boolean;
  /** Latest first. */
  quotes: Quote[];
  payments: Payment[];
}

/** In which statuses a payment can be recorded (M6). */
export const PAYABLE_STATUSES = [...AGREED_STATUSES, "completed"] as const satisfies readonly BookingStatus[];
const isPayable = (status: BookingStatus) => (PAYABLE_STATUSES as readonly BookingStatus[]).includes(status);

/** For whom someone speaks about money: the office stands in for the client (M6). */
export const sideOf = (role: Role): "client" | "plumber" => (role === "plumber" ? "plumber" : "client");

/** The roles on a side. */
export const rolesOn = (side: "client" | "plumber"): Role[] => ROLES.filter((role) => sideOf(role) === side);

export const otherSide = (role: Role): "client" | "plumber" => (sideOf(role) === "client" ? "plumber" : "client");

type Settling = Pick<BookingMoney, "finalAmount" | "finalAnswer" | "fee" | "agreedPrice">;

/** Whether the client is still to agree to a final amount above the agreed one (M3). */
export const asksClient = (money: Settling): boolean =>
  money.finalAmount !== null && money.finalAnswer === null && isAboveAgreed(money.finalAmount, money);

/** How much of the final amount is not due until the client agrees or the office decides (M4). */
export function unsettledPart(money: Settling): number {
  const { finalAmount, finalAnswer } = money;
  if (finalAmount === null || finalAnswer === "agreed" || finalAnswer === "decided") return 0;
  return Math.max(0, finalAmount - (agreedAmount(money) ?? finalAmount));
}

/** The most that can be recorded as paid now (M6). */
export const mostPayable = ({ finalAmount, due }: Pick<BookingMoney, "finalAmount" | "due">): number =>
  finalAmount === null ? MAX_AMOUNT : due;

export const openQuote = ({ quotes }: Pick<BookingMoney, "quotes">): Quote | null =>
  quotes.find(({ status }) => status === "open") ?? null;
export const acceptedQuote = ({ quotes }: Pick<BookingMoney, "quotes">): Quote | null =>
  quotes.find(({ status }) => status === "accepted") ?? null;
export const openPayment = ({ payments }: Pick<BookingMoney, "payments">): Payment | null =>
  payments.find(({ status }) => status === "open") ?? null;

/** What can be done with a booking's money, in the order of their buttons; each is a row of its history. */
export const MONEY_ACTIONS = [
  "accept-quote",
  "decline-quote",
  "agree-final",
  "dispute-final",
  "confirm-payment",
  "deny-payment",
  "quote",
  "decide",
  "record-payment",
  "void-receipt",
] as const;
export type MoneyAction = (typeof MONEY_ACTIONS)[number];

interface Rule {
  by: readonly Role[];
  when: (money: BookingMoney, role: Role, now: Instant) => boolean;
}

/** Who may do what, and when: buttons and pages are computed from it; the verbs check the same in SQL. */
const RULES: Record<MoneyAction, Rule> = {
  quote: { by: ["plumber"], when: ({ status, quotes }) => isOpen(status) && quotes.length < MAX_VERSIONS },
  "accept-quote": {
    by: ["client"],
    when: (money, _, now) => isOpen(money.status) && (openQuote(money)?.validUntil ?? 0) >= now,
  },
  "decline-quote": { by: ["client"], when: (money) => isOpen(money.status) && openQuote(money) !== null },
  "agree-final": { by: ["client"], when: (money) => asksClient(money) || money.finalAnswer === "disputed" },
  "dispute-final": { by: ["client"], when: asksClient },
  decide: { by: ["admin"], when: ({ finalAmount, frozenAt }) => finalAmount !== null || frozenAt !== null },
  "record-payment": { by: ROLES, when: canRecord },
  "confirm-payment": { by: ROLES, when: isToAnswer },
  "deny-payment": { by: ROLES, when: isToAnswer },
  "void-receipt": { by: ["admin"], when: ({ payments }) => payments.some(({ status }) => status === "confirmed") },
};

function canRecord(money: BookingMoney, role: Role): boolean {
  const open = openPayment(money);
  const isFree = open === null || (role !== "admin" && sideOf(open.recordedBy) !== sideOf(role));
  return isPayable(money.status) && money.frozenAt === null && mostPayable(money) > 0 && isFree;
}

function isToAnswer(money: BookingMoney, role: Role): boolean {
  const open = openPayment(money);
  if (!open || sideOf(open.recordedBy) === sideOf(role)) return false;
  return role !== "admin" || !money.clientSignsIn;
}

/** What this role can do with a booking's money now, in the order of `MONEY_ACTIONS`. */
export const availableMoneyActions = (money: BookingMoney, role: Role, now: Instant): MoneyAction[] =>
  money.plumber === null
    ? []
    : MONEY_ACTIONS.filter((action) => isMoneyActionOf(action, role) && RULES[action].when(money, role, now));

/** Whether a role can ever do this. */
export const isMoneyActionOf = (action: MoneyAction, role: Role): boolean => RULES[action].by.includes(role);

/** What the office decides about, as its page showed it: of two admins, the second sends another one. */
export const stateOfDispute = ({
  finalAmount,
  finalAnswer,
  frozenAt,
}: Pick<BookingMoney, "finalAmount" | "finalAnswer" | "frozenAt">): string =>
  [finalAmount, finalAnswer, frozenAt].join(".");

/** A receipt's number as people write it (M7): `PR-1042`. */
export const formatReceipt = (number: number): string => `PR-${number}`;

/** The number written as `PR-1042`, in any letter case; null for any other text. */
export function parseReceipt(text: string): number | null {
  const match = /^PR-([1-9]\d{0,11})$/i.exec(text);
  return match ? Number(match[1]) : null;
}
