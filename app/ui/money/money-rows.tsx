import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import type { MoneyRow } from "~/domain/money/money-rows";
import { formatDay } from "~/domain/time/harare";
import { formatMoney, formatSum } from "~/domain/values/money";
import { Link } from "../shell/link";
import { ReceiptLink } from "./receipt-link";

interface Props {
  /** `rest`: what can be paid online before the work is done, in cents. */
  rows: (MoneyRow & { rest?: number | null })[];
  /** The path under which bookings have their pages. */
  pages: string;
  /** Whether what is due can be paid online. */
  pay?: boolean;
}

/** Bookings with what was paid for each, and what is due. */
export const MoneyRows = ({ rows, pages, pay = false }: Props) => {
  const first = rows.find(isPayable);
  return (
    <ul className="grid gap-3">
      {rows.map((row) => (
        <li key={row.id} className="card grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 p-4">
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">
              <Link to={`${pages}/${row.id}`} className="inline-flex min-h-11 items-center">
                {row.serviceType ?? DEFAULT_SERVICE}, {row.other}
              </Link>
            </p>
            <p className="text-sm text-ink-3">
              {formatDay(row.startsAt)}, <span className="whitespace-nowrap">{row.reference}</span>
            </p>
            {row.receipts.length > 0 && (
              <p className="flex flex-wrap gap-x-4">
                {row.receipts.map(({ number }) => (
                  <ReceiptLink key={number} number={number} />
                ))}
              </p>
            )}
          </div>
          <p className="grid max-w-32 justify-items-end gap-1 pt-2.5 text-right tabular-nums sm:max-w-none">
            {pay && isPayable(row) ? (
              <Link to={`${pages}/${row.id}/pay`} className={`button ${row === first ? "" : "button-quiet"}`}>
                Pay {formatMoney(row.due)}
              </Link>
            ) : (
              row.due > 0 && <b className="text-lg">{formatSum(row.due)} due</b>
            )}
            {row.rest && (
              <Link to={`${pages}/${row.id}/pay`} className="button button-quiet">
                Pay {formatMoney(row.rest)}
              </Link>
            )}
            {row.paidAmount > 0 && <span>{formatSum(row.paidAmount)} paid</span>}
            {row.waiting !== null && <span className="text-ink-2">{formatSum(row.waiting)} to be confirmed</span>}
            {row.due === 0 && row.paidAmount === 0 && row.waiting === null && (
              <span className="text-ink-3">{row.finalAmount === 0 ? "Nothing to pay" : "No payment recorded"}</span>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
};

/** Whether what is due can be paid: a record that waits may be of the same money. */
const isPayable = ({ due, waiting }: MoneyRow) => due > 0 && waiting === null;
