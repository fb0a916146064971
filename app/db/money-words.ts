// The words about the money of a booking. This file imports nothing, so that pure files may read it (decision 047).

/** Its events, as the history names them (M2 to M9). */
export const MONEY_EVENTS = [
  "quote",
  "accept-quote",
  "decline-quote",
  "agree-final",
  "dispute-final",
  "decide",
  "resolve-dispute",
  "record-payment",
  "withdraw-payment",
  "confirm-payment",
  "deny-payment",
  "void-receipt",
] as const;
export type MoneyEvent = (typeof MONEY_EVENTS)[number];

/** Events that open a dispute (M5): a cancellation does where money was paid in hand. */
export const DISPUTE_EVENTS = [
  "plumber-did-not-come",
  "nobody-was-there",
  "dispute-final",
  "deny-payment",
  "cancel",
] as const;
export type DisputeEvent = (typeof DISPUTE_EVENTS)[number];

/** Events that give a booking its final amount, take it back or settle it (M3). */
export const PRICE_EVENTS = ["complete", "reopen", "agree-final", "dispute-final", "decide"] as const;

/** The settlement of a final amount (M3): `objected` where it is agreed, and something is wrong with the work (M5). */
export const FINAL_ANSWERS = ["agreed", "objected", "disputed", "decided"] as const;
export type FinalAnswer = (typeof FINAL_ANSWERS)[number];
/** The client's objections, about which our office decides. */
export const OBJECTIONS = ["objected", "disputed"] as const satisfies FinalAnswer[];

/** Events of money that Pombi moves: no one has a button for them (M10 to M12). */
export const ONLINE_EVENTS = ["pay-online", "release", "refund", "take-back"] as const;

export const RECORDED_METHODS = ["cash", "ecocash", "other"] as const;
export const PAYMENT_METHODS = [...RECORDED_METHODS, "online"] as const;
/** The statuses of a record that counts, or can still be confirmed, and all of them (M6). */
export const STANDING_PAYMENT_STATUSES = ["open", "confirmed"] as const;
export const PAYMENT_STATUSES = [...STANDING_PAYMENT_STATUSES, "denied", "withdrawn", "voided"] as const;

/** The statuses of an online payment that is not decided yet, and all of them (M10). */
export const OPEN_ONLINE_STATUSES = ["starting", "open", "unknown"] as const;
export const ONLINE_STATUSES = [...OPEN_ONLINE_STATUSES, "paid", "cancelled", "failed", "refused", "expired"] as const;
export type OnlineStatus = (typeof ONLINE_STATUSES)[number];

export const PAYMENT_PURPOSES = ["fee", "deposit", "price", "rest"] as const;
export type PaymentPurpose = (typeof PAYMENT_PURPOSES)[number];

/** Why the office has to check an online payment (M11). */
export const PAYMENT_REVIEWS = [
  "amount-differs",
  "paid-twice",
  "paid-after-end",
  "unanswered",
  "disputed",
  "taken-back",
] as const;
export type PaymentReview = (typeof PAYMENT_REVIEWS)[number];

// The ledger's accounts (M13). `clearing`: the money at the provider. `held`: kept for a booking. `losses`: given back
// after it was passed on. `cash`: paid to a plumber in hand, which is only noted; `cash-noted` is its counterpart.
export const LEDGER_ACCOUNTS = [
  "clearing",
  "bank",
  "provider-fees",
  "held",
  "plumber",
  "commission",
  "refunds",
  "losses",
  "cash",
  "cash-noted",
] as const;
/** The accounts whose money is elsewhere: their balance may be negative. */
export const OVERDRAWN_ACCOUNTS = ["clearing", "bank", "provider-fees", "losses", "cash-noted"] as const;

export const TRANSFER_KINDS = [
  "paid",
  "paid-not-counted",
  "earned",
  "commission",
  "refund-due",
  "refund-sent",
  "refund-returned",
  "taken-back",
  "loss",
  "payout",
  "payout-returned",
  "settled-to-bank",
  "provider-fee",
  "arrival-voided",
  "provider-fee-voided",
  "cash",
  "cash-voided",
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export const SETTLEMENT_REASONS = ["completed", "released", "cancelled", "cancelled-late", "decided"] as const;
export type SettlementReason = (typeof SETTLEMENT_REASONS)[number];

export const REFUND_REASONS = ["cancelled", "cancelled-late", "paid-too-much", "decided", "not-counted"] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

export const PAYOUT_METHODS = ["ecocash", "bank"] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

// The ways to pay online (M10), declared here alone.

interface Declaration {
  name: string;
  /** In the middle of a sentence, where that is another word. */
  inSentence?: string;
  /** As a choice on the pay page, where that says more. */
  choice?: string;
  /** The time to pay before they may start again, on the phone or on the provider's page. */
  minutesToPay: number;
  /** No one can pay without what the provider answers: its page, or a code. */
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

/** A method in the middle of a sentence: `card`. */
export const sentenceName = (method: OnlineMethod): string =>
  onlineMethod(method).inSentence ?? onlineMethod(method).name;

export const byMethod = (method: OnlineMethod): string => `by ${sentenceName(method)}`;

/** `EcoCash, OneMoney, InnBucks or card`. */
export const anyMethod = (): string =>
  `${ONLINE_METHODS.slice(0, -1).map(sentenceName).join(", ")} or ${sentenceName(ONLINE_METHODS.at(-1)!)}`;
