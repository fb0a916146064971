import { openPayment, openQuote, type BookingMoney, type MoneyAction } from "~/domain/money/booking-money";
import { formatMoney } from "~/domain/values/money";
import type { PaymentMethod } from "~/domain/bookings/payment-method";
import type { Role } from "~/domain/values/user";

interface MoneyLabel {
  button: string;
  busy: string;
  /** The heading of its form. */
  title: string;
}

const MONEY_LABELS: Record<MoneyAction, MoneyLabel> = {
  quote: { button: "Write a quote", busy: "Sending...", title: "Write a quote" },
  "accept-quote": { button: "Accept", busy: "Accepting...", title: "Accept this quote?" },
  "decline-quote": { button: "Decline", busy: "Declining...", title: "Decline this quote?" },
  "agree-final": { button: "Agree to", busy: "Saving...", title: "Agree to this amount?" },
  "dispute-final": { button: "Dispute", busy: "Sending...", title: "Dispute this amount" },
  decide: { button: "Decide", busy: "Saving...", title: "Set the final amount" },
  "record-payment": { button: "Record a payment", busy: "Recording...", title: "Record a payment" },
  "confirm-payment": { button: "Yes, I got", busy: "Confirming...", title: "Confirm this payment?" },
  "deny-payment": { button: "No, I didn't", busy: "Sending...", title: "Deny this payment?" },
  "withdraw-payment": { button: "Take back", busy: "Saving...", title: "Take back this record?" },
  "void-receipt": { button: "Void a receipt", busy: "Saving...", title: "Void a receipt" },
};

/** What a role reads instead: the office passes on what a client said on the phone (N20). */
const FOR_ROLE: Partial<Record<Role, Partial<Record<MoneyAction, Partial<MoneyLabel>>>>> = {
  client: { "confirm-payment": { button: "Yes, I paid" } },
  admin: {
    "agree-final": { button: "They agree to" },
    "confirm-payment": { button: "Yes, they paid" },
    "deny-payment": { button: "No, they didn't" },
    "dispute-final": { button: "They don't agree", title: "Dispute this amount for the client" },
  },
};

/** The amount that a button names behind its words, in cents. */
const AMOUNTS: Partial<Record<MoneyAction, (money: BookingMoney) => number | null | undefined>> = {
  "accept-quote": (money) => openQuote(money)?.total,
  "agree-final": ({ finalAmount }) => finalAmount,
  "confirm-payment": (money) => openPayment(money)?.amount,
};

export function moneyLabel(action: MoneyAction, role: Role, money: BookingMoney): MoneyLabel {
  const label = { ...MONEY_LABELS[action], ...FOR_ROLE[role]?.[action] };
  const amount = AMOUNTS[action]?.(money);
  return amount == null ? label : { ...label, button: `${label.button} ${formatMoney(amount)}` };
}

export const WRITE_QUOTE = MONEY_LABELS.quote.title;

/** The heading of the office's decision: before there is a final amount, it is about a missed visit. */
export const decisionTitle = ({ finalAmount }: { finalAmount: number | null }): string =>
  finalAmount === null ? "Decide about the missed visit" : MONEY_LABELS.decide.title;

/** Of a booking whose money is frozen (M5). */
export const ON_HOLD = "Payments are on hold while we look into this.";

/** Instead of "Write a quote" while one is open. */
export const CHANGE_QUOTE = "Change the quote";
/** And once one is accepted. */
export const NEW_QUOTE = "Write a new quote";

/** The same as a table's cell. */
export const METHOD_CELLS: Record<PaymentMethod, string> = {
  cash: "Cash",
  ecocash: "EcoCash",
  other: "Another way",
  online: "Online",
};
