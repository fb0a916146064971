import { useLoaderData } from "@remix-run/react";
import { listCompleted, listEarnedByWeek, listPaidAhead } from "~/domain/money/money-lists.server";
import { placeOf } from "~/domain/payouts/payout";
import { findPayoutDetails } from "~/domain/payouts/payout-details.server";
import {
  findPlumberMoney,
  listOwnPayouts,
  listReleased,
  listReleasedByWeek,
} from "~/domain/payouts/plumber-money.server";
import { formatMoney, formatSum } from "~/domain/values/money";
import { plumberLoader } from "~/http/guards";
import { nameWeek } from "~/ui/charts/name-week";
import { BarChart } from "~/ui/charts/bar-chart";
import { FigureTable } from "~/ui/charts/figure-table";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Icon } from "~/ui/elements/icon";
import { MoreLink } from "~/ui/elements/more-link";
import { OnlineEarnings } from "~/ui/payouts/online-earnings";
import { MoneyRows } from "~/ui/money/money-rows";
import { plumberPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Earnings", "earnings");

/** What was earned per week and per job (M8): confirmed payments alone. */
export const loader = plumberLoader(async ({ context: { db, now, paymentProvider }, viewer, url }) => {
  const [weeks, ahead, completed, money, releasedWeeks, released, payouts, { present }] = await Promise.all([
    listEarnedByWeek(db, viewer.id, now),
    listPaidAhead(db, viewer),
    listCompleted(db, viewer, url.searchParams.get("cursor")),
    findPlumberMoney(db, viewer.id),
    listReleasedByWeek(db, viewer.id, now),
    listReleased(db, viewer.id, url.searchParams.get("released")),
    listOwnPayouts(db, viewer.id),
    findPayoutDetails(db, viewer.id, now),
  ]);
  const isOnline = paymentProvider !== null || money.held + money.owed + money.paidOut > 0;
  return {
    online: isOnline ? { money, weeks: releasedWeeks, ...released, payouts, place: present && placeOf(present) } : null,
    weeks: weeks.map(({ monday, earned }) => ({
      label: nameWeek(monday),
      value: Math.max(0, earned),
      // Above a bar there is no room for cents.
      shown: formatMoney(Math.round(earned / 100) * 100),
      earned: formatSum(earned),
    })),
    ahead,
    ...completed,
  };
});

const PAGES = "/plumber-dashboard/jobs";

export default function Earnings() {
  const { weeks, ahead, jobs, next, online } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Earnings</h1>
        <a href="/earnings.csv" className="button button-quiet" download>
          <Icon name="file-text" /> Download as CSV
        </a>
      </div>
      <p className="text-ink-2">
        {online
          ? "What clients have paid online, less refunds and before commission, and payments in hand that you and they have confirmed."
          : "Payments that you and your clients have confirmed."}
      </p>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <section className="card grid content-start gap-3 p-4">
          <h2 className="text-base">Paid by clients, by week</h2>
          <BarChart bars={weeks} format={(cents) => formatMoney(Math.round(cents))} />
        </section>
        <FigureTable
          label="Paid by clients, by week"
          heads={["Week from", "Paid by clients"]}
          rows={weeks.map(({ label, earned }) => [label, earned])}
        />
      </div>
      {online && <OnlineEarnings {...online} />}
      {ahead.length > 0 && (
        <section className="grid gap-4">
          <h2>Paid ahead</h2>
          <MoneyRows rows={ahead} pages={PAGES} />
        </section>
      )}
      <section className="grid gap-4">
        <h2>Completed jobs</h2>
        {jobs.length === 0 ? (
          <EmptyState illustration={noBookings} text="No completed jobs yet." />
        ) : (
          <MoneyRows rows={jobs} pages={PAGES} />
        )}
        <MoreLink next={next} label="Earlier jobs" />
      </section>
    </div>
  );
}
