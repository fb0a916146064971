import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { PAYMENT_STATUSES, parsePaymentStatus, type PaymentStatus } from "~/domain/money/booking-money";
import { countPaymentsByStatus, listDenials, listPaymentsOfStatus } from "~/domain/money/money-lists.server";
import { closeDenial } from "~/domain/money/payments.server";
import { formatCount } from "~/domain/values/bounded-count";
import { isAscending, parseSort } from "~/domain/values/list-sort";
import { flashCookie } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { DenialTable, PaymentTable } from "~/ui/admin/payment-table";
import { ViewLinks } from "~/ui/admin/view-links";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";
import { MoneyTabs } from "~/ui/payouts/money-tabs";
import { DashboardError } from "~/ui/shell/dashboard-error";

export const meta: MetaFunction = () => [{ title: `Payments – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** Recorded payments; without a choice those that were denied, while there are any (M8). */
export const loader = roleLoader("admin", async ({ context: { db, now, paymentProvider }, url }) => {
  const show = url.searchParams.get("show");
  const cursor = url.searchParams.get("cursor");
  const status = parsePaymentStatus(show);
  const sort = parseSort(url.searchParams.get("sort"), "-recorded");
  const [denials, page, counts] = await Promise.all([
    listDenials(db),
    listPaymentsOfStatus(db, status, cursor, isAscending(sort)),
    countPaymentsByStatus(db),
  ]);
  const showsDenials = show === null && cursor === null && denials.length > 0;
  return {
    status,
    sort,
    denied: denials.length,
    denials: showsDenials ? denials : null,
    ...(showsDenials ? { payments: [], next: null } : page),
    counts,
    now,
    isOnline: paymentProvider !== null,
  };
});

/** Notes that a denial is taken care of. It takes nothing away, so it doesn't ask first. */
export const action = roleAction("admin", async ({ context, user, form }) => {
  const { of: id } = requireButton(form, ["takenCareOf"]);
  await closeDenial(context, await user, String(form.get("booking") ?? ""), id);
  return redirectTo("/admin-dashboard/payments", { "Set-Cookie": flashCookie("savedAndLogged") });
});

const LABELS: Record<PaymentStatus, string> = {
  open: "Waiting",
  confirmed: "Confirmed",
  denied: "Denied",
  withdrawn: "Taken back",
  voided: "Void",
};

export default function AdminPayments() {
  const { status, sort, denied, denials, payments, next, counts, now, isOnline } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>Payments</h1>
        <MoneyTabs isOnline={isOnline} />
      </div>
      <ViewLinks
        name="show"
        label="Show"
        chosen={denials ? null : status}
        choices={[
          ...(denied > 0 ? [{ value: null, label: "To settle", count: formatCount(denied) }] : []),
          ...PAYMENT_STATUSES.map((value) => ({ value, label: LABELS[value], count: formatCount(counts[value]) })),
        ]}
      />
      {denials ? (
        <>
          <p className="text-sm text-ink-2">
            Denied payments: talk to both sides. Record what was paid, or decide on an amount, on the booking.
          </p>
          <DenialTable denials={denials} now={now} />
        </>
      ) : (
        <PaymentTable
          payments={payments}
          sort={sort}
          now={now}
          empty={<EmptyState illustration={noBookings} text="No payments found." />}
        />
      )}
      <MoreLink next={next} label="Next page" />
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch payments" home="/admin-dashboard" />;
}
