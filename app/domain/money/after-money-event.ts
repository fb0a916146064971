import type { MoneyEvent } from "../bookings/booking-event";
import { figuresOf } from "../bookings/final-amount";
import type { StepMoney } from "../bookings/next-step/step-facts";
import type { NoticedBooking } from "../bookings/noticed-booking";
import type { PaymentMethod } from "../bookings/payment-method";
import type { Instant } from "../time/harare";
import type { Role } from "../values/user";

/** What happens to a booking's money; `amount` in cents, null for a decision without one. */
export interface MoneyEventFacts {
  event: MoneyEvent;
  amount: number | null;
  actor: Role;
  /** Of a quote: until when it is valid. */
  validUntil?: Instant;
  /** Of a record: how it was paid. */
  method?: PaymentMethod;
}

/** A booking as it is once something has happened to its money (`after-event.ts` says why). */
export function afterMoneyEvent<Noticed extends NoticedBooking>(booking: Noticed, facts: MoneyEventFacts): Noticed {
  const after: Noticed = { ...booking, ...changeOf(booking, facts) };
  const figures = figuresOf(after);
  const isResolved = facts.event === "confirm-payment" && figures.isPaid;
  return { ...after, ...figures, isDenied: after.isDenied && !isResolved };
}

function changeOf(
  { paidAmount, paidInHand, status, claimEvents }: NoticedBooking,
  { event, amount, actor, validUntil, method }: MoneyEventFacts,
): Partial<NoticedBooking> {
  const sum = amount ?? 0;
  const quote: StepMoney["quote"] = validUntil === undefined ? null : { total: sum, validUntil };
  switch (event) {
    case "quote":
      return { openQuote: quote };
    case "accept-quote":
      return { openQuote: null, agreedPrice: amount };
    case "decline-quote":
      return { openQuote: null };
    case "agree-final":
      return { finalAnswer: "agreed" };
    case "dispute-final":
      return { finalAnswer: "disputed" };
    case "decide":
      return {
        frozenAt: null,
        isDenied: false,
        claimEvents: [...claimEvents, { event }],
        ...(status === "completed" && { finalAmount: amount, finalAnswer: "decided" }),
      };
    case "record-payment":
      return { openPayment: method ? { amount: sum, method, recordedBy: actor } : null };
    case "withdraw-payment":
      return { openPayment: null };
    case "confirm-payment":
      return { openPayment: null, paidAmount: paidAmount + sum, paidInHand: paidInHand + sum };
    case "deny-payment":
      return { openPayment: null, isDenied: true };
    case "void-receipt":
      return { paidAmount: paidAmount - sum, paidInHand: paidInHand - sum };
  }
}
