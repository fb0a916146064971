import { useLoaderData } from "@remix-run/react";
import { PAYMENT_STATUSES, parsePaymentStatus, type PaymentStatus } from "~/domain/money/booking-money";
import { countPaymentsByStatus, listPaidThenCancelled, listPaymentsOfStatus } from "~/domain/money/money-lists.server";
import { formatCount } from "~/domain/values/bounded-count";
import { isAscending, parseSort } from "~/domain/values/list-sort";
import { roleLoader } from "~/http/guards";
import { PaymentTable } from "~/ui/admin/payment-table";
import { ViewLinks } from "~/ui/admin/view-links";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";
import { MoneyTabs } from "~/ui/payouts/money-tabs";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Payments",
  failed: "Failed to fetch payments",
  home: "/admin-dashboard",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** Recorded payments by how they stand (M8). */
export const loader = roleLoader("admin", async ({ context: { db, now, paymentProvider }, url }) => {
  const show = url.searchParams.get("show");
  const cursor = url.searchParams.get("cursor");
  const status = show === CANCELLED ? null : parsePaymentStatus(show);
  const sort = parseSort(url.searchParams.get("sort"), "-recorded");
  const [page, counts, cancelled] = await Promise.all([
    status && listPaymentsOfStatus(db, status, cursor, isAscending(sort)),
    countPaymentsByStatus(db),
    listPaidThenCancelled(db),
  ]);
  return {
    status,
    sort,
    ...(page ?? { payments: cancelled, next: null }),
    counts,
    cancelled: cancelled.length,
    now,
    isOnline: paymentProvider !== null,
  };
});

/** The view of what was paid in hand for a booking that was cancelled later. */
const CANCELLED = "cancelled";

const LABELS: Record<PaymentStatus, string> = {
  open: "Waiting",
  confirmed: "Confirmed",
  denied: "Denied",
  withdrawn: "Taken back",
  voided: "Void",
};

export default function AdminPayments() {
  const { status, sort, payments, next, counts, cancelled, now, isOnline } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>Payments</h1>
        <MoneyTabs isOnline={isOnline} />
      </div>
      <ViewLinks
        name="show"
        label="Show"
        chosen={status ?? CANCELLED}
        choices={[
          ...PAYMENT_STATUSES.map((value) => ({ value, label: LABELS[value], count: formatCount(counts[value]) })),
          { value: CANCELLED, label: "Cancelled later", count: String(cancelled) },
        ]}
      />
      {status === null && (
        <p className="text-ink-2">
          Paid in hand and confirmed, then the booking was cancelled. Pombi doesn't hold this money: help both sides to
          settle it, then mark it as resolved on the booking's page.
        </p>
      )}
      <PaymentTable
        payments={payments}
        sort={status === null ? undefined : sort}
        now={now}
        empty={<EmptyState illustration={noBookings} text="No payments found." />}
      />
      <MoreLink next={next} label="Next page" />
    </div>
  );
}
