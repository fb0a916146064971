import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listCompleted, listDue, listPaidAhead } from "~/domain/money/money-lists.server";
import { listMoneyBack } from "~/domain/online-payments/held-money.server";
import { anyMethod } from "~/domain/online-payments/online-method";
import { openMoney } from "~/domain/online-payments/payments-page";
import { listPayable } from "~/domain/online-payments/online-payment-views.server";
import { formatMoney } from "~/domain/values/money";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import { clientLoader } from "~/http/guards";
import { Icon } from "~/ui/elements/icon";
import { MoreLink } from "~/ui/elements/more-link";
import { MoneyRows } from "~/ui/money/money-rows";
import { RefundRows } from "~/ui/money/refund-rows";
import { PayableRows } from "~/ui/online-payments/payable-rows";
import { clientPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("Payments", "payments");

/** What is open, what was paid, and receipts (M8). */
export const loader = clientLoader(async ({ context: { db, now, paymentProvider }, viewer, url }) => {
  const [due, paid, completed, payable, refunds] = await Promise.all([
    listDue(db, viewer),
    listPaidAhead(db, viewer),
    listCompleted(db, viewer, url.searchParams.get("cursor")),
    paymentProvider && listPayable(db, viewer),
    listMoneyBack(db, viewer, now),
  ]);
  return { due, isOnline: payable !== null, ...openMoney(payable ?? [], paid), refunds, ...completed };
});

const PAGES = "/client-dashboard/bookings";

export default function Payments() {
  const { due, isOnline, deposits, ahead, payable, refunds, jobs, next } = useLoaderData<typeof loader>();
  const total = due.reduce((sum, row) => sum + row.due, 0);
  return (
    <div className="grid max-w-3xl gap-8">
      <h1>Payments</h1>
      <section className="grid gap-4">
        <h2>{due.length === 0 ? "Nothing is due" : `${formatMoney(total)} due`}</h2>
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
      {deposits.length > 0 && (
        <section className="grid gap-4">
          <h2>Deposits asked for</h2>
          <PayableRows rows={deposits} pages={PAGES} />
        </section>
      )}
      {payable.length > 0 && (
        <section className="grid gap-4">
          <h2>You can pay ahead</h2>
          <PayableRows rows={payable} pages={PAGES} />
        </section>
      )}
      {ahead.length > 0 && (
        <section className="grid gap-4">
          <h2>Paid ahead</h2>
          <MoneyRows rows={ahead} pages={PAGES} />
        </section>
      )}
      {refunds.length > 0 && (
        <section className="grid gap-4">
          <h2>Refunds</h2>
          <RefundRows rows={refunds} pages={PAGES} />
        </section>
      )}
      {jobs.length > 0 && (
        <section className="grid gap-4">
          <h2>Completed jobs and receipts</h2>
          <MoneyRows rows={jobs} pages={PAGES} />
          <MoreLink next={next} label="Earlier jobs" />
        </section>
      )}
      <section className="card grid gap-3 p-5">
        <h2 className="text-base">
          Online payment {!isOnline && <span className="font-normal text-ink-3">Coming soon</span>}
        </h2>
        <p>
          {isOnline
            ? `By ${anyMethod()}, from the booking's page. Pombi holds the money for your plumber until the work is done, and gives you a receipt.`
            : "Until then, pay in cash or by EcoCash. We record what you both confirm, and give you a receipt."}
        </p>
        <p>Is something wrong with a payment? Call our office.</p>
        <p>
          <a href={telephoneLink(brand.phone)} className="button button-quiet">
            <Icon name="phone" /> {formatPhone(brand.phone)}
          </a>
        </p>
      </section>
    </div>
  );
}
