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
import { formatDay } from "~/domain/time/harare";
import { formatMoney, formatSum } from "~/domain/values/money";
import { plumberLoader } from "~/http/guards";
import { BarChart } from "~/ui/charts/bar-chart";
import { FigureTable } from "~/ui/charts/figure-table";
import { nameWeek } from "~/ui/charts/name-week";
import { EmptyState } from "~/ui/elements/empty-state";
import { Icon } from "~/ui/elements/icon";
import { MoreLink } from "~/ui/elements/more-link";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { MoneyRows } from "~/ui/money/money-rows";
import { PAYOUT_STATUS_WORDS, SETTLEMENT_WORDS } from "~/ui/payouts/payout-words";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { Link } from "~/ui/shell/link";

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

type Props = NonNullable<Awaited<ReturnType<typeof loader>>["online"]>;

/** What was released, less the commission, and what is left for the plumber. */
function sumsOf(weeks: Pick<Props["weeks"][number], "released" | "commission">[]): string[] {
  const released = weeks.reduce((sum, week) => sum + week.released, 0);
  const commission = weeks.reduce((sum, week) => sum + week.commission, 0);
  return [released, -commission, released - commission].map(formatSum);
}

/** What clients have paid online for a plumber's jobs: held, released, paid out (M8). */
const OnlineEarnings = ({ money, weeks, released, next, payouts, place }: Props) => (
  <section className="grid gap-4">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2>Paid online</h2>
      <a href="/payouts.csv" className="button button-quiet" download>
        <Icon name="file-text" /> Statement as CSV
      </a>
    </div>
    <dl className="card facts p-4 tabular-nums">
      <dt>Held, before commission</dt>
      <dd className="text-right">{formatSum(money.held)}</dd>
      <dt className="font-bold">To be paid out to you</dt>
      <dd className="text-right text-xl font-bold">{formatSum(money.owed)}</dd>
      <dt>Paid out so far</dt>
      <dd className="text-right">{formatSum(money.paidOut)}</dd>
    </dl>
    <FigureTable
      label="Released by week"
      heads={["Week from", "Released", "Commission", "Yours"]}
      rows={[
        ...weeks.map(({ monday, ...week }) => [nameWeek(monday), ...sumsOf([week])]),
        ["Together", ...sumsOf(weeks)],
      ]}
    />
    <p>
      {place ? `We pay out to ${place}. ` : "Tell us where your money goes. "}
      <Link to="/plumber-dashboard/settings/payouts">{place ? "Change it" : "EcoCash or bank account"}</Link>
    </p>
    {payouts.length > 0 && (
      <>
        <h3>Payouts</h3>
        <ul className="card divide-y divide-line">
          {payouts.map(({ id, amount, place, status, createdAt, sentAt, reference }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-6 p-4">
              <span className="min-w-0 leading-snug">
                {place}, {PAYOUT_STATUS_WORDS[status].toLowerCase()} {formatDay(sentAt ?? createdAt)}
                {reference && <span className="block text-sm wrap-anywhere text-ink-3">Reference {reference}</span>}
              </span>
              <b className="tabular-nums">{formatSum(amount)}</b>
            </li>
          ))}
        </ul>
      </>
    )}
    {released.length > 0 && (
      <>
        <h3>Released, job by job</h3>
        <ul className="card divide-y divide-line">
          {released.map(({ id, bookingId, reference, client, reason, earned, commission, at }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-6 p-4">
              <span className="min-w-0 leading-snug">
                <Link to={`/plumber-dashboard/jobs/${bookingId}`} className="button-link">
                  {reference}, {client}
                </Link>
                <span className="block text-sm text-ink-3">
                  {formatDay(at)}, {SETTLEMENT_WORDS[reason].toLowerCase()}
                  {commission > 0 && `: ${formatSum(earned + commission)} less ${formatSum(commission)} commission`}
                </span>
              </span>
              <b className="tabular-nums">{formatSum(earned)}</b>
            </li>
          ))}
        </ul>
        <MoreLink next={next} label="Earlier ones" name="released" />
      </>
    )}
  </section>
);
