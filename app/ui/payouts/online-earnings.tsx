import type { OwnPayout, PlumberMoney, ReleasedRow } from "~/domain/payouts/plumber-money";
import { formatDay } from "~/domain/time/harare";
import { formatSum } from "~/domain/values/money";
import { FigureTable } from "../charts/figure-table";
import { nameWeek } from "../charts/name-week";
import { Icon } from "../elements/icon";
import { MoreLink } from "../elements/more-link";
import { Link } from "../shell/link";
import { PAYOUT_STATUS_WORDS, SETTLEMENT_WORDS } from "./payout-words";

interface Props {
  money: PlumberMoney;
  /** Oldest first; `released` is before commission. */
  weeks: { monday: string; released: number; commission: number }[];
  released: ReleasedRow[];
  next: string | null;
  payouts: OwnPayout[];
  /** Where the money goes, masked; null: the plumber has not said so. */
  place: string | null;
}

/** What was released, less the commission, and what is left for the plumber. */
function sumsOf(weeks: Pick<Props["weeks"][number], "released" | "commission">[]): string[] {
  const released = weeks.reduce((sum, week) => sum + week.released, 0);
  const commission = weeks.reduce((sum, week) => sum + week.commission, 0);
  return [released, -commission, released - commission].map(formatSum);
}

/** What clients have paid online for a plumber's jobs: held, released, paid out (M8). */
export const OnlineEarnings = ({ money, weeks, released, next, payouts, place }: Props) => (
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
