import * as z from "zod";
import { formatReceipt, PAYMENT_STATUSES, type Payment, type Quote } from "~/domain/money/booking-money";
import { PAYMENT_METHODS } from "~/domain/bookings/payment-method";
import type { Booking } from "~/domain/bookings/booking";
import type { IssuedReceipt } from "~/domain/money/receipts.server";
import { dateAt } from "~/domain/time/harare";
import { ROLES } from "~/domain/values/user";
import { instant, toInstant } from "./shared-keys";

const amount = z.number().meta({ description: "US dollars." });
export const toDollars = (cents: number) => cents / 100;
const orNull = (cents: number | null) => (cents === null ? null : toDollars(cents));

/** Keys of a booking that say what it costs. */
export const priceKeys = {
  fee: amount.nullable().meta({ description: "The visit fee in US dollars; null while there is no plumber." }),
  agreedPrice: amount.nullable().meta({ description: "The accepted quote's total, which includes the fee." }),
  agreedDeposit: amount.nullable().meta({
    description: "The part of it that the accepted quote asks for in advance; null: none.",
  }),
  finalAmount: amount.nullable().meta({
    description: "What is to be paid in the end; null until the job is completed, and for old bookings.",
  }),
  finalReason: z.string().nullable().meta({ description: "Why that is more than was agreed." }),
  finalAnswer: z.enum(["agreed", "disputed", "decided"]).nullable().meta({
    description: "How a final amount above what was agreed stands; null: not answered, or nothing to answer.",
  }),
  paidAmount: amount.meta({ description: "The sum of confirmed payments." }),
  due: amount.meta({ description: "What is to be paid now." }),
};

export const toPriceKeys = (record: Booking) => ({
  fee: orNull(record.fee),
  agreedPrice: orNull(record.agreedPrice),
  agreedDeposit: orNull(record.agreedDeposit),
  finalAmount: orNull(record.finalAmount),
  finalReason: record.finalReason,
  finalAnswer: record.finalAnswer,
  paidAmount: toDollars(record.paidAmount),
  due: toDollars(record.due),
});

/** For the two sides and admins. */
export const quote = z
  .object({
    version: z.int(),
    lines: z.array(z.object({ what: z.string(), amount })),
    total: amount,
    deposit: amount.nullable().meta({ description: "What it asks for in advance; null: nothing." }),
    note: z.string().nullable(),
    validUntil: z
      .string()
      .meta({ format: "date", description: "The last day on which it can be accepted, in Harare." }),
    status: z.enum(["open", "accepted", "declined", "replaced", "ended"]),
    createdAt: instant,
  })
  .meta({ id: "Quote", description: "A plumber's quote; at most one of a booking is open." });

export const toQuote = (record: Quote): z.output<typeof quote> => ({
  version: record.version,
  lines: record.lines.map(({ what, amount }) => ({ what, amount: toDollars(amount) })),
  total: toDollars(record.total),
  deposit: orNull(record.deposit),
  note: record.note,
  validUntil: dateAt(record.validUntil),
  status: record.status,
  createdAt: toInstant(record.createdAt),
});

/** For the two sides and admins. */
export const payment = z
  .object({
    id: z.string(),
    amount,
    method: z.enum(PAYMENT_METHODS),
    status: z.enum(PAYMENT_STATUSES).meta({
      description: "`open`: the other side hasn't answered yet; `withdrawn`: taken back by whoever recorded it.",
    }),
    recordedBy: z.enum(ROLES),
    recordedAt: instant,
    receipt: z.string().nullable().meta({ example: "PR-1042" }),
    voidedBy: z.string().nullable().meta({ description: "The counter-entry that voids its receipt." }),
  })
  .meta({
    id: "Payment",
    description: "A payment that one of the two sides has recorded, or one that was made online and counts (`online`).",
  });

const receiptOrNull = (number: number | null) => (number === null ? null : formatReceipt(number));

export const toPayment = (record: Payment): z.output<typeof payment> => ({
  id: record.id,
  amount: toDollars(record.amount),
  method: record.method,
  status: record.status,
  recordedBy: record.recordedBy,
  recordedAt: toInstant(record.recordedAt),
  receipt: receiptOrNull(record.receipt),
  voidedBy: receiptOrNull(record.voidedBy),
});

/** For the two sides and admins. */
export const receipt = z
  .object({
    number: z.string().meta({ example: "PR-1042" }),
    payment: z.string().meta({ description: "The payment's id." }),
    amount: amount.meta({ description: "US dollars; negative in a counter-entry." }),
    voids: z.string().nullable().meta({ description: "Of a counter-entry: the receipt that it voids." }),
    reason: z.string().nullable().meta({ description: "Of a counter-entry: why." }),
    issuedAt: instant,
  })
  .meta({ id: "Receipt", description: "A receipt, or the counter-entry that voids one. It never changes." });

export const toReceipt = (record: IssuedReceipt): z.output<typeof receipt> => ({
  number: formatReceipt(record.number),
  payment: record.paymentId,
  amount: toDollars(record.amount),
  voids: receiptOrNull(record.voids),
  reason: record.reason,
  issuedAt: toInstant(record.issuedAt),
});
