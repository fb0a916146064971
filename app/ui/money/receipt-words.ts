import { brand } from "~/brand";
import { DEFAULT_SERVICE, isCalledOff } from "~/domain/bookings/booking";
import { METHOD_WORDS } from "~/domain/bookings/payment-method";
import { byMethod } from "~/domain/escrow/online-payment";
import type { Receipt } from "~/domain/money/receipt";
import type { ReceiptMoney } from "./describe-held";
import type { QuoteLine } from "~/domain/money/quote";
import { formatDay, formatInstant } from "~/domain/time/harare";
import { formatPhone } from "~/domain/values/phone";
import { fullName, type Named } from "~/domain/values/user";

/** A receipt as it is printed (M7), on its page and in its file. Amounts are cents. */
interface PrintedReceipt {
  title: string;
  facts: { label: string; value: string; phone?: string | null }[];
  lines: QuoteLine[];
  total: number;
  /** Null: nothing, or it isn't settled. */
  before: number | null;
  rest: number | null;
  /** Null: it counts no more. */
  stamp: ReceiptMoney["stamp"];
  /** The amounts that go back of it, as of now. */
  back: ReceiptMoney["sums"];
  label: string;
  note: string;
}

export function printReceipt(receipt: Receipt, money: ReceiptMoney | null): PrintedReceipt {
  const { method, onlineMethod, issuedAt, voids, location, reference, startsAt, paidBefore } = receipt;
  const service = receipt.serviceType ?? DEFAULT_SERVICE;
  const lines = listLines(receipt, service);
  const total = sumOf(lines);
  const rest = money?.stamp || isCalledOff(receipt.status) ? null : restOf(receipt, total);
  const isVoiding = voids !== null;
  const person = (label: string, who: Named, phone: string | null) => ({ label, value: fullName(who), phone });
  return {
    title: isVoiding ? "Counter-entry" : "Receipt",
    facts: [
      person("Client", receipt.client, receipt.clientPhone && formatPhone(receipt.clientPhone)),
      person("Plumber", receipt.plumber, receipt.plumberPhone && formatPhone(receipt.plumberPhone)),
      { label: "Booking", value: `${reference}, ${service}, ${formatDay(startsAt)}` },
      ...(location ? [{ label: "Where", value: location }] : []),
      { label: "How", value: onlineMethod ? byMethod(onlineMethod) : METHOD_WORDS[method] },
      { label: "Date", value: formatInstant(issuedAt) },
    ],
    lines,
    total,
    before: rest !== null && paidBefore > 0 ? paidBefore : null,
    rest,
    stamp:
      isVoiding || receipt.voidedBy !== null
        ? null
        : (money?.stamp ?? { name: rest === null ? "Paid" : "Part paid", at: issuedAt }),
    back: money?.sums ?? [],
    label: isVoiding ? "No longer counts" : "Paid",
    note: `${isVoiding ? "" : `${howPaid(receipt, money)} `}Not a fiscal tax invoice.`,
  };
}

const sumOf = (lines: QuoteLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** The rest of the total after a payment, in cents; null: nothing, or not settled. */
function restOf({ voids, lines, finalAmount, isSettled, amount, paidBefore }: Receipt, total: number) {
  const rest = total - paidBefore - amount;
  const quoted = lines && sumOf(lines);
  const isOpen = !isSettled && quoted !== null && finalAmount !== null && finalAmount > quoted;
  return voids !== null || rest <= 0 || isOpen ? null : rest;
}

const howPaid = ({ onlineMethod, plumber }: Receipt, money: ReceiptMoney | null): string =>
  onlineMethod === null
    ? `Paid to ${fullName(plumber)}, recorded by ${brand.name}.`
    : [`Paid through Paynow ${byMethod(onlineMethod)}.`, money?.said].filter(Boolean).join(" ");

/** The quote's lines, and the final difference with its reason. */
function listLines({ lines, finalAmount, finalReason, isSettled }: Receipt, service: string): QuoteLine[] {
  if (lines === null) return finalAmount === null ? [] : [{ what: service, amount: finalAmount }];
  const more = finalAmount === null ? 0 : finalAmount - sumOf(lines);
  if (more === 0) return lines;
  const what = more < 0 ? "Less than the quote" : `More than the quote${isSettled ? "" : ", not agreed yet"}`;
  return [...lines, { what: finalReason ? `${what}: “${finalReason}”` : what, amount: more }];
}
