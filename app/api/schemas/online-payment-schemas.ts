import * as z from "zod";
import { PAYMENT_PURPOSES } from "~/db/money-words";
import { ONLINE_METHODS } from "~/domain/online-payments/online-method";
import { ONLINE_STATUSES, type OnlinePayment } from "~/domain/online-payments/online-payment";
import type { PaymentChoice } from "~/domain/online-payments/payable";
import { toDollars } from "./money-schemas";
import { instant, toInstant } from "./shared-keys";

const amount = z.number().meta({ description: "US dollars." });
const purpose = z.enum(PAYMENT_PURPOSES).meta({
  description: "`fee`: the visit fee with the request; `rest`: what is left, or due after completion.",
});

/** For its client. */
export const paymentChoice = z
  .object({ purpose, amount })
  .meta({ id: "PaymentChoice", description: "Something of a booking that can be paid online now." });

export const toPaymentChoice = (record: PaymentChoice): z.output<typeof paymentChoice> => ({
  purpose: record.purpose,
  amount: toDollars(record.amount),
});

/** For its client. */
export const onlinePayment = z
  .object({
    id: z.string(),
    amount,
    purpose,
    method: z.enum(ONLINE_METHODS),
    status: z.enum(ONLINE_STATUSES).meta({
      description:
        "`starting`, `open` and `unknown` are not decided yet. `refused`: the provider didn't take it; `failed`: it took it in vain; `expired`: the time to pay is over, though money that still comes makes it `paid`.",
    }),
    counts: z.boolean().meta({
      description: "Whether a paid one counts for the booking. Otherwise it is paid back.",
    }),
    checkoutUrl: z.string().nullable().meta({ description: "The provider's page, where a card pays." }),
    instructions: z.string().nullable().meta({ description: "What the provider asks the payer to do." }),
    code: z.string().nullable().meta({ description: "InnBucks: what the payer enters." }),
    codeExpiresAt: instant.nullable(),
    failure: z.string().nullable().meta({ description: "Why it was refused, in the provider's words." }),
    createdAt: instant,
  })
  .meta({ id: "OnlinePayment", description: "A payment through the provider. At most one of a booking is undecided." });

export const toOnlinePayment = (record: OnlinePayment): z.output<typeof onlinePayment> => ({
  id: record.id,
  amount: toDollars(record.amount),
  purpose: record.purpose,
  method: record.method,
  status: record.status,
  counts: record.counts,
  checkoutUrl: record.checkoutUrl,
  instructions: record.instructions,
  code: record.code,
  codeExpiresAt: record.codeExpiresAt === null ? null : toInstant(record.codeExpiresAt),
  failure: record.failure,
  createdAt: toInstant(record.createdAt),
});
