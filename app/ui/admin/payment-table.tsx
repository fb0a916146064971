import type { ReactNode } from "react";
import type { PaymentRow } from "~/domain/money/money-rows";
import type { Instant } from "~/domain/time/harare";
import { formatSum } from "~/domain/values/money";
import { METHOD_CELLS } from "../money/money-labels";
import { DataTable, type Column } from "./data-table";
import { sayInstant } from "./say-instant";

const RECORDED_BY = { client: "Client", plumber: "Plumber", admin: "Office" } as const;

const columns = (now: Instant): Column<PaymentRow>[] => [
  {
    id: "reference",
    label: "Booking",
    link: ({ bookingId }) => `/admin-dashboard/bookings/${bookingId}`,
    cell: ({ reference }) => reference,
  },
  { id: "amount", label: "Amount", isFigure: true, onPhones: "end", cell: ({ amount }) => formatSum(amount) },
  { id: "method", label: "Paid", cell: ({ method }) => METHOD_CELLS[method] },
  { id: "client", label: "Client", onPhones: "labelled", cell: ({ client }) => client },
  { id: "plumber", label: "Plumber", onPhones: "labelled", cell: ({ plumber }) => plumber },
  { id: "by", label: "Recorded by", onPhones: "labelled", cell: ({ recordedBy }) => RECORDED_BY[recordedBy] },
  { id: "recorded", label: "Recorded", sort: "-recorded", cell: ({ recordedAt }) => sayInstant(recordedAt, now) },
];

/** Recorded payments, each with its booking; without `sort` the latest come first. */
export const PaymentTable = ({
  payments,
  sort,
  now,
  empty,
}: {
  payments: PaymentRow[];
  sort?: string;
  now: Instant;
  empty: ReactNode;
}) => (
  <DataTable
    caption="Payments"
    columns={columns(now)}
    rows={payments}
    sort={sort}
    sorts={sort ? ["-recorded"] : []}
    empty={empty}
  />
);
