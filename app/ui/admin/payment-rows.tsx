import type { ReactNode } from "react";
import type { PaymentRow } from "~/domain/money/money-rows";
import { formatInstant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { METHOD_WORDS } from "../money/money-labels";
import { Link } from "../shell/link";

/** Payments as the office's lists show them, each with its booking. */
export const PaymentRows = ({
  payments,
  action,
}: {
  payments: PaymentRow[];
  action?: (payment: PaymentRow) => ReactNode;
}) => (
  <ul className="grid gap-3">
    {payments.map((payment) => {
      const { id, amount, method, recordedBy, recordedAt, bookingId, reference, client, plumber } = payment;
      return (
        <li key={id} className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-4">
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <b className="tabular-nums">{formatMoney(amount)}</b> {METHOD_WORDS[method]}, {client} to {plumber}
            </p>
            <p className="text-sm text-ink-3">
              Recorded by {{ client, plumber, admin: "our office" }[recordedBy]}, {formatInstant(recordedAt)}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <Link to={`/admin-dashboard/bookings/${bookingId}`} className="button-link">
              {reference}
            </Link>
            {action?.(payment)}
          </div>
        </li>
      );
    })}
  </ul>
);
