import { countOf } from "~/domain/values/numbers";
import { fullName } from "~/domain/values/user";
import type { ListedPlumber, PlumberSummary } from "~/domain/plumbers/plumber";
import { formatUsualPrice } from "~/domain/prices/usual-price";
import type { Problem } from "~/domain/search/problem";
import { dateAt, formatTime, MINUTE, minuteAt, type Instant } from "~/domain/time/harare";
import { cityKey } from "~/domain/values/cities";
import { formatMoney } from "~/domain/values/money";
import { CHECKS, validChecks } from "~/domain/vetting/vetting";
import { Avatar } from "../accounts/avatar";
import { EmptyState, Link } from "../shell/elements";
import { Stamp } from "../elements/stamp";
import { describeAvailability, ShortRating, VerifiedMark } from "./plumber-facts";
import { shortSpan } from "./short-span";
import { brand } from "~/brand";
import { showPhone, telephoneLink } from "~/domain/values/phone";
import illustration from "../illustrations/no-plumbers.svg?url";

type OnCard = PlumberSummary & Partial<Pick<ListedPlumber, "near" | "usualPrice">>;

interface CardProps {
  plumber: OnCard;
  now: Instant;
  eager?: boolean;
  /** The problem and place of the search: the city that all cards share isn't on them. */
  problem?: Problem | null;
  city?: string | null;
  suburb?: string | null;
  isShort?: boolean;
}

/** The plumber's page, with the problem of the search and the time that the card names chosen. */
function appointmentWith({ id, nextFree }: OnCard, problem: Problem | null): string {
  if (!problem) return `/appointment/${id}`;
  const time = typeof nextFree !== "number" ? null : { day: dateAt(nextFree), time: formatTime(minuteAt(nextFree)) };
  return `/appointment/${id}?${new URLSearchParams({ problem, ...time })}`;
}

/** A plumber in the directory: one link. The fee has one place, so that cards beside each other compare. */
function PlumberCard({ plumber, now, eager = false, problem = null, city, suburb, isShort = false }: CardProps) {
  const { jobsCompleted, minutesToAnswer, usualPrice, near = null } = plumber;
  const checks = validChecks(plumber.checks, now);
  const nearby = near && suburb && (near === "based" ? `Based in ${suburb}` : `Serves ${suburb}`);
  const isInCity = city && cityKey(city) === cityKey(plumber.city);
  const [available, availableStyle] = describeAvailability(plumber, now);
  return (
    <li className={`card plumber ${eager || isShort ? "" : "later"}`}>
      <Avatar photoKey={plumber.photoKey} size={64} eager={eager} />
      <h3 className="text-lg leading-snug">
        <Link to={appointmentWith(plumber, problem)} className="whole">
          {fullName(plumber)}
        </Link>
      </h3>
      <p className="fee">{formatMoney(plumber.feeCents)} visit&nbsp;fee</p>
      <ShortRating plumber={plumber}>
        {isShort && " "}
        {isShort && <VerifiedMark checks={plumber.checks} now={now} />}
        {!isShort && jobsCompleted > 0 && ` · ${countOf(jobsCompleted, "job")}`}
      </ShortRating>
      <p className="text-ink-2">
        {[plumber.speciality, nearby || (isInCity ? null : plumber.city)].filter(Boolean).join(", ")}
      </p>
      {!isShort && (
        <p
          className="flex flex-wrap content-start items-start gap-2 text-ink-3"
          {...(checks.length > 0 && {
            role: "img",
            "aria-label": `Checked by our office: ${checks.map(({ kind }) => CHECKS[kind].name).join(", ")}`,
          })}
        >
          {checks.length === 0 && "Papers not shown yet"}
          {checks.map(({ kind }) => (
            <Stamp key={kind} name={CHECKS[kind].name} />
          ))}
        </p>
      )}
      <p className={`foot ${availableStyle}`}>
        {available}
        {!isShort && minutesToAnswer !== null && (
          <span className="w-full text-sm font-normal text-ink-3">~{shortSpan(minutesToAnswer * MINUTE)} reply</span>
        )}
      </p>
      {usualPrice && (
        <p className="foot text-ink-2">{formatUsualPrice(usualPrice).replace(/^./, (one) => one.toUpperCase())}</p>
      )}
    </li>
  );
}

export const PlumberShelf = ({ plumbers, now, label }: { plumbers: OnCard[]; now: Instant; label: string }) => (
  <ul className="carousel" tabIndex={0} aria-label={label}>
    {plumbers.map((plumber) => (
      <PlumberCard key={plumber.id} plumber={plumber} now={now} isShort />
    ))}
  </ul>
);

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

export const PlumbersMissing = () => (
  <EmptyState illustration={illustration} text="Plumbers can't be loaded right now.">
    <div className="flex flex-wrap justify-center gap-3">
      <a href="" className="button">
        Try again
      </a>
      <a href={telephoneLink(brand.phone)} className="button button-quiet">
        {showPhone(brand.phone)}
      </a>
    </div>
  </EmptyState>
);
