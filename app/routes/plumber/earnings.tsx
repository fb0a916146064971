import { useLoaderData } from "@remix-run/react";
import { findEarnedSince, listCompleted } from "~/domain/money/money-lists.server";
import type { MoneyRow as MoneyRowFacts } from "~/domain/money/booking-money";
import { findPayoutDetails } from "~/domain/escrow/payout-details.server";
import { PAYOUT_STATUS_WORDS } from "~/domain/escrow/payout";
import { findPlumberMoney, listOwnPayouts, listReleased, listWeeks } from "~/domain/escrow/payout-lists.server";
import { dateAt, formatDate, formatDay, formatInstant, mondayOf, type LocalDate } from "~/domain/time/harare";
import { formatMoney, formatSum } from "~/domain/values/money";
import { countOf } from "~/domain/values/numbers";
import { plumberLoader, type PageArgs } from "~/http/guards";
import { BarChart, nameWeek } from "~/ui/charts/charts";
import { Chip, EmptyState, Link, MoreLink, Segments } from "~/ui/shell/elements";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { MoneyRow, MoneyRows } from "~/ui/money/money-rows";
import { SharePage } from "~/ui/plumbers/share-page";
import { saySettlementReason } from "~/ui/payouts/payout-words";
import { plumberPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Earnings", "earnings");

const PAGE = "/plumber-dashboard/earnings";
const JOBS = "/plumber-dashboard/jobs";
const LISTS = {
  jobs: ["Jobs", "No completed jobs yet."],
  released: ["Released", "Nothing released yet."],
  payouts: ["Payouts", "No payouts yet."],
  weeks: ["By week", ""],
} as const;
type ListName = keyof typeof LISTS;
const LIST_NAMES = Object.keys(LISTS) as ListName[];

export const loader = plumberLoader(async (args) => {
  const { db, now, paymentProvider } = args.context;
  const { viewer, url } = args;
  const show = LIST_NAMES.find((name) => name === url.searchParams.get("show")) ?? "jobs";
  const [money, { present, coming }, earned, list] = await Promise.all([
    findPlumberMoney(db, viewer.id),
    findPayoutDetails(db, viewer.id, now),
    findEarnedSince(db, viewer.id, mondayOf(dateAt(now))),
    readList(show, args),
  ]);
  const isOnline = paymentProvider !== null || money.held + money.owed + money.paidOut > 0;
  return {
    show,
    isOnline,
    money,
    place: present && present.place,
    coming,
    earned,
    isBegun: url.searchParams.has("cursor"),
    ...list,
  };
});

const NOTHING = { jobs: [], released: [], payouts: [], weeks: [], next: null };

async function readList(show: ListName, { context: { db, now }, viewer, url }: PageArgs) {
  const cursor = url.searchParams.get("cursor");
  switch (show) {
    case "jobs":
      return { ...NOTHING, ...(await listCompleted(db, viewer, cursor)) };
    case "released":
      return { ...NOTHING, ...(await listReleased(db, viewer.id, cursor)) };
    case "payouts":
      return { ...NOTHING, payouts: await listOwnPayouts(db, viewer.id) };
    case "weeks":
      return { ...NOTHING, weeks: await listWeeks(db, viewer.id, now) };
  }
}

export default function Earnings() {
  const { show, isOnline, money, place, coming, earned, isBegun, jobs, released, payouts, weeks, next } =
    useLoaderData<typeof loader>();
  const isEmpty = jobs.length + released.length + payouts.length + weeks.length === 0;
  return (
    <div className="grid gap-4">
      <h1>Earnings</h1>
      <section className="card ticket grid gap-1">
        <p className="text-ink-2">{isOnline ? "To be paid out to you" : "Paid to you this week"}</p>
        <p className="text-h1 font-bold tabular-nums">{formatSum(isOnline ? money.owed : earned)}</p>
        {isOnline && (
          <p>
            {place && `With our next payout, to ${place}. `}
            {coming && `From ${formatInstant(coming.validFrom)} on, to ${coming.place}. `}
            {!place && !coming && "Tell us where your money goes. "}
            <Link to="/plumber-dashboard/settings/payouts">
              {place || coming ? "Change it" : "EcoCash or bank account"}
            </Link>
          </p>
        )}
        {isOnline && money.held > 0 && (
          <p className="text-ink-2">
            {formatSum(money.held)} is held for your jobs. It's yours 24 hours after each is done, less commission.
          </p>
        )}
      </section>
      <Segments>
        {LIST_NAMES.filter((name) => isOnline || name === "jobs" || name === "weeks").map((name) => (
          <Chip
            key={name}
            to={name === "jobs" ? PAGE : `${PAGE}?show=${name}`}
            isChosen={name === show}
            label={LISTS[name][0]}
          />
        ))}
      </Segments>
      {isEmpty && (
        <EmptyState illustration={noBookings} text={LISTS[show][1]}>
          {show === "jobs" && <SharePage />}
        </EmptyState>
      )}
      <Months jobs={jobs} isBegun={isBegun} isGoingOn={next !== null} />
      {released.length > 0 && (
        <ul className="card divide-y divide-line">
          {released.map(({ id, bookingId, reference, client, reason, missedBy, earned, commission, at }) => (
            <MoneyRow
              key={id}
              title={client}
              to={`${JOBS}/${bookingId}`}
              about={
                `${formatDay(at)}, ${reference}, ${saySettlementReason({ reason, missedBy }).toLowerCase()}` +
                (commission > 0 ? `, ${formatSum(earned + commission)} less ${formatSum(commission)} commission` : "")
              }
            >
              <b>{formatSum(earned)}</b>
            </MoneyRow>
          ))}
        </ul>
      )}
      {payouts.length > 0 && (
        <>
          <p>Paid out so far: {formatSum(money.paidOut)}</p>
          <ul className="card divide-y divide-line">
            {payouts.map(({ id, amount, place, status, createdAt, sentAt, reference }) => (
              <MoneyRow
                key={id}
                title={`${place}, ${PAYOUT_STATUS_WORDS[status].toLowerCase()} ${formatDay(sentAt ?? createdAt)}`}
                about={reference && `Reference ${reference}`}
              >
                <b>{formatSum(amount)}</b>
              </MoneyRow>
            ))}
          </ul>
        </>
      )}
      {weeks.length > 0 && <Weeks weeks={weeks} />}
      <MoreLink next={next} label="Earlier ones" />
      <p className="flex flex-wrap gap-x-4">
        <a href="/earnings.csv" className="button-link" download>
          Download as CSV
        </a>
        {isOnline && (
          <a href="/payouts.csv" className="button-link" download>
            Statement of payouts as CSV
          </a>
        )}
      </p>
    </div>
  );
}

interface MonthsProps {
  jobs: MoneyRowFacts[];
  /** True if another page may have more of the first month, and of the last one. */
  isBegun: boolean;
  isGoingOn: boolean;
}

/** The jobs by month, with what was paid for them where the page has all of the month. */
function Months({ jobs, isBegun, isGoingOn }: MonthsProps) {
  const monthOf = ({ startsAt }: MoneyRowFacts) => formatDate(dateAt(startsAt), "month");
  const months = [...new Set(jobs.map(monthOf))];
  return months.map((month, at) => {
    const rows = jobs.filter((job) => monthOf(job) === month);
    const due = rows.reduce((sum, { due }) => sum + due, 0);
    const isWhole = (at > 0 || !isBegun) && (at < months.length - 1 || !isGoingOn);
    return (
      <section key={month} className="grid gap-2">
        <h2 className="flex flex-wrap justify-between gap-x-4 text-base">
          Jobs of {month}
          <span className="tabular-nums">
            {formatSum(rows.reduce((sum, { paidAmount }) => sum + paidAmount, 0))} paid
            {due > 0 && <span className="text-copper-700">, {formatSum(due)} due</span>}
            {!isWhole && ` for ${countOf(rows.length, "job")} below`}
          </span>
        </h2>
        <MoneyRows rows={rows} pages={JOBS} record />
      </section>
    );
  });
}

interface Week {
  monday: LocalDate;
  earned: number;
  released: number;
  commission: number;
}

function Weeks({ weeks }: { weeks: Week[] }) {
  const sumOf = (figure: "earned" | "released" | "commission") => weeks.reduce((sum, week) => sum + week[figure], 0);
  const total = {
    name: "Total",
    earned: sumOf("earned"),
    released: sumOf("released"),
    commission: sumOf("commission"),
  };
  return (
    <div className="grid gap-4">
      <section className="card grid content-start gap-3 p-4">
        <h2 className="text-base">Paid by clients, by week</h2>
        <BarChart
          bars={weeks.map(({ monday, earned }) => ({
            label: nameWeek(monday),
            value: Math.max(0, earned),
            // Above a bar there is no room for cents.
            shown: formatMoney(Math.round(earned / 100) * 100),
          }))}
          format={(cents) => formatMoney(Math.round(cents))}
        />
      </section>
      <ul className="card divide-y divide-line">
        {[...weeks.map((week) => ({ ...week, name: nameWeek(week.monday) })), total].map(
          ({ name, earned, released, commission }) => (
            <MoneyRow
              key={name}
              title={name}
              about={
                released > 0 &&
                `${formatSum(released)} released less ${formatSum(commission)} commission: ${formatSum(released - commission)} yours`
              }
            >
              <b>{formatSum(earned)}</b>
            </MoneyRow>
          ),
        )}
      </ul>
    </div>
  );
}
