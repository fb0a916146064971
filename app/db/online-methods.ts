// The ways to pay online (M10), declared here alone: the database's CHECK, the pay page, sentences, the API and how long
// a payment is waited for go over all of them. This file imports nothing, so that pure files may read it (decision 047).

interface Declaration {
  name: string;
  /** In the middle of a sentence, where that is another word. */
  inSentence?: string;
  /** As a choice on the pay page, where that says more. */
  choice?: string;
  /** How long people have to pay before they may start again, on the phone or on the provider's page. */
  minutesToPay: number;
  /** Nobody can pay without what the provider answers: its page, or a code. */
  needsAnswer?: true;
}

const METHODS = {
  ecocash: { name: "EcoCash", minutesToPay: 5 },
  onemoney: { name: "OneMoney", minutesToPay: 5 },
  innbucks: { name: "InnBucks", minutesToPay: 15, needsAnswer: true },
  card: { name: "Card", inSentence: "card", choice: "Visa or Mastercard", minutesToPay: 30, needsAnswer: true },
} as const satisfies Record<string, Declaration>;

export type OnlineMethod = keyof typeof METHODS;
export const ONLINE_METHODS = Object.keys(METHODS) as [OnlineMethod, ...OnlineMethod[]];

export const onlineMethod = (method: OnlineMethod): Declaration => METHODS[method];

const inSentence = (method: OnlineMethod) => onlineMethod(method).inSentence ?? onlineMethod(method).name;

/** `by EcoCash`, `by card`. */
export const byMethod = (method: OnlineMethod): string => `by ${inSentence(method)}`;

/** `EcoCash, OneMoney, InnBucks or card`. */
export const anyMethod = (): string =>
  `${ONLINE_METHODS.slice(0, -1).map(inSentence).join(", ")} or ${inSentence(ONLINE_METHODS.at(-1)!)}`;
