import {
  acceptedQuote,
  availableMoneyActions,
  openPayment,
  openQuote,
  sideOf,
  unsettledPart,
  type BookingMoney,
  type MoneyAction,
  type QuoteLine,
} from "~/domain/money/booking-money";
import { dateAt, formatDate, formatDay, type Instant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import type { Role } from "~/domain/values/user";
import { METHOD_WORDS, MONEY_LABELS } from "./money-labels";

// What the money section of a booking says. Loaders call this, so that the rules and words stay out of the browser.

export interface MoneyButton {
  action: MoneyAction;
  label: string;
  busy: string;
  /** What the button sends along; null: it leads to a form. */
  shown: Record<string, string | number> | null;
}

/** Something that is open: a question to the viewer, or what they wait for. */
export interface OpenPoint {
  text: string;
  quote: { lines: QuoteLine[]; total: number; note: string | null } | null;
  buttons: MoneyButton[];
}

export interface MoneySection {
  facts: { label: string; value: string }[];
  /** The last fact, said large; null: there is no final amount yet. */
  due: string | null;
  points: OpenPoint[];
  /** The quote that was agreed on. */
  agreed: { lines: QuoteLine[]; total: number; note: string | null } | null;
  payments: { id: string; text: string; receipts: number[]; voidable: number | null }[];
  rest: MoneyButton[];
}

/** Describes a booking's money for a role; null while nobody is assigned. */
export function describeMoney(money: BookingMoney, role: Role, now: Instant): MoneySection | null {
  if (money.plumber === null) return null;
  const actions = availableMoneyActions(money, role, now);
  const buttons = (...wanted: [action: MoneyAction, shown: MoneyButton["shown"]][]) =>
    wanted.flatMap(([action, shown]) =>
      actions.includes(action)
        ? [{ action, label: MONEY_LABELS[action].button, busy: MONEY_LABELS[action].busy, shown }]
        : [],
    );
  const points = [finalQuestion(money, role), pointOfQuote(money, role, now), pointOfPayment(money, role)];
  return {
    facts: listMoneyFacts(money),
    due: money.finalAmount === null ? null : formatMoney(money.due),
    points: points.flatMap((point) => (point ? [{ ...point, buttons: buttons(...point.buttons) }] : [])),
    agreed: acceptedQuote(money),
    payments: listPayments(money, role),
    rest: buttons(["quote", null], ["decide", null], ["record-payment", null], ["void-receipt", null]),
  };
}

/** What a booking costs and what was paid (M1 to M4). */
export function listMoneyFacts(money: BookingMoney): MoneySection["facts"] {
  const { fee, agreedPrice, finalAmount, finalReason, paidAmount } = money;
  const amounts: [label: string, cents: number | null][] = [
    ["Visit fee", fee],
    [acceptedQuote(money) ? "Agreed by quote" : "Agreed", agreedPrice],
    ["To pay in the end", finalAmount],
    ["Paid so far", paidAmount === 0 && finalAmount === null ? null : paidAmount],
    ["Not agreed yet", unsettledPart(money) || null],
  ];
  return [
    ...amounts.flatMap(([label, cents]) => (cents === null ? [] : [{ label, value: formatMoney(cents) }])),
    ...(finalReason ? [{ label: "Why it is more", value: `“${finalReason}”` }] : []),
  ];
}

type Point = Omit<OpenPoint, "buttons"> & { buttons: [action: MoneyAction, shown: MoneyButton["shown"]][] };

/** The client's question about a final amount above the agreed one (M3), or how it stands. */
function finalQuestion(money: BookingMoney, role: Role): Point | null {
  const { finalAmount } = money;
  const more = unsettledPart(money);
  if (more === 0 || finalAmount === null) return null;
  const who = role === "plumber" ? "You ask" : `${money.plumber} asks`;
  const state =
    money.finalAnswer === "disputed"
      ? " The client doesn't agree. Our office will decide."
      : role === "client"
        ? ""
        : ` ${money.client} hasn't agreed yet.`;
  return {
    text: `${who} for ${formatMoney(finalAmount)}, ${formatMoney(more)} more than agreed.${state}`,
    quote: null,
    buttons: [
      ["agree-final", { amount: finalAmount }],
      ["dispute-final", null],
    ],
  };
}

function pointOfQuote(money: BookingMoney, role: Role, now: Instant): Point | null {
  const quote = openQuote(money);
  if (!quote) return null;
  const name = role === "plumber" ? "Your quote" : `Quote from ${money.plumber}`;
  const version = quote.version > 1 ? `, version ${quote.version}` : "";
  const until = formatDate(dateAt(quote.validUntil));
  const isOver = quote.validUntil < now;
  return {
    text: `${name}${version}. ${isOver ? "Its time is over: it held until" : "It holds until"} ${until}.${role === "client" || isOver ? "" : ` Waiting for ${money.client}.`}`,
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
  const next = isTheirs ? "Is that so?" : `Waiting for ${asked} to confirm it.`;
  return {
    text: `${recordedBy === role ? "You" : by} recorded that ${formatMoney(amount)} was paid ${METHOD_WORDS[method]} on ${formatDay(recordedAt)}. ${next}`,
    quote: null,
    buttons: [
      ["confirm-payment", { payment: payment.id }],
      ["deny-payment", null],
    ],
  };
}

const STATES = { confirmed: "", denied: " (denied)", voided: " (void)" };

const listPayments = ({ payments }: BookingMoney, role: Role): MoneySection["payments"] =>
  payments.flatMap(({ id, amount, method, status, recordedAt, receipt, voidedBy }) =>
    status === "open"
      ? []
      : [
          {
            id,
            text: `${formatMoney(amount)} ${METHOD_WORDS[method]}, ${formatDay(recordedAt)}${STATES[status]}`,
            receipts: [receipt, voidedBy].filter((number) => number !== null),
            voidable: role === "admin" && status === "confirmed" ? receipt : null,
          },
        ],
  );
