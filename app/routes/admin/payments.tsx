import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { PAYMENT_STATUSES, parsePaymentStatus, type PaymentStatus } from "~/domain/money/booking-money";
import { countPaymentsByStatus, listPaymentsOfStatus } from "~/domain/money/money-lists.server";
import { formatCount } from "~/domain/values/bounded-count";
import { isAscending, parseSort } from "~/domain/values/list-sort";
import { roleLoader } from "~/http/guards";
import { PaymentTable } from "~/ui/admin/payment-table";
import { ViewLinks } from "~/ui/admin/view-links";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";
import { MoneyTabs } from "~/ui/payouts/money-tabs";
import { DashboardError } from "~/ui/shell/dashboard-error";

export const meta: MetaFunction = () => [{ title: `Payments – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** Recorded payments by how they stand (M8). */
export const loader = roleLoader("admin", async ({ context: { db, now, paymentProvider }, url }) => {
  const show = url.searchParams.get("show");
  const cursor = url.searchParams.get("cursor");
  const status = parsePaymentStatus(show);
  const sort = parseSort(url.searchParams.get("sort"), "-recorded");
  const [page, counts] = await Promise.all([
    listPaymentsOfStatus(db, status, cursor, isAscending(sort)),
    countPaymentsByStatus(db),
  ]);
  return {
    status,
    sort,
    ...page,
    counts,
    now,
    isOnline: paymentProvider !== null,
  };
});

const LABELS: Record<PaymentStatus, string> = {
  open: "Waiting",
  confirmed: "Confirmed",
  denied: "Denied",
  withdrawn: "Taken back",
  voided: "Void",
};

export default function AdminPayments() {
  const { status, sort, payments, next, counts, now, isOnline } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>Payments</h1>
        <MoneyTabs isOnline={isOnline} />
      </div>
      <ViewLinks
        name="show"
        label="Show"
        chosen={status}
        choices={PAYMENT_STATUSES.map((value) => ({
          value,
          label: LABELS[value],
          count: formatCount(counts[value]),
        }))}
      />
      <PaymentTable
        payments={payments}
        sort={sort}
        now={now}
        empty={<EmptyState illustration={noBookings} text="No payments found." />}
      />
      <MoreLink next={next} label="Next page" />
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch payments" home="/admin-dashboard" />;
}
