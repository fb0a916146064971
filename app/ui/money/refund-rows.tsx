import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import type { RefundedBooking } from "~/domain/online-payments/held-money";
import { formatDay } from "~/domain/time/harare";
import { formatSum } from "~/domain/values/money";
import { Link } from "../shell/link";

interface Props {
  rows: RefundedBooking[];
  /** The path under which bookings have their pages. */
  pages: string;
}

/** What a client gets back of what they paid online, and what they have got. */
export const RefundRows = ({ rows, pages }: Props) => (
  <ul className="grid gap-3">
    {rows.map(({ id, bookingId, reference, serviceType, plumber, amount, dueBy, sentAt, sentReference }) => (
      <li key={id} className="card grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 p-4">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            <Link to={`${pages}/${bookingId}`} className="inline-flex min-h-11 items-center">
              {serviceType ?? DEFAULT_SERVICE}
              {plumber && `, ${plumber}`}
            </Link>
          </p>
          <p className="text-sm text-ink-3">
            {sentAt === null
              ? `Our office sends it by ${formatDay(dueBy)}`
              : `Sent ${formatDay(sentAt)}, reference ${sentReference}`}
            , <span className="whitespace-nowrap">{reference}</span>
          </p>
        </div>
        <b className="pt-2.5 tabular-nums">{formatSum(amount)}</b>
      </li>
    ))}
  </ul>
);
