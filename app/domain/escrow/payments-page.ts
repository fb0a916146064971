import type { MoneyRow } from "../money/money-rows";
import type { Instant } from "../time/harare";
import type { PaymentChoice } from "./payable";

/** A booking of a client with something to pay online. */
export interface PayableRow {
  id: string;
  reference: string;
  serviceType: string | null;
  startsAt: Instant;
  plumber: string;
  /** Cents. */
  paidAmount: number;
  /** What is asked for first. */
  choice: PaymentChoice;
}

/** The open bookings of a client's Payments page, each once (M8). */
interface OpenMoney {
  /** Of which the plumber asks for a deposit. */
  deposits: PayableRow[];
  /** Of which something was paid, with what is left to pay online, in cents; null: nothing, or not now. */
  ahead: (MoneyRow & { rest: number | null })[];
  /** Of which something can be paid that nobody asks for yet. */
  payable: PayableRow[];
}

/** Shares out what can be paid ahead, and what was: a booking with a record that waits for an answer is asked for no more. */
export function openMoney(payable: PayableRow[], paid: MoneyRow[]): OpenMoney {
  const waits = new Set(paid.flatMap(({ id, waiting }) => (waiting === null ? [] : [id])));
  const deposits = payable.filter(({ id, choice }) => choice.purpose === "deposit" && !waits.has(id));
  const ahead = paid.filter(({ id }) => !deposits.some((deposit) => deposit.id === id));
  return {
    deposits,
    ahead: ahead.map((row) => ({
      ...row,
      rest: waits.has(row.id) ? null : (payable.find(({ id }) => id === row.id)?.choice.amount ?? null),
    })),
    payable: payable.filter(({ id }) => ![...deposits, ...ahead].some((row) => row.id === id)),
  };
}
