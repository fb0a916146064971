import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import type { PayableRow } from "~/domain/online-payments/payments-page";
import { formatDay } from "~/domain/time/harare";
import { formatMoney, formatSum } from "~/domain/values/money";
import { Link } from "../shell/link";

interface Props {
  rows: PayableRow[];
  /** The path under which bookings have their pages. */
  pages: string;
}

/** Bookings of which something can be paid online before the work is done. */
export const PayableRows = ({ rows, pages }: Props) => (
  <ul className="grid gap-3">
    {rows.map(({ id, reference, serviceType, startsAt, plumber, paidAmount, choice }) => (
      <li key={id} className="card grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 p-4">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            <Link to={`${pages}/${id}`} className="inline-flex min-h-11 items-center">
              {serviceType ?? DEFAULT_SERVICE}, {plumber}
            </Link>
          </p>
          <p className="text-sm text-ink-3">
            {formatDay(startsAt)}, <span className="whitespace-nowrap">{reference}</span>
            {paidAmount > 0 && `, ${formatSum(paidAmount)} paid`}
          </p>
        </div>
        <Link to={`${pages}/${id}/pay`} className="button button-quiet">
          Pay {formatMoney(choice.amount)}
        </Link>
      </li>
    ))}
  </ul>
);
