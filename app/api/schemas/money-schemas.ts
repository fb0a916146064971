import * as z from "zod";
import { PAYMENT_PURPOSES } from "~/db/money-words";
import { PAYMENT_METHODS } from "~/domain/bookings/payment-method";
import { formatReceipt, PAYMENT_STATUSES } from "~/domain/money/booking-money";
import type { IssuedReceipt } from "~/domain/escrow/receipts.server";
import { ONLINE_METHODS } from "~/domain/escrow/online-method";
import { ONLINE_STATUSES } from "~/domain/escrow/online-payment";
import { ROLES } from "~/domain/values/user";
import { amount, day, instant, object, shown, shownFrom } from "./kinds";

/** Keys of a booking that say what it costs. */
export const priceKeys = {
  fee: amount.nullable().describe("The visit fee in US dollars; null while there is no plumber."),
  agreedPrice: amount.nullable().describe("The accepted quote's total, which includes the fee."),
  agreedDeposit: amount.nullable().describe("The part of it that the accepted quote asks for in advance; null: none."),
  finalAmount: amount
    .nullable()
    .describe("What is to be paid in the end; null until the job is completed, and for old bookings."),
  finalReason: z.string().nullable().describe("Why that is more than was agreed."),
  finalAnswer: z
    .enum(["agreed", "disputed", "decided"])
    .nullable()
    .describe("How a final amount above what was agreed stands; null: not answered, or nothing to answer."),
  paidAmount: amount.describe("The sum of confirmed payments."),
  due: amount.describe("What is to be paid now."),
};

/** For the two sides and admins. */
export const quote = object("Quote", "A plumber's quote; at most one of a booking is open.", {
  version: z.int(),
  lines: z.array(z.object({ what: z.string(), amount })),
  total: amount,
  deposit: amount.nullable().describe("What it asks for in advance; null: nothing."),
  note: z.string().nullable(),
  validUntil: day.describe("The last day on which it can be accepted, in Harare."),
  status: z.enum(["open", "accepted", "declined", "replaced", "ended"]),
  createdAt: instant,
});

const receiptNumber = shown(formatReceipt, z.string());

/** For the two sides and admins. */
export const payment = object(
  "Payment",
  "A payment that one of the two sides has recorded, or one that was made online and counts (`online`).",
  {
    id: z.string(),
    amount,
    method: z.enum(PAYMENT_METHODS),
    status: z
      .enum(PAYMENT_STATUSES)
      .describe("`open`: the other side hasn't answered yet; `withdrawn`: taken back by the side that recorded it."),
    recordedBy: z.enum(ROLES),
    recordedAt: instant,
    receipt: receiptNumber.nullable().meta({ example: "PR-1042" }),
    voidedBy: receiptNumber.nullable().describe("The counter-entry that voids its receipt."),
  },
);

/** For the two sides and admins. */
export const receipt = shownFrom(
  ({ paymentId }: IssuedReceipt) => ({ payment: paymentId }),
  object("Receipt", "A receipt, or the counter-entry that voids one. It never changes.", {
    number: receiptNumber.meta({ example: "PR-1042" }),
    payment: z.string().describe("The payment's id."),
    amount: amount.describe("US dollars; negative in a counter-entry."),
    voids: receiptNumber.nullable().describe("Of a counter-entry: the receipt that it voids."),
    reason: z.string().nullable().describe("Of a counter-entry: why."),
    issuedAt: instant,
  }),
);

const purpose = z
  .enum(PAYMENT_PURPOSES)
  .describe("`fee`: the visit fee with the request; `rest`: what is left, or due after completion.");

/** For its client. */
export const paymentChoice = object("PaymentChoice", "Something of a booking that can be paid online now.", {
  purpose,
  amount,
});

/** For its client. */
export const onlinePayment = object(
  "OnlinePayment",
  "A payment through the provider. At most one of a booking is undecided.",
  {
    id: z.string(),
    amount,
    purpose,
    method: z.enum(ONLINE_METHODS),
    status: z
      .enum(ONLINE_STATUSES)
      .describe(
        "`starting`, `open` and `unknown` are not decided yet. `refused`: the provider didn't take it; `failed`: it took it in vain; `expired`: the time to pay is over, though money that still comes makes it `paid`.",
      ),
    counts: z.boolean().describe("Whether a paid one counts for the booking. Otherwise it is paid back."),
    checkoutUrl: z.string().nullable().describe("The provider's page, where a card pays."),
    instructions: z.string().nullable().describe("What the provider asks the payer to do."),
    code: z.string().nullable().describe("InnBucks: what the payer enters."),
    codeExpiresAt: instant.nullable(),
    failure: z.string().nullable().describe("Why it was refused, in the provider's words."),
    createdAt: instant,
  },
);
