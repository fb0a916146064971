import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { listCompleted, listDue, listPaidAhead } from "~/domain/money/money-lists.server";
import { type RefundedBooking, listMoneyBack } from "~/domain/escrow/held-money.server";
import { anyMethod, openMoney, type PayableRow } from "~/domain/escrow/online-payment";
import { listPayable } from "~/domain/escrow/online-payment-views.server";
import { formatDay, type Instant } from "~/domain/time/harare";
import { formatMoney, formatSum } from "~/domain/values/money";
import { showPhone, telephoneLink } from "~/domain/values/phone";
import { clientLoader } from "~/http/guards";
import { Icon, MoreLink, QuietLink } from "~/ui/shell/elements";
import { MoneyRow, MoneyRows } from "~/ui/money/money-rows";
import { clientPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("Payments", "payments");

export const loader = clientLoader(async ({ context: { db, now, paymentProvider }, viewer, url }) => {
  const [due, paid, completed, payable, refunds] = await Promise.all([
    listDue(db, viewer),
    listPaidAhead(db, viewer),
    listCompleted(db, viewer, url.searchParams.get("cursor")),
    paymentProvider && listPayable(db, viewer),
    listMoneyBack(db, viewer, now),
  ]);
  return {
    due: due.filter((row) => row.due > 0),
    waiting: due.filter((row) => row.due === 0),
    isOnline: payable !== null,
    ...openMoney(payable ?? [], paid),
    refunds,
    now,
    ...completed,
  };
});

const sumOf = (amounts: number[]) => amounts.reduce((sum, cents) => sum + cents, 0);

const PAGES = "/client-dashboard/bookings";

export default function Payments() {
  const { due, waiting, isOnline, deposits, ahead, payable, refunds, jobs, next, now } = useLoaderData<typeof loader>();
  const completed = (
    <>
      <MoneyRows rows={jobs} pages={PAGES} />
      <MoreLink next={next} label="Earlier jobs" />
    </>
  );
  const toConfirm = `${formatMoney(sumOf(waiting.map((row) => row.waiting ?? 0)))} to be confirmed`;
  const lists = [
    { title: toConfirm, rows: waiting, list: <MoneyRows rows={waiting} pages={PAGES} /> },
    { title: "Deposits requested", rows: deposits, list: <PayableRows rows={deposits} /> },
    { title: "You can pay ahead", rows: payable, list: <PayableRows rows={payable} /> },
    { title: "Paid ahead", rows: ahead, list: <MoneyRows rows={ahead} pages={PAGES} /> },
    { title: "Refunds", rows: refunds, list: <RefundRows rows={refunds} now={now} /> },
    { title: "Completed jobs and receipts", rows: jobs, list: completed },
  ];
  return (
    <div className="grid max-w-3xl gap-8">
      <h1>Payments</h1>
      <section className="grid gap-4">
        <h2>{due.length === 0 ? "Nothing is due" : `${formatMoney(sumOf(due.map((row) => row.due)))} due`}</h2>
        {due.length > 0 && (
          <>
            <p className="text-ink-2">
              {isOnline
                ? "Pay online, or pay your plumber directly and record the payment on the booking's page."
                : "Pay your plumber directly, then record the payment on the booking's page."}
            </p>
            <MoneyRows rows={due} pages={PAGES} pay={isOnline} />
          </>
        )}
      </section>
      {lists.map(
        ({ title, rows, list }) =>
          rows.length > 0 && (
            <section key={title} className="grid gap-4">
              <h2>{title}</h2>
              {list}
            </section>
          ),
      )}
      <section className="card grid gap-3 p-5">
        <h2 className="text-base">
          Online payment {!isOnline && <span className="font-normal text-ink-3">Coming soon</span>}
        </h2>
        <p>
          {isOnline
            ? `By ${anyMethod()}, from the booking's page. Pombi holds the money for your plumber until a day after the work is done, and gives you a receipt.`
            : "Until then, pay in cash or by EcoCash. We record what you both confirm, and give you a receipt."}
        </p>
        <p>Is something wrong with a payment? Call our office.</p>
        <p>
          <a href={telephoneLink(brand.phone)} className="button button-quiet">
            <Icon name="phone" /> {showPhone(brand.phone)}
          </a>
        </p>
      </section>
    </div>
  );
}

const RefundRows = ({ rows, now }: { rows: RefundedBooking[]; now: Instant }) => (
  <ul className="card divide-y divide-line">
    {rows.map(({ id, bookingId, reference, serviceType, plumber, amount, dueBy, sentAt, sentReference }) => (
      <MoneyRow
        key={id}
        title={[serviceType ?? DEFAULT_SERVICE, plumber].filter(Boolean).join(", ")}
        to={`${PAGES}/${bookingId}`}
        about={`${
          sentAt !== null
            ? `Sent ${formatDay(sentAt)}, reference ${sentReference}`
            : dueBy < now
              ? `Late since ${formatDay(dueBy)}, call us`
              : `Our office sends it by ${formatDay(dueBy)}`
        }, ${reference}`}
        actions={null}
      >
        <b>{formatSum(amount)}</b>
      </MoneyRow>
    ))}
  </ul>
);

const PayableRows = ({ rows }: { rows: PayableRow[] }) => (
  <ul className="card divide-y divide-line">
    {rows.map(({ id, reference, serviceType, startsAt, plumber, paidAmount, choice, label }) => (
      <MoneyRow
        key={id}
        title={`${serviceType ?? DEFAULT_SERVICE}, ${plumber}`}
        to={`${PAGES}/${id}`}
        about={`${formatDay(startsAt)}, ${reference}${paidAmount > 0 ? `, ${formatSum(paidAmount)} paid` : ""}`}
        actions={<QuietLink to={`${PAGES}/${id}/pay`} className="relative px-3" label={label} />}
      >
        {formatSum(choice.amount)}
      </MoneyRow>
    ))}
  </ul>
);
