import { NEW_QUOTE, type Quote } from "~/domain/money/quote";
import {
  type BookingMoney,
  acceptedQuote,
  asksClient,
  isVoidable,
  availableMoneyActions,
  openPayment,
  openQuote,
} from "~/domain/money/booking-money";
import { isCalledOff, isToCome } from "~/domain/bookings/booking";
import { agreedAmount, isAboveAgreed, isDisputed, type MoneyBack, unsettledPart } from "~/domain/bookings/final-amount";
import type { OpenQuestions } from "~/domain/bookings/next-step/step-facts";
import { payLabel } from "~/domain/bookings/next-step/step-links";
import { METHOD_WORDS } from "~/domain/bookings/payment-method";
import { type OnlineMoney, paymentChoices } from "~/domain/escrow/online-payment";
import { formatDay, type Instant } from "~/domain/time/harare";
import { formatMoney, formatSum } from "~/domain/values/money";
import type { Role } from "~/domain/values/user";
import { CHANGE_QUOTE, decisionTitle, moneyLabel, listPoints, type Buttons, type OpenPoint } from "./money-labels";
import { listMoneyBack } from "./describe-held";

// The words of a booking's money section. Loaders call this, so that the rules and words stay out of the browser.

export type MoneySection = NonNullable<ReturnType<typeof describeMoney>>;

interface OfBooking extends Pick<BookingMoney, "isMissed">, Pick<OpenQuestions, "deniedBy" | "uncheckedPayment"> {
  /** Absent: nothing that was paid online goes back. */
  back?: MoneyBack | null;
}
type Described = BookingMoney & OfBooking;

/**
 * Describes a booking's money for a role, as a page knows it that reads the booking too; null without a plumber, or if it
 * was called off unpaid. `online` null: no online payment.
 */
export function describeMoney(
  found: Omit<BookingMoney, "isMissed">,
  { isMissed, deniedBy, uncheckedPayment, back }: OfBooking,
  role: Role,
  now: Instant,
  online: OnlineMoney | null,
) {
  const money: Described = { ...found, isMissed, deniedBy, uncheckedPayment, back: back ?? null };
  if (money.plumber === null) return null;
  const underWay = online?.underWay ?? null;
  const paying = underWay?.amount ?? null;
  const actions = availableMoneyActions(money, role, now);
  const quoteLabel = (openQuote(money) && CHANGE_QUOTE) ?? (money.quotes.length > 0 && NEW_QUOTE);
  const buttons = (wanted: Buttons) =>
    actions.flatMap((action) => {
      const shown = wanted[action];
      const { button, busy } = moneyLabel(action, role, money);
      const named = action === "quote" ? quoteLabel : action === "decide" && decisionLabel(money);
      return shown === undefined ? [] : { action, label: named || button, busy, shown };
    });
  const [payable = null] = online && role === "client" ? paymentChoices(money, online.feeMode) : [];
  const isOver = isCalledOff(money.status);
  const figures = describeFigures(money);
  const isToPay = !openPayment(money) && !isToCome(money.status);
  const section = {
    // A record that waits for an answer may be of the same money.
    pay: role !== "client" || openPayment(money) ? null : payLabel({ ...money, payable, underWay: paying }),
    due: figures.due,
    facts: [...figures.facts, ...(money.back ? listMoneyBack(money.back, money, role, now) : [])],
    how: role === "client" ? sayHowToPay(money, online, payable, now) : null,
    points: listPoints(money, role, underWay, now)
      .map((point): OpenPoint => ({ ...point, buttons: buttons(point.buttons) }))
      // The next step and the amounts say that the client is still to answer.
      .filter(({ step, buttons }) => step !== "answer-final" || buttons.length > 0 || money.finalAnswer !== null),
    agreed: isOver ? null : acceptedQuote(money),
    earlier: isOver ? [] : listEarlierQuotes(money),
    payments: listPayments(money, role),
    rest: [
      // Of a record that waits for an answer, the answer is what is asked for. Before the work nothing is to be paid.
      ...buttons({ quote: null, decide: null, "record-payment": isToPay ? null : undefined, "void-receipt": null }),
      ...buttons({ "dispute-final": asksClient(money) ? undefined : null }),
    ],
  };
  const { facts, points, payments, rest } = section;
  return isOver && facts.length + points.length + payments.length + rest.length === 0 ? null : section;
}

/** The office's act about the money: a final amount that nobody disputes is changed, not decided (O31). */
export const decisionLabel = (money: BookingMoney): string =>
  money.finalAmount === null || isDisputed(money) ? decisionTitle(money) : "Change the final amount";

/** The price of a booking, its payments (M1 to M4), and the amount due now; null: no final amount, or it waits to be confirmed. */
export function describeFigures(money: BookingMoney & Partial<OfBooking>) {
  const { finalAmount, frozenAt, due } = money;
  const waiting = openPayment(money)?.amount ?? 0;
  const isDue = finalAmount !== null && frozenAt === null && (waiting === 0 || waiting < due);
  return { facts: listMoneyFacts(money), due: isDue && due > 0 ? formatSum(due - waiting) : null };
}

/** Of a booking that was called off what was paid: beside what goes back, nothing else counts. */
function listMoneyFacts(money: BookingMoney & Partial<OfBooking>) {
  const { fee, agreedPrice, agreedDeposit, finalAmount, finalReason, paidAmount, heldAmount, frozenAt } = money;
  const checked = money.uncheckedPayment?.amount ?? 0;
  if (isCalledOff(money.status)) {
    const paid = money.payments.reduce((sum, { status, amount }) => sum + (status === "confirmed" ? amount : 0), 0);
    return paid === 0 ? [] : [{ label: "Paid", value: formatSum(paid) }];
  }
  const isMore = finalAmount !== null && isAboveAgreed(finalAmount, money);
  const unsettled = unsettledPart(money);
  const waiting = openPayment(money)?.amount ?? 0;
  const left = (agreedAmount(money) ?? 0) - paidAmount - waiting;
  const isAllHeld = heldAmount > 0 && heldAmount === paidAmount;
  const isPaidShown = paidAmount > 0 || (checked === 0 && (finalAmount !== null || agreedDeposit !== null));
  const asked: Amounts = [
    // An agreed price replaces it.
    ["Visit fee", agreedPrice === null ? fee : null],
    [acceptedQuote(money) ? "Agreed by quote" : "Agreed", agreedPrice],
    ["Deposit", finalAmount === null && (agreedDeposit ?? 0) > paidAmount ? agreedDeposit : null],
    [unsettled > 0 ? "Asked for" : "Final amount", finalAmount],
    ["Not agreed yet", unsettled || null],
  ];
  const paid: Amounts = [
    [isAllHeld ? "Paid, held by Pombi" : "Paid so far", isPaidShown ? paidAmount : null],
    ["Of it held by Pombi", isAllHeld ? null : heldAmount || null],
    ["Being checked", checked || null],
    ["Left to pay", paidAmount + waiting > 0 && finalAmount === null && frozenAt === null ? Math.max(0, left) : null],
    ["Not confirmed yet", waiting || null],
  ];
  return [
    ...listAmounts(asked),
    ...(finalReason && isMore ? [{ label: "Why it is more", value: `“${finalReason}”` }] : []),
    ...listAmounts(paid),
  ];
}

type Amounts = [label: string, cents: number | null][];

const listAmounts = (amounts: Amounts) =>
  amounts.flatMap(([label, cents]) => (cents === null ? [] : [{ label, value: formatSum(cents) }]));

/** Says when and how what is not paid yet will be, before the work is done (W21); null: nothing is, or it is not agreed on. */
function sayHowToPay(money: Described, online: OnlineMoney | null, payable: unknown, now: Instant): string | null {
  const { plumber, paidAmount, finalAmount, frozenAt } = money;
  const left = (agreedAmount(money) ?? 0) - paidAmount - (openPayment(money)?.amount ?? 0);
  if (isCalledOff(money.status) || finalAmount !== null || frozenAt !== null || left <= 0) return null;
  if (online?.underWay || money.uncheckedPayment) return null;
  const deposit = (money.agreedDeposit ?? 0) - paidAmount;
  const what = online && deposit > 0 && deposit < left ? left - deposit : left;
  const ways = `pay ${plumber} in cash or by EcoCash${payable ? ", or online on this page" : ""}`;
  const then = online && !payable ? " You can pay online then, too." : "";
  const quote = openQuote(money);
  const accepted = quote && quote.validUntil >= now ? `${sayAccepted(quote)} If not: the` : "The";
  const isFee = quote !== null && money.agreedPrice === null && what === left && paidAmount === 0;
  const due = isFee
    ? `visit fee of ${formatMoney(what)} is due after the visit`
    : `${formatMoney(what)} is due once the work is done`;
  return `${accepted} ${paidAmount > 0 || what < left ? "other " : ""}${due}: ${ways}.${then}`;
}

const sayAccepted = ({ total, deposit }: Quote): string =>
  `If you accept the quote: ${formatMoney(total)}${deposit ? `, of which ${formatMoney(deposit)} in advance` : ""}.`;

type Ends = Partial<Record<Quote["status"], string>>;
const ENDS: Ends = { declined: "declined", replaced: "replaced by a new one", ended: "no longer open" };

const listEarlierQuotes = ({ quotes }: BookingMoney) =>
  quotes.flatMap((quote) => {
    const end = ENDS[quote.status];
    return end ? { title: `Quote of ${formatDay(quote.createdAt)}, ${formatMoney(quote.total)}: ${end}`, quote } : [];
  });

const STATES = { open: "", confirmed: "", denied: " (denied)", withdrawn: " (taken back)", voided: " (void)" };

const listPayments = ({ payments }: BookingMoney, role: Role) =>
  payments
    .filter(({ status }) => status !== "open")
    .map(({ id, amount, method, status, recordedAt, receipt, voidedBy }) => ({
      id,
      text: `${formatSum(amount)} ${METHOD_WORDS[method]}, ${formatDay(recordedAt)}${STATES[status]}`,
      receipts: [receipt, voidedBy].filter((number) => number !== null),
      voidable: role === "admin" && isVoidable({ status, method }) ? receipt : null,
    }));
