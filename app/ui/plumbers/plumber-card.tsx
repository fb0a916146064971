import { countOf } from "~/domain/values/count-of";
import { fullName } from "~/domain/values/user";
import { roundSpan } from "~/domain/bookings/booking-words";
import type { ListedPlumber, PlumberSummary } from "~/domain/plumbers/plumber";
import { formatUsualPrice } from "~/domain/prices/usual-price";
import type { Problem } from "~/domain/search/problem";
import { dateAt, formatTime, MINUTE, minuteAt, type Instant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { CHECKS, validChecks } from "~/domain/vetting/check";
import { Avatar } from "../accounts/avatar";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { Availability } from "./availability";
import { Rating } from "./rating";
import { VerifiedMark } from "./verified-mark";

/** A plumber of any list; what only the directory knows may be missing. */
type OnCard = PlumberSummary & Partial<Pick<ListedPlumber, "near" | "usualPrice">>;

interface CardProps {
  plumber: OnCard;
  now: Instant;
  eager?: boolean;
  /** What the plumber is wanted for, and where. */
  problem?: Problem | null;
  suburb?: string | null;
  /** Without the names of the checks: the mark beside the name stands for them. */
  isShort?: boolean;
}

/** Whoever has said what is wrong finds it chosen on the plumber's page, and the time that the card names. */
function appointmentWith({ id, nextFree }: OnCard, problem: Problem | null): string {
  if (!problem) return `/appointment/${id}`;
  const time = nextFree === null ? null : { day: dateAt(nextFree), time: formatTime(minuteAt(nextFree)) };
  return `/appointment/${id}?${new URLSearchParams({ problem, ...time })}`;
}

/**
 * A plumber in the directory: one card, one link, and of what helps to choose only what there is. When and for how much
 * is at the foot, so that cards beside each other compare.
 */
export function PlumberCard(props: CardProps) {
  const { plumber, now, eager = false, problem = null, suburb = null, isShort = false } = props;
  const { jobsCompleted, minutesToAnswer, usualPrice, near = null, city } = plumber;
  const checks = isShort ? [] : validChecks(plumber.checks, now);
  return (
    <li className="card relative flex flex-col gap-3 p-4 leading-snug transition-colors hover:border-brand-600">
      <div className="flex items-start gap-4">
        <Avatar photoKey={plumber.photoKey} size={72} eager={eager} />
        <div className="grid min-w-0 flex-1 content-start gap-1">
          <h3 className="flex items-start gap-1.5 text-lg font-bold">
            <Link
              to={appointmentWith(plumber, problem)}
              className="min-w-0 text-ink no-underline after:absolute after:inset-0 after:rounded-card wrap-anywhere"
            >
              {fullName(plumber)}
            </Link>
            <VerifiedMark checks={plumber.checks} now={now} />
          </h3>
          <Rating plumber={plumber} />
          <p className="text-ink-2">{plumber.speciality}</p>
          <p className="flex items-center gap-1 text-ink-2">
            <Icon name="map-pin" />
            {near === null || suburb === null ? city : near === "based" ? `Based in ${suburb}` : `Serves ${suburb}`}
          </p>
        </div>
      </div>
      {checks.length > 0 && (
        <p className="flex flex-wrap gap-1" aria-hidden="true">
          {checks.map(({ kind }) => (
            <span key={kind} className="badge bg-brand-100 px-2 text-brand-800">
              {CHECKS[kind].name}
            </span>
          ))}
        </p>
      )}
      <div className="mt-auto grid gap-1 border-t border-line pt-3">
        <p className="flex items-baseline justify-between gap-3">
          <Availability plumber={plumber} now={now} />
          <span className="whitespace-nowrap text-ink-2">
            Fee <b className="text-ink tabular-nums">{formatMoney(plumber.feeCents)}</b>
          </span>
        </p>
        <p className="flex flex-wrap gap-x-3 text-ink-2">
          {minutesToAnswer !== null && <span>Usually answers in {roundSpan(minutesToAnswer * MINUTE)}</span>}
          {jobsCompleted > 0 && <span>{countOf(jobsCompleted, "job")} done</span>}
        </p>
        {usualPrice && (
          <p className="text-ink-2 tabular-nums">
            {formatUsualPrice(usualPrice).replace(/^./, (one) => one.toUpperCase())}
          </p>
        )}
      </div>
    </li>
  );
}

/** Other plumbers, in a line each. */
export function PlumberLines({ plumbers, now }: { plumbers: PlumberSummary[]; now: Instant }) {
  return (
    <ul className="card divide-y divide-line">
      {plumbers.map((plumber) => (
        <li key={plumber.id} className="relative flex items-center gap-4 p-4">
          <Avatar photoKey={plumber.photoKey} size={56} />
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 leading-snug">
            <div className="min-w-44">
              <h3 className="text-base">
                <Link to={`/appointment/${plumber.id}`} className="text-ink no-underline after:absolute after:inset-0">
                  {fullName(plumber)}
                </Link>
              </h3>
              <p className="text-ink-2">
                {plumber.speciality}, fee {formatMoney(plumber.feeCents)}
              </p>
              <Availability plumber={plumber} now={now} />
            </div>
            <Rating plumber={plumber} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The first plumbers of a list, side by side. */
export function PlumberShelf({ plumbers, now, label }: { plumbers: OnCard[]; now: Instant; label: string }) {
  return (
    <ul className="carousel shelf" tabIndex={0} aria-label={label}>
      {plumbers.map((plumber) => (
        <PlumberCard key={plumber.id} plumber={plumber} now={now} isShort />
      ))}
    </ul>
  );
}

/** `eager`: how many are visible without scrolling. */
export function PlumberGrid({
  plumbers,
  eager = 3,
  ...shared
}: Omit<CardProps, "plumber" | "eager" | "isShort"> & { plumbers: OnCard[]; eager?: number }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {plumbers.map((plumber, index) => (
        <PlumberCard key={plumber.id} plumber={plumber} eager={index < eager} {...shared} />
      ))}
    </ul>
  );
}
