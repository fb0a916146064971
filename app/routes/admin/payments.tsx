import { useLoaderData } from "@remix-run/react";
import { type PaymentRow, listPaidThenCancelled, paymentList } from "~/domain/money/money-lists.server";
import type { Instant } from "~/domain/time/harare";
import { formatSum } from "~/domain/values/money";
import { listLoader } from "~/http/guards";
import { officePage } from "~/ui/admin/office-page";
import { ListPage, sayInstant, type Column } from "~/ui/admin/data-table";
import { BOOKING } from "~/ui/admin/booking-columns";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { METHOD_CELLS } from "~/ui/money/money-labels";
import { MoneyTabs } from "~/ui/admin/money-tabs";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Payments", "payments");

const LIST = {
  views: {
    open: "Waiting",
    confirmed: "Confirmed",
    denied: "Denied",
    withdrawn: "Taken back",
    voided: "Void",
    cancelled: "Cancelled later",
  },
  sort: "-recorded",
} as const;

/** Recorded payments by their state (M8), and those in hand for a booking that was cancelled later. */
export const loader = listLoader(LIST, ({ context: { db, paymentProvider }, view, pageRequest }) => {
  const cancelled = listPaidThenCancelled(db);
  return {
    page:
      view === "cancelled" ? cancelled.then((rows) => ({ rows, next: null })) : paymentList.page(db, view, pageRequest),
    counts: paymentList.count(db),
    cancelled: cancelled.then(({ length }) => length),
    isOnline: paymentProvider !== null,
  };
});

const RECORDERS = { client: "Client", plumber: "Plumber", admin: "Office" } as const;

const columns = (now: Instant): Column<PaymentRow>[] => [
  BOOKING,
  { id: "amount", label: "Amount", isFigure: true, onPhones: "end", cell: ({ amount }) => formatSum(amount) },
  { id: "method", label: "Paid", cell: ({ method }) => METHOD_CELLS[method] },
  { id: "client", label: "Client", onPhones: "labelled", cell: ({ client }) => client },
  { id: "plumber", label: "Plumber", onPhones: "labelled", cell: ({ plumber }) => plumber },
  { id: "by", label: "Recorded by", onPhones: "labelled", cell: ({ recordedBy }) => RECORDERS[recordedBy] },
  { id: "recorded", label: "Recorded", sort: "-recorded", cell: ({ recordedAt }) => sayInstant(recordedAt, now) },
];

export default function AdminPayments() {
  const { isOnline, cancelled, ...loaded } = useLoaderData<typeof loader>();
  const { view, counts, sort, now } = loaded;
  return (
    <ListPage
      {...LIST}
      {...loaded}
      title="Payments"
      tools={<MoneyTabs isOnline={isOnline} />}
      counts={{ ...counts, cancelled }}
      columns={columns(now)}
      sort={view === "cancelled" ? undefined : sort}
      illustration={noBookings}
      empty="No payments found."
    >
      {view === "cancelled" && (
        <p className="text-ink-2">
          Paid in hand and confirmed, then the booking was cancelled. Pombi doesn't hold this money: help both sides to
          settle it, then mark it as resolved on the booking's page.
        </p>
      )}
    </ListPage>
  );
}
