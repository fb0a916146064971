import type { TransferKind, RefundReason, SettlementReason, PayoutBatch, RefundRow } from "~/domain/escrow/payout";
import { showPhone } from "~/domain/values/phone";

export const METHOD_NAMES = { ecocash: "EcoCash", bank: "Bank" } as const;

/** A batch that ended because each of its payouts was left out, and not by an admin's cancelling it. */
export const isEmptied = ({ cancelledAt, count, notSent }: PayoutBatch): boolean =>
  cancelledAt !== null && notSent === count;

/** `Sent, 1 came back`. */
export function sayBatchState(batch: PayoutBatch): string {
  const { sentAt, cancelledAt, notSent, cameBack } = batch;
  if (isEmptied(batch)) return "Cancelled: no one was left";
  const state = sentAt !== null ? "Sent" : cancelledAt !== null ? "Cancelled" : "Not sent yet";
  const parts = [state, notSent > 0 && `${notSent} left out`, cameBack > 0 && `${cameBack} came back`];
  return parts.filter(Boolean).join(", ");
}

const REFUND_REASON_WORDS: Record<RefundReason, string> = {
  cancelled: "Cancelled or refused",
  "cancelled-late": "Cancelled late, less the fee",
  "paid-too-much": "More than the final amount",
  decided: "Our office's decision",
  "not-counted": "A payment that doesn't count",
};

const SETTLEMENT_WORDS: Record<SettlementReason, string> = {
  completed: "24 hours after completion",
  released: "Released by the client",
  cancelled: "Cancelled or refused",
  "cancelled-late": "Cancelled late: the fee",
  decided: "Our office's decision",
};

interface Given<Reason> {
  reason: Reason;
  /** The side that missed the visit, which ended the booking (M5). */
  missedBy: "client" | "plumber" | null;
}

const isOfMissed = ({ reason, missedBy }: Given<string>) => missedBy !== null && reason.startsWith("cancelled");

type Ended = Given<RefundReason> & Pick<RefundRow, "client" | "plumber" | "closedBy">;

export function sayRefundReason(refund: Ended): string {
  if (isOfMissed(refund)) return `Missed visit${refund.missedBy === "client" ? ", less the fee" : ""}`;
  const { reason, closedBy } = refund;
  if (closedBy === null || !reason.startsWith("cancelled")) return REFUND_REASON_WORDS[reason];
  if (closedBy === "system") return "Not answered in time";
  const by = { client: refund.client, plumber: refund.plumber, admin: null }[closedBy];
  const who = by?.split(" ")[0] ?? "Our office";
  return reason === "cancelled" ? `${who} cancelled` : `${who} cancelled late, less the fee`;
}

export const saySettlementReason = (settlement: Given<SettlementReason>): string =>
  isOfMissed(settlement) ? "Missed visit: the fee" : SETTLEMENT_WORDS[settlement.reason];

/** In the order of the table of days. */
export const TRANSFER_WORDS: Partial<Record<TransferKind, string>> = {
  paid: "Paid in",
  "paid-not-counted": "To be paid back",
  earned: "To plumbers",
  commission: "Commission",
  "refund-due": "Back to clients",
  "refund-sent": "Refunds sent",
  "refund-returned": "Refunds taken back",
  "taken-back": "Taken back",
  loss: "Lost",
  payout: "Paid out",
  "payout-returned": "Came back",
  "settled-to-bank": "Provider to bank",
  "provider-fee": "Provider's fee",
  "arrival-voided": "Arrivals voided",
  "provider-fee-voided": "Fees voided",
};

/** The recipient of a refund: the phone that paid. A card can't be sent anything. */
export const wayBack = ({ phone, providerReference }: Pick<RefundRow, "phone" | "providerReference">): string =>
  phone === null
    ? `Paid by card, provider's number ${providerReference ?? "unknown"}: ask the client where it goes`
    : `To ${showPhone(phone)}`;
