import { amountBack, mostPayable } from "~/domain/bookings/final-amount";
import { missedBy, visitOutcomes, type VisitOutcome } from "~/domain/money/missed-visit";
import { openPayment, type BookingMoney } from "~/domain/money/booking-money";
import { formatMoney } from "~/domain/values/money";

// The loader calls this, so that the rules and words stay out of the browser.

/** The possible decisions about a missed visit, each with its consequences, for the office's form; empty: none to make. */
export const describeOutcomes = (money: BookingMoney): [value: VisitOutcome, words: string][] =>
  visitOutcomes(money).map((outcome) => [outcome, [HEADS[outcome](money), ...consequences(outcome, money)].join(" ")]);

const HEADS: Record<VisitOutcome, (names: Pick<BookingMoney, "client" | "plumber">) => string> = {
  "plumber-did-not-come": ({ plumber }) => `${plumber} didn't come. The booking ends.`,
  "nobody-was-there": ({ plumber }) => `Nobody was there when ${plumber} came. The booking ends.`,
  "another-time": () => "Another time. The visit takes place then.",
  "took-place": () => "It did take place. Payments go on.",
};

function consequences(outcome: VisitOutcome, money: BookingMoney): string[] {
  const { client, plumber, heldAmount, fee } = money;
  const side = missedBy(outcome);
  if (side === null) return heldAmount > 0 ? [`The ${formatMoney(heldAmount)} stays held.`] : [];
  const paidInHand = money.payments
    .filter(({ status, method }) => status === "confirmed" && method !== "online")
    .reduce((sum, { amount }) => sum + amount, 0);
  const called = { status: "cancelled", fee, heldAmount, cancelledLateBy: side, plumber, paidInHand } as const;
  const back = amountBack(called);
  const kept = heldAmount - back;
  return [
    `It counts like a late cancellation for ${side === "client" ? client : plumber}.`,
    ...(back > 0 ? [`${formatMoney(back)} goes back to ${client}.`] : []),
    ...(kept > 0 ? [`${formatMoney(kept)} goes to ${plumber} as the visit fee, less the commission.`] : []),
    ...(paidInHand > 0 ? [`${formatMoney(paidInHand)} was paid in hand: call both about it.`] : []),
  ];
}

/**
 * The possible findings about a denied payment, each with what stays due, and all of it in cents; only that nothing was
 * paid while another record waits for an answer, or payments are on hold.
 */
export function describeFindings(money: BookingMoney, denied: number) {
  const { due, finalAmount, frozenAt } = money;
  const full = frozenAt === null && openPayment(money) === null ? Math.min(denied, mostPayable(money)) : 0;
  const left = finalAmount === null ? "" : sayLeft(due - full);
  const none: [string, string] = ["none", `Not paid.${due > 0 ? sayLeft(due) : ""}`];
  if (full === 0) return { full, findings: [none] };
  const paid: [string, string] = ["full", `Paid in full, ${formatMoney(full)}.${left}`];
  const part: [string, string] = ["part", `Paid in part.${due > 0 ? " The rest stays due." : ""}`];
  return { full, findings: [paid, part, none] };
}

const sayLeft = (left: number): string => ` ${left > 0 ? formatMoney(left) : "Nothing"} stays due.`;
