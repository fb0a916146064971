import { Form, useLoaderData } from "@remix-run/react";
import {
  countOnlineByStatus,
  listPaymentsForOffice,
  listToReview,
  reviewPayment,
  searchOnlinePayments,
} from "~/domain/online-payments/office-payments.server";
import { ONLINE_STATUSES } from "~/domain/online-payments/online-payment";
import { formatCount } from "~/domain/values/bounded-count";
import { isAscending, parseSort } from "~/domain/values/list-sort";
import { SEARCH_LENGTH } from "~/domain/values/lengths";
import { flashed } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { ViewLinks } from "~/ui/admin/view-links";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { MoreLink } from "~/ui/elements/more-link";
import { MoneyTabs } from "~/ui/payouts/money-tabs";
import { OnlinePaymentTable, PaymentsToCheck, STATUS_WORDS } from "~/ui/payouts/online-payment-table";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { cutText } from "~/domain/values/text";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Online payments",
  failed: "Failed to fetch payments",
  home: "/admin-dashboard",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** Online payments: what was searched for, those to check while there are any (M11), or all. */
export const loader = roleLoader("admin", async ({ context: { db, now, paymentProvider }, url }) => {
  const search = cutText(url.searchParams.get("q")?.trim() ?? "", SEARCH_LENGTH);
  const show = url.searchParams.get("show");
  const cursor = url.searchParams.get("cursor");
  const status = ONLINE_STATUSES.find((known) => known === show) ?? null;
  const sort = parseSort(url.searchParams.get("sort"), "-created");
  const [toReview, page, counts] = await Promise.all([
    listToReview(db),
    search
      ? searchOnlinePayments(db, search).then((payments) => ({ payments, next: null }))
      : listPaymentsForOffice(db, status, cursor, isAscending(sort)),
    countOnlineByStatus(db),
  ]);
  const isToCheck = search === "" && show === null && cursor === null && toReview.length > 0;
  return {
    toCheck: toReview.length,
    toReview: isToCheck ? toReview : null,
    ...(isToCheck ? { payments: [], next: null } : page),
    counts,
    search,
    status,
    sort,
    now,
    isOnline: paymentProvider !== null,
  };
});

/** Notes that somebody has checked a payment. It takes nothing away, so it doesn't ask first. */
export const action = roleAction("admin", async ({ context, user, form }) => {
  const { of: id } = requireButton(form, ["reviewed"]);
  await reviewPayment(context, await user, { id, bookingId: String(form.get("booking") ?? "") });
  return redirectTo("/admin-dashboard/payments/online", flashed("savedAndLogged"));
});

export default function OnlinePayments() {
  const { toCheck, toReview, payments, next, counts, search, status, sort, now, isOnline } =
    useLoaderData<typeof loader>();
  const all = Object.values(counts).reduce((sum, count) => sum + count);
  return (
    <div className="grid gap-2">
      <div className="office-bar">
        <h1>Online payments</h1>
        <Form method="get" className="flex gap-2">
          <input
            type="search"
            name="q"
            defaultValue={search}
            maxLength={SEARCH_LENGTH}
            className="input"
            aria-label="Search by reference, phone or the provider's number"
            placeholder="Reference, phone..."
          />
          <button className="button button-quiet">Search</button>
        </Form>
        <MoneyTabs isOnline={isOnline} />
      </div>
      {search && (
        <div className="office-bar">
          <h2>Found for “{search}”</h2>
        </div>
      )}
      {!search && (
        <ViewLinks
          name="show"
          label="Show"
          chosen={toReview ? null : (status ?? "all")}
          choices={[
            ...(toCheck > 0 ? [{ value: null, label: "To check", count: formatCount(toCheck) }] : []),
            { value: "all", label: "All", count: formatCount(all) },
            ...ONLINE_STATUSES.map((value) => ({
              value,
              label: STATUS_WORDS[value],
              count: formatCount(counts[value]),
            })),
          ]}
        />
      )}
      {toReview ? (
        <PaymentsToCheck payments={toReview} now={now} />
      ) : (
        <OnlinePaymentTable
          payments={payments}
          sort={search ? undefined : sort}
          now={now}
          empty={<EmptyState illustration={noBookings} text="No payments found." />}
        />
      )}
      <MoreLink next={next} label="Next page" />
    </div>
  );
}
