import { fullName } from "~/domain/values/user";
import type { PlumberSummary } from "~/domain/plumbers/plumber";
import type { Instant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { Avatar } from "../accounts/avatar";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { Availability } from "./availability";
import { Rating } from "./rating";
import { VerifiedMark } from "./verified-mark";

/** A plumber in the directory: one card, one link. */
export function PlumberCard({
  plumber,
  now,
  eager = false,
}: {
  plumber: PlumberSummary;
  now: Instant;
  eager?: boolean;
}) {
  return (
    <li className="card relative flex items-start gap-4 p-4 transition-colors hover:border-brand-600">
      <Avatar photoKey={plumber.photoKey} size={72} eager={eager} />
      <div className="grid min-w-0 flex-1 content-start gap-1 leading-snug">
        <h3 className="flex items-start gap-1.5 text-lg font-bold">
          <Link
            to={`/appointment/${plumber.id}`}
            className="min-w-0 text-ink no-underline after:absolute after:inset-0 after:rounded-card wrap-anywhere"
          >
            {fullName(plumber)}
          </Link>
          <VerifiedMark />
        </h3>
        <Rating plumber={plumber} />
        <p className="text-ink-2">{plumber.speciality}</p>
        <p className="flex flex-wrap items-center gap-x-4 text-ink-2">
          <span className="inline-flex items-center gap-1">
            <Icon name="map-pin" /> {plumber.city}
          </span>
          <span>
            Fee <b className="text-ink tabular-nums">{formatMoney(plumber.feeCents)}</b>
          </span>
        </p>
        <Availability plumber={plumber} now={now} />
      </div>
    </li>
  );
}

/** `eager`: how many are visible without scrolling. */
export function PlumberGrid({
  plumbers,
  now,
  eager = 3,
}: {
  plumbers: PlumberSummary[];
  now: Instant;
  eager?: number;
}) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {plumbers.map((plumber, index) => (
        <PlumberCard key={plumber.id} plumber={plumber} now={now} eager={index < eager} />
      ))}
    </ul>
  );
}
