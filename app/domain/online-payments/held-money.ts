import type { RefundReason } from "~/db/money-words";
import { isCalledOff } from "../bookings/booking";
import { moneyBack, SENT_WITHIN, type MoneyBack } from "../bookings/final-amount";
import type { Instant } from "../time/harare";
import type { HeldBooking } from "./settlement";

/** What Pombi holds for a booking, has released and gives back, as one of its sides or the office sees it. Cents. */
export interface HeldMoney extends HeldBooking {
  client: string;
  /** Null: nobody is assigned. */
  plumber: string | null;
  /** Oldest first. `commission` is null for the client. */
  released: { amount: number; commission: number | null; at: Instant }[];
  refunds: {
    amount: number;
    reason: RefundReason;
    createdAt: Instant;
    sentAt: Instant | null;
    reference: string | null;
  }[];
}

/** What became of what was paid online for a cancelled or refused booking, and what becomes of it now (M12); null: nothing was. */
export function moneyBackOf(held: HeldMoney, now: Instant): MoneyBack | null {
  if (!isCalledOff(held.status)) return null;
  const still = moneyBack(held, now);
  const unsent = held.refunds.filter(({ sentAt }) => sentAt === null);
  const sumOf = (parts: { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0);
  const back = {
    due: (still?.due ?? 0) + sumOf(unsent),
    dueBy: Math.min(...unsent.map(({ createdAt }) => createdAt + SENT_WITHIN), now + SENT_WITHIN),
    sent: sumOf(held.refunds) - sumOf(unsent),
    kept:
      (still?.kept ?? 0) + held.released.reduce((sum, { amount, commission }) => sum + amount + (commission ?? 0), 0),
  };
  return back.due + back.sent + back.kept === 0 ? null : back;
}

/** A booking of which its client gets something back, or has got it. */
export interface RefundedBooking {
  id: string;
  bookingId: string;
  reference: string;
  serviceType: string | null;
  /** Null: nobody was assigned. */
  plumber: string | null;
  /** Cents. */
  amount: number;
  dueBy: Instant;
  sentAt: Instant | null;
  /** The bank's or EcoCash's. */
  sentReference: string | null;
}
