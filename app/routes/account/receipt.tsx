import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { printReceipt } from "~/ui/money/receipt-words";
import { formatReceipt, formatSum, parseReceipt, formatOnReceipt } from "~/domain/values/money";
import { brand } from "~/brand";
import { company } from "~/company";
import type { Receipt } from "~/domain/money/receipt";
import { findReceiptWithMoney } from "~/domain/escrow/held-money.server";
import { describeReceiptMoney, type ReceiptMoney } from "~/ui/money/describe-held";
import { formatDay } from "~/domain/time/harare";
import { showPhone } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";
import { signedInLoader } from "~/http/guards";
import type { PageHandle } from "~/http/page-handle";
import { Icon, Notice, TextLink } from "~/ui/shell/elements";
import { QuoteLines, ReceiptLink } from "~/ui/money/money-facts";
import { ShareOnWhatsApp } from "~/ui/elements/share-on-whatsapp";
import { Stamp } from "~/ui/elements/stamp";
import { described } from "~/ui/shell/public-page";
import { bookingPage } from "~/http/booking-pages";

export const handle: PageHandle = { quiet: true };

export const meta = described((_, { params }) => ({
  title: `Receipt ${params["number"] ?? ""}`,
  description: "A receipt for a plumbing job.",
  isUnlisted: true,
}));

/** A receipt (M7), for the two sides of its booking and the office. */
export const loader = signedInLoader(async ({ context, viewer, param }) => {
  const number = parseReceipt(param("number"));
  const found = number ? await findReceiptWithMoney(context, viewer, number) : null;
  if (!found) return null;
  const { receipt, held } = found;
  return {
    receipt,
    money: held && describeReceiptMoney(receipt, held, viewer.role, context.now),
    back: bookingPage(viewer.role, receipt.bookingId),
  };
});

export default function ReceiptPage() {
  const { receipt, money, back } = useLoaderData<typeof loader>();
  const { number, amount, voids, voidedBy, reason } = receipt;
  const { title, facts, lines, total, before, rest, stamp, back: sums, label, note } = printReceipt(receipt, money);
  return (
    <article className="mx-auto grid w-full max-w-2xl gap-6 px-4 py-8 print:max-w-none print:p-0">
      <p className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <TextLink to={back}>
          <Icon name="arrow-left" /> Back to the booking
        </TextLink>
        <span className="flex flex-wrap gap-3">
          <ShareOnWhatsApp text={describeReceipt(receipt, money)} />
          <button type="button" className="button button-quiet" data-print hidden>
            Print
          </button>
        </span>
        <noscript>To print it, use the menu of your browser.</noscript>
      </p>
      <section className="card grid gap-6 p-5 sm:p-8 print:border-0 print:p-0">
        <header className="flex flex-wrap items-start justify-between gap-4">
          <div>
            <h1>{title}</h1>
            <p className="text-h2 font-bold tabular-nums">{formatReceipt(number)}</p>
            {stamp && <Stamp name={stamp.name}>{stamp.at !== null && formatDay(stamp.at)}</Stamp>}
          </div>
          <p className="text-sm text-ink-2 sm:text-right">
            {company.legalName}
            <br />
            {company.address.join(", ")}
            <br />
            {brand.email}, {showPhone(brand.phone)}
          </p>
        </header>
        {voidedBy !== null && (
          <Notice kind="danger" alert={false}>
            Void. See <ReceiptLink number={voidedBy} isNamed />
          </Notice>
        )}
        {voids !== null && (
          <Notice kind="info">
            Voids <ReceiptLink number={voids} isNamed />
            {reason && (
              <>
                : <bdi>“{reason}”</bdi>
              </>
            )}
          </Notice>
        )}
        <dl className="facts">
          {facts.map(({ label: fact, value, phone }) => (
            <Fragment key={fact}>
              <dt>{fact}</dt>
              <dd className="wrap-anywhere">
                {value} {phone && <span className="block whitespace-nowrap tabular-nums">{phone}</span>}
              </dd>
            </Fragment>
          ))}
        </dl>
        {lines.length > 0 && <QuoteLines lines={lines} total={total} />}
        {before !== null && <Sum label="Paid before" value={formatSum(before)} />}
        <p className="flex items-baseline justify-between gap-4 border-y-2 border-ink py-3 text-lg font-bold">
          {label}
          <span className="text-h1 tabular-nums">{formatOnReceipt(amount)}</span>
        </p>
        {sums.map((sum) => (
          <Sum key={sum.label} {...sum} />
        ))}
        {rest !== null && <Sum label="Still to pay" value={formatSum(rest)} />}
        <p className="text-sm text-ink-2">{note}</p>
      </section>
    </article>
  );
}

function describeReceipt(
  { number, voids, voidedBy, amount, issuedAt, reference, plumber }: Receipt,
  money: ReceiptMoney | null,
) {
  const isVoid = voids !== null || voidedBy !== null;
  const paid = isVoid ? "void" : `${formatOnReceipt(amount)} paid to ${fullName(plumber)} on ${formatDay(issuedAt)}`;
  return `${brand.name}, receipt ${formatReceipt(number)}: ${paid}${money?.stamp ? `, ${money.stamp.name.toLowerCase()}` : ""}. Booking ${reference}.`;
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <p className="flex items-baseline justify-between gap-4">
    {label}
    <span className="text-right tabular-nums">{value}</span>
  </p>
);
