import type { StepAction } from "~/domain/bookings/next-step/step-facts";
import type { Quote } from "~/domain/money/quote";
import { type BookingMoney, asksClient, openPayment, openQuote, type MoneyEvent } from "~/domain/money/booking-money";
import { formatMoney } from "~/domain/values/money";
import { parseCents } from "~/domain/values/typed-amount";
import { type PaymentMethod, METHOD_WORDS } from "~/domain/bookings/payment-method";
import { type Role, sideOf } from "~/domain/values/user";
import { endWith } from "~/domain/values/text";
import { mostPayable, unsettledPart } from "~/domain/bookings/final-amount";
import { type OnlineMoney, byMethod } from "~/domain/escrow/online-payment";
import { dateAt, formatDate, formatDay, type Instant } from "~/domain/time/harare";

interface MoneyLabel {
  button: string;
  busy: string;
  title: string;
}

const MONEY_LABELS: Record<MoneyEvent, MoneyLabel> = {
  quote: { button: "Write a quote", busy: "Sending...", title: "Write a quote" },
  "accept-quote": { button: "Accept", busy: "Accepting...", title: "Accept this quote?" },
  "decline-quote": { button: "Decline", busy: "Declining...", title: "Decline this quote?" },
  "agree-final": { button: "Agree to", busy: "Saving...", title: "Agree to this amount?" },
  "dispute-final": { button: "I don't agree", busy: "Sending...", title: "Don't you agree to this amount?" },
  "resolve-dispute": { button: "Mark as resolved", busy: "Saving...", title: "What did you find out?" },
  decide: { button: "Decide", busy: "Saving...", title: "Decide the final amount" },
  "record-payment": { button: "Record a payment", busy: "Recording...", title: "Record a payment" },
  "confirm-payment": { button: "Yes, I got", busy: "Confirming...", title: "Confirm this payment?" },
  "deny-payment": { button: "I didn't get", busy: "Sending...", title: "Deny this payment?" },
  "withdraw-payment": { button: "Take back", busy: "Saving...", title: "Take back this record?" },
  "void-receipt": { button: "Void a receipt", busy: "Saving...", title: "Void a receipt" },
};

const ROLE_LABELS: Partial<Record<Role, Partial<Record<MoneyEvent, Partial<MoneyLabel>>>>> = {
  client: { "confirm-payment": { button: "Yes, I paid" }, "deny-payment": { button: "I didn't pay" } },
  admin: {
    "agree-final": { button: "They agree to" },
    "confirm-payment": { button: "Yes, they paid" },
    "deny-payment": { button: "They didn't pay" },
    "dispute-final": { button: "They don't agree", title: "Doesn't the client agree to this amount?" },
  },
};

const cents = (amount: number | null | undefined): string | null => (amount == null ? null : formatMoney(amount));

/** The end of a button's label. */
const AMOUNTS: Partial<Record<MoneyEvent, (money: BookingMoney) => string | null>> = {
  "accept-quote": (money) => sayQuote(openQuote(money)),
  "agree-final": (money) => sayExcess(money) ?? cents(money.finalAmount),
  "confirm-payment": (money) => cents(openPayment(money)?.amount),
  "deny-payment": (money) => cents(openPayment(money)?.amount),
  "withdraw-payment": (money) => cents(openPayment(money)?.amount),
};

/** The amounts that accepting a quote binds the client to: "$207, deposit $60". */
const sayQuote = (quote: Quote | null | undefined): string | null =>
  quote ? [cents(quote.total), quote.deposit && `deposit ${cents(quote.deposit)}`].filter(Boolean).join(", ") : null;

/** The part of the final amount that is above what was agreed: "$18 more"; null: none is. */
const sayExcess = (money: BookingMoney): string | null =>
  unsettledPart(money) > 0 ? `${formatMoney(unsettledPart(money))} more` : null;

/** The client objects to the work, before more than the agreed amount is asked for, or once that is agreed (M5). */
const OBJECTION: { client: string; admin: string } = {
  client: "Something is wrong",
  admin: "They say something is wrong",
};

const TAKEN_BACK: { client: string; admin: string } = {
  client: "Nothing is wrong any more",
  admin: "They say nothing is wrong any more",
};

export function moneyLabel(action: MoneyEvent, role: Role, money: BookingMoney): MoneyLabel {
  const label = { ...MONEY_LABELS[action], ...ROLE_LABELS[role]?.[action] };
  if (action === "agree-final" && role !== "plumber" && money.finalAnswer === "objected")
    return { ...label, button: TAKEN_BACK[role], title: "Is nothing wrong any more?" };
  if (action === "dispute-final" && role !== "plumber" && !asksClient(money))
    return { ...label, button: OBJECTION[role], title: OBJECTION[role] };
  const amount = AMOUNTS[action]?.(money);
  const button = amount ? `${label.button} ${amount}` : label.button;
  const excess = sayExcess(money);
  // A form that says no has the words of its button as its heading.
  if (action === "deny-payment") return { ...label, button, title: button };
  if (action === "dispute-final" && excess) return { ...label, title: `${button} to ${excess}` };
  return { ...label, button };
}

export const WRITE_QUOTE = MONEY_LABELS.quote.title;

/**
 * The heading of the office's decision: about a final amount, a missed visit, or a payer's dispute, and of none once another
 * admin has decided.
 */
export function decisionTitle(money: Pick<BookingMoney, "finalAmount" | "isMissed" | "frozenAt">): string {
  if (money.finalAmount !== null) return MONEY_LABELS.decide.title;
  if (money.isMissed) return "Decide about the missed visit";
  return money.frozenAt === null ? "Our office's decision" : "Decide about the disputed payment";
}

/** The button of a decision about the final amount, with what its field says. */
export function finalLabel(typed: string): string {
  const amount = parseCents(typed);
  return amount === null ? "Set the final amount" : `Set ${formatMoney(amount)} as the final amount`;
}

export const DECIDE_PAYMENT = "Decide about this payment";

/** Of a denied payment, in the place of "Mark as resolved". */
export const DECIDE_DENIED: Pick<MoneyLabel, "button" | "title"> = {
  button: "Decide and tell both",
  title: DECIDE_PAYMENT,
};

export const ON_HOLD = "Payments are on hold while we look into this.";

export const CHANGE_QUOTE = "Change the quote";

type Cells = Record<PaymentMethod, string>;
export const METHOD_CELLS: Cells = { cash: "Cash", ecocash: "EcoCash", other: "Another way", online: "Online" };

export interface MoneyButton {
  action: MoneyEvent;
  label: string;
  busy: string;
  /** The fields that the button sends; null: it leads to a form. */
  shown: Record<string, string | number> | null;
}

/** An open question to the viewer, or something that they wait for. */
export interface OpenPoint {
  /** The next step (B30) that its buttons answer. */
  step?: StepAction;
  text: string;
  quote?: Pick<Quote, "lines" | "total" | "deposit" | "note">;
  buttons: MoneyButton[];
}

/** An open point with its possible buttons; `describeMoney` picks those that the viewer has. */
type Point = Omit<OpenPoint, "buttons"> & { buttons: Buttons };
export type Buttons = Partial<Record<MoneyEvent, MoneyButton["shown"]>>;

export const listPoints = (money: BookingMoney, role: Role, underWay: OnlineMoney["underWay"], now: Instant) =>
  [
    finalQuestion(money, role),
    pointOfQuote(money, role, now),
    pointOfPayment(money, role),
    pointOfOnlinePayment(money, role, underWay),
  ].filter((point) => point !== null);

function finalQuestion(money: BookingMoney, role: Role): Point | null {
  const { finalAmount, finalReason, finalAnswer } = money;
  const more = unsettledPart(money);
  if (finalAmount === null || (more === 0 && finalAnswer !== "objected")) return null;
  if (more === 0)
    return {
      step: "answer-final",
      text: `${role === "client" ? "You" : money.client} said that something is wrong with the work. ${decides(role)}`,
      buttons: { "agree-final": { amount: finalAmount } },
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
    text: `${who} for ${formatMoney(finalAmount)}, ${formatMoney(more)} more than agreed${endWith(finalReason)}${state}`,
    buttons: { "agree-final": { amount: finalAmount }, "dispute-final": null },
  };
}

const decides = (role: Role): string => (role === "admin" ? "Please decide." : "Our office will decide.");

function pointOfQuote(money: BookingMoney, role: Role, now: Instant): Point | null {
  const quote = openQuote(money);
  if (!quote) return null;
  const way = role === "plumber" ? `sent to ${money.client}` : `from ${money.plumber}`;
  const sent = `${quote.version > 1 ? "A new" : "A"} quote for ${formatMoney(quote.total)}, ${way}.`;
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
    buttons: { "accept-quote": { version: quote.version }, "decline-quote": null },
  };
}

function pointOfPayment(money: BookingMoney, role: Role): Point | null {
  const payment = openPayment(money);
  if (!payment) return null;
  const { id, recordedBy, amount, method, recordedAt } = payment;
  const shown = { payment: id };
  const by = { client: money.client, plumber: money.plumber, admin: "Our office" }[recordedBy];
  const asked = sideOf(recordedBy) === "client" ? money.plumber : money.client;
  const isOfOtherSide = sideOf(recordedBy) !== sideOf(role) && role !== "admin";
  let next = isOfOtherSide
    ? { client: "Did you pay this?", plumber: "Did you get it?" }[role]
    : `Waiting for ${asked} to confirm it.`;
  if (money.frozenAt !== null) next = ON_HOLD;
  else if (amount > mostPayable(money))
    next =
      `Only ${formatMoney(money.due)} is due by now. ` +
      `${recordedBy === role ? "Take" : `${by} can take`} it back and record what counts.`;
  const paid = `${formatMoney(amount)} was paid ${METHOD_WORDS[method]} on ${formatDay(recordedAt)}`;
  return {
    step: "answer-payment",
    text: `${recordedBy === role ? "You" : by} recorded that ${paid}. ${next}`,
    buttons: { "confirm-payment": shown, "deny-payment": null, "withdraw-payment": shown },
  };
}

const pointOfOnlinePayment = ({ client }: BookingMoney, role: Role, underWay: OnlineMoney["underWay"]): Point | null =>
  underWay && {
    text: `${role === "client" ? "You're" : `${client} is`} paying ${formatMoney(underWay.amount)} ${byMethod(underWay.method)}…`,
    buttons: {},
  };
