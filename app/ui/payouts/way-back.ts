import type { RefundRow } from "~/domain/escrow/payout";
import { formatPhone } from "~/domain/values/phone";

/** Where a refund goes: to the phone that paid. A card can't be sent anything. */
export const wayBack = ({ phone, providerReference }: Pick<RefundRow, "phone" | "providerReference">): string =>
  phone === null
    ? `Paid by card, provider's number ${providerReference ?? "unknown"}: ask the client where it goes`
    : `To ${formatPhone(phone)}`;
