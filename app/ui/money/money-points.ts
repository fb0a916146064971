import {
  openPayment,
  openQuote,
  type BookingMoney,
  type MoneyAction,
  type QuoteLine,
} from "~/domain/money/booking-money";
import type { StepAction } from "~/domain/bookings/next-step/next-step";
import { mostPayable, unsettledPart } from "~/domain/bookings/final-amount";
import { METHOD_WORDS } from "~/domain/bookings/payment-method";
import { byMethod, type OnlineMoney } from "~/domain/escrow/online-payment";
import { dateAt, formatDate, formatDay, type Instant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { sideOf, type Role } from "~/domain/values/user";
import { ON_HOLD } from "./money-labels";

// What is open about the money of a booking, in words.

export interface MoneyButton {
  action: MoneyAction;
  label: string;
  busy: string;
  /** What the button sends along; null: it leads to a form. */
  shown: Record<string, string | number> | null;
}

/** Something that is open: a question to the viewer, or what they wait for. */
export interface OpenPoint {
  /** The next step (B30) that its buttons take, where it is the viewer's; null: it has none. */
  step: StepAction | null;
  text: string;
  quote: { lines: QuoteLine[]; total: number; deposit: number | null; note: string | null } | null;
  buttons: MoneyButton[];
}

/** An open point with the buttons that it may have; which of them the viewer has is decided where they are shown. */
type Point = Omit<OpenPoint, "buttons"> & { buttons: [action: MoneyAction, shown: MoneyButton["shown"]][] };

/** What is open for a role: the final amount, a quote, a recorded payment, a payment under way, in this order. */
export const listPoints = (
  money: BookingMoney,
  role: Role,
  underWay: OnlineMoney["underWay"] | undefined,
  now: Instant,
): Point[] =>
  [
    finalQuestion(money, role),
    pointOfQuote(money, role, now),
    pointOfPayment(money, role),
    underWay ? pointOfOnlinePayment(money, role, underWay) : null,
  ].filter((point) => point !== null);

/** The client's question about a final amount above the agreed one (M3), or how it stands. */
function finalQuestion(money: BookingMoney, role: Role): Point | null {
  const { finalAmount, finalReason, finalAnswer } = money;
  const more = unsettledPart(money);
  if (finalAmount === null || (more === 0 && finalAnswer !== "disputed")) return null;
  if (more === 0)
    return {
      step: "answer-final",
      text: `${role === "client" ? "You" : money.client} disagreed that the job is done for ${formatMoney(finalAmount)}. ${decides(role)}`,
      quote: null,
      buttons: [["agree-final", { amount: finalAmount }]],
    };
  const who = role === "plumber" ? "You asked" : `${money.plumber} asks`;
  const state =
    finalAnswer === "disputed"
      ? ` ${role === "client" ? "You" : money.client} disagreed. ${decides(role)}`
      : role === "client"
        ? " Do you agree?"
        : ` ${money.client} hasn't answered yet.`;
  return {
    step: "answer-final",
    text: `${who} for ${formatMoney(finalAmount)}, ${formatMoney(more)} more than agreed${finalReason ? `: “${finalReason}”` : ""}.${state}`,
    quote: null,
    buttons: [
      ["agree-final", { amount: finalAmount }],
      ["dispute-final", null],
    ],
  };
}

const decides = (role: Role): string => (role === "admin" ? "Please decide." : "Our office will decide.");

function pointOfQuote(money: BookingMoney, role: Role, now: Instant): Point | null {
  const quote = openQuote(money);
  if (!quote) return null;
  const sent = `${quote.version > 1 ? "A new" : "A"} quote for ${formatMoney(quote.total)}, ${role === "plumber" ? `sent to ${money.client}` : `from ${money.plumber}`}.`;
  const until = formatDate(dateAt(quote.validUntil), "short");
  const next =
    quote.validUntil < now
      ? `It expired on ${until}.`
      : role === "client"
        ? `Accept or decline it by ${until}.`
        : `Valid until ${until}.`;
  return {
    step: "answer-quote",
    text: `${sent} ${next}`,
    quote,
    buttons: [
      ["accept-quote", { version: quote.version }],
      ["decline-quote", null],
    ],
  };
}

/** The record that waits for an answer (M6). */
function pointOfPayment(money: BookingMoney, role: Role): Point | null {
  const payment = openPayment(money);
  if (!payment) return null;
  const { recordedBy, amount, method, recordedAt } = payment;
  const by = { client: money.client, plumber: money.plumber, admin: "Our office" }[recordedBy];
  const asked = sideOf(recordedBy) === "client" ? money.plumber : money.client;
  const isTheirs = sideOf(recordedBy) !== sideOf(role) && role !== "admin";
  const question = sideOf(role) === "client" ? "Did you pay this?" : "Did you get it?";
  const next =
    money.frozenAt !== null
      ? ON_HOLD
      : amount > mostPayable(money)
        ? `Only ${formatMoney(money.due)} is due by now. ${recordedBy === role ? "Take it back" : `${by} can take it back`} and record what counts.`
        : isTheirs
          ? question
          : `Waiting for ${asked} to confirm it.`;
  return {
    step: "answer-payment",
    text: `${recordedBy === role ? "You" : by} recorded that ${formatMoney(amount)} was paid ${METHOD_WORDS[method]} on ${formatDay(recordedAt)}. ${next}`,
    quote: null,
    buttons: [
      ["confirm-payment", { payment: payment.id }],
      ["deny-payment", null],
      ["withdraw-payment", { payment: payment.id }],
    ],
  };
}

/** The payment through the provider that is not decided yet (M10). */
const pointOfOnlinePayment = (
  { client }: BookingMoney,
  role: Role,
  { amount, method }: NonNullable<OnlineMoney["underWay"]>,
): Point => ({
  step: null,
  text: `${role === "client" ? "You're" : `${client} is`} paying ${formatMoney(amount)} ${byMethod(method)}…`,
  quote: null,
  buttons: [],
});
