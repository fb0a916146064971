import { useLoaderData } from "@remix-run/react";
import type { QuoteLine } from "~/domain/money/quote";
import { formatReceipt, formatSum, parseReceipt, formatOnReceipt } from "~/domain/values/money";
import { brand } from "~/brand";
import { company } from "~/company";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { METHOD_WORDS } from "~/domain/bookings/payment-method";
import { findReceipt } from "~/domain/escrow/receipts.server";
import { byMethod } from "~/domain/escrow/online-payment";
import { formatDay, formatInstant } from "~/domain/time/harare";
import { formatPhone } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";
import { signedInLoader, bookingPage } from "~/http/guards";
import type { PageHandle } from "~/http/page-handle";
import { Icon, Notice, TextLink } from "~/ui/shell/elements";
import { QuoteLines, ReceiptLink } from "~/ui/money/money-facts";
import { ShareOnWhatsApp } from "~/ui/elements/share-on-whatsapp";
import { Stamp } from "~/ui/elements/stamp";
import { described } from "~/ui/shell/public-page";

export const handle: PageHandle = { quiet: true };

export const meta = described((_, { params }) => ({
  title: `Receipt ${params["number"] ?? ""}`,
  description: "A receipt for a plumbing job.",
  isUnlisted: true,
}));

/** A receipt (M7), for the two sides of its booking and the office. */
export const loader = signedInLoader(async ({ context, viewer, param }) => {
  const number = parseReceipt(param("number"));
  const receipt = number && (await findReceipt(context, viewer, number));
  return receipt ? { receipt, back: bookingPage(viewer.role, receipt.bookingId) } : null;
});

type Shown = Awaited<ReturnType<typeof loader>>["receipt"];

export default function Receipt() {
  const { receipt, back } = useLoaderData<typeof loader>();
  const { number, amount, method, onlineMethod, issuedAt, voids, voidedBy, reason } = receipt;
  const service = receipt.serviceType ?? DEFAULT_SERVICE;
  const plumber = fullName(receipt.plumber);
  const shown = listLines(receipt, service);
  const total = sumOf(shown);
  const rest = restOf(receipt, total);
  return (
    <article className="mx-auto grid w-full max-w-2xl gap-6 px-4 py-8 print:max-w-none print:p-0">
      <p className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <TextLink to={back}>
          <Icon name="arrow-left" /> Back to the booking
        </TextLink>
        <span className="flex flex-wrap gap-3">
          <ShareOnWhatsApp text={describeReceipt(receipt, plumber)} />
          <button type="button" className="button button-quiet" data-print hidden>
            Print
          </button>
        </span>
        <noscript>To print it, use the menu of your browser.</noscript>
      </p>
      <section className="card grid gap-6 p-5 sm:p-8 print:border-0 print:p-0">
        <header className="flex flex-wrap items-start justify-between gap-4">
          <div>
            <h1>{voids === null ? "Receipt" : "Counter-entry"}</h1>
            <p className="text-h2 font-bold tabular-nums">{formatReceipt(number)}</p>
            {voids === null && voidedBy === null && <Stamp name="Paid">{formatDay(issuedAt)}</Stamp>}
          </div>
          <p className="text-sm text-ink-2 sm:text-right">
            {company.legalName}
            <br />
            {company.address.join(", ")}
            <br />
            {brand.email}, {formatPhone(brand.phone)}
          </p>
        </header>
        {voidedBy !== null && (
          <Notice kind="danger" alert={false}>
            Void. See <ReceiptLink number={voidedBy} />
          </Notice>
        )}
        {voids !== null && (
          <Notice kind="info">
            Voids <ReceiptLink number={voids} />
            {reason && (
              <>
                : <bdi>“{reason}”</bdi>
              </>
            )}
          </Notice>
        )}
        <dl className="facts">
          <dt>Client</dt>
          <dd>
            {fullName(receipt.client)} <Phone number={receipt.clientPhone} />
          </dd>
          <dt>Plumber</dt>
          <dd>
            {plumber} <Phone number={receipt.plumberPhone} />
          </dd>
          <dt>Booking</dt>
          <dd>
            {receipt.reference}, {service}, {formatDay(receipt.startsAt)}
          </dd>
          {receipt.location && (
            <>
              <dt>Where</dt>
              <dd className="wrap-anywhere">{receipt.location}</dd>
            </>
          )}
          <dt>{voids === null ? "Paid" : "Was paid"}</dt>
          <dd>{onlineMethod ? byMethod(onlineMethod) : METHOD_WORDS[method]}</dd>
          <dt>Date</dt>
          <dd>{formatInstant(issuedAt)}</dd>
        </dl>
        {shown.length > 0 && <QuoteLines lines={shown} total={total} />}
        {rest !== null && receipt.paidBefore > 0 && <Sum label="Paid before" amount={receipt.paidBefore} />}
        <p className="flex items-baseline justify-between gap-4 border-y-2 border-ink py-3 text-lg font-bold">
          {voids === null ? "Paid" : "No longer counts"}
          <span className="text-h1 tabular-nums">{formatOnReceipt(amount)}</span>
        </p>
        {rest !== null && <Sum label="Still to pay" amount={rest} />}
        <p className="text-sm text-ink-2">
          {voids === null ? `${howPaid(receipt, plumber)} ` : ""}Not a fiscal tax invoice.
        </p>
      </section>
    </article>
  );
}

function describeReceipt({ number, voids, voidedBy, amount, issuedAt, reference }: Shown, plumber: string) {
  const isVoid = voids !== null || voidedBy !== null;
  const paid = isVoid ? "void" : `${formatOnReceipt(amount)} paid to ${plumber} on ${formatDay(issuedAt)}`;
  return `${brand.name}, receipt ${formatReceipt(number)}: ${paid}. Booking ${reference}.`;
}

const Phone = ({ number }: { number: string | null }) =>
  number && <span className="block tabular-nums">{formatPhone(number)}</span>;

const Sum = ({ label, amount }: { label: string; amount: number }) => (
  <p className="flex items-baseline justify-between gap-4">
    {label}
    <span className="tabular-nums">{formatSum(amount)}</span>
  </p>
);

const sumOf = (lines: QuoteLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** The rest of the total after a payment, in cents; null: nothing, or not settled. */
function restOf({ voids, lines, finalAmount, isSettled, amount, paidBefore }: Shown, total: number) {
  const rest = total - paidBefore - amount;
  const quoted = lines && sumOf(lines);
  const isOpen = !isSettled && quoted !== null && finalAmount !== null && finalAmount > quoted;
  return voids !== null || rest <= 0 || isOpen ? null : rest;
}

function howPaid({ onlineMethod, finalAmount }: Shown, plumber: string) {
  if (onlineMethod === null) return `Paid to ${plumber}, recorded by ${brand.name}.`;
  const next = finalAmount === null ? `holds it for ${plumber} until the work is done` : `passes it on to ${plumber}`;
  return `Paid through Paynow ${byMethod(onlineMethod)}. ${brand.name} ${next}.`;
}

/** The quote's lines, and the final difference with its reason. */
function listLines({ lines, finalAmount, finalReason, isSettled }: Shown, service: string): QuoteLine[] {
  if (lines === null) return finalAmount === null ? [] : [{ what: service, amount: finalAmount }];
  const more = finalAmount === null ? 0 : finalAmount - sumOf(lines);
  if (more === 0) return lines;
  const what = more < 0 ? "Less than the quote" : `More than the quote${isSettled ? "" : ", not agreed yet"}`;
  return [...lines, { what: finalReason ? `${what}: “${finalReason}”` : what, amount: more }];
}
