import { PAYMENT_METHODS } from "~/db/money-words";

export { PAYMENT_METHODS };
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const METHOD_WORDS: Record<PaymentMethod, string> = {
  cash: "in cash",
  ecocash: "by EcoCash",
  other: "another way",
  online: "online",
};
