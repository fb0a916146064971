import { useLoaderData } from "@remix-run/react";
import { countRefunds, listRefundsDue, listRefundsSent, sumOwed } from "~/domain/payouts/payout-lists.server";
import { findPayoutStop } from "~/domain/payouts/payout-stop.server";
import { formatCount } from "~/domain/values/bounded-count";
import { isAscending, parseSort } from "~/domain/values/list-sort";
import { formatMoney } from "~/domain/values/money";
import { roleLoader } from "~/http/guards";
import { ViewLinks } from "~/ui/admin/view-links";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";
import { MoneyTabs } from "~/ui/payouts/money-tabs";
import { StoppedNotice } from "~/ui/payouts/payout-stop";
import { RefundTable } from "~/ui/payouts/refund-table";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Refunds",
  failed: "Failed to fetch refunds",
  home: "/admin-dashboard",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** What clients are to get back, oldest first, or what they have got (M14). */
export const loader = roleLoader("admin", async ({ context: { db, now, paymentProvider }, url }) => {
  const isSent = url.searchParams.get("show") === "sent";
  const cursor = url.searchParams.get("cursor");
  const sort = parseSort(url.searchParams.get("sort"), isSent ? "-sent" : "since");
  const [page, sums, stop, counts] = await Promise.all([
    isSent
      ? listRefundsSent(db, cursor, isAscending(sort)).then(({ sent, next }) => ({ refunds: sent, next }))
      : listRefundsDue(db, cursor, isAscending(sort)).then(({ due, next }) => ({ refunds: due, next })),
    sumOwed(db),
    findPayoutStop(db),
    countRefunds(db),
  ]);
  return {
    ...page,
    stop,
    isSent,
    sort,
    counts,
    now,
    total: formatMoney(sums.clients),
    isOnline: paymentProvider !== null,
  };
});

export default function Refunds() {
  const { refunds, next, stop, isSent, sort, counts, now, total, isOnline } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>Refunds</h1>
        <MoneyTabs isOnline={isOnline} />
      </div>
      <StoppedNotice stop={stop} />
      <p className="text-sm text-ink-2">
        <b className="text-ink tabular-nums">{total}</b> goes back to clients. Send it within 3 days of the day on which
        it became due.
      </p>
      <ViewLinks
        name="show"
        label="Show"
        chosen={isSent ? "sent" : null}
        choices={[
          { value: null, label: "Due", count: formatCount(counts.due) },
          { value: "sent", label: "Sent", count: formatCount(counts.sent) },
        ]}
      />
      <RefundTable
        refunds={refunds}
        isSent={isSent}
        sort={sort}
        now={now}
        empty={
          <EmptyState illustration={noBookings} text={isSent ? "No refunds were sent yet." : "No refunds are due."} />
        }
      />
      <MoreLink next={next} label="Next page" />
    </div>
  );
}
