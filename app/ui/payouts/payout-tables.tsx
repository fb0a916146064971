import type { OwedRow, PayoutBatch } from "~/domain/payouts/payout";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { formatSum } from "~/domain/values/money";
import { DataTable, type Column } from "../admin/data-table";
import { sayInstant } from "../admin/say-instant";
import { METHOD_NAMES } from "./payout-words";

const OWED_COLUMNS: Column<OwedRow>[] = [
  {
    id: "plumber",
    label: "Plumber",
    link: ({ id }) => `/admin-dashboard/people/${id}`,
    cell: ({ plumber }) => plumber,
  },
  { id: "amount", label: "Owed", isFigure: true, onPhones: "end", cell: ({ amount }) => formatSum(amount) },
  {
    id: "place",
    label: "Goes to",
    cell: ({ place }) => place ?? <span className="wait-long">Hasn't said where it goes</span>,
  },
  {
    id: "state",
    label: "Payout",
    cell: ({ isSuspended, batch }) => (
      <span className="takes-rest">
        {[isSuspended && "Suspended: not paid out", batch !== null && `In payout ${batch}`].filter(Boolean).join(", ")}
      </span>
    ),
  },
];

/** What is owed to plumbers, each with where it goes. */
export const OwedTable = ({ owed }: { owed: OwedRow[] }) => (
  <DataTable
    caption="Owed to plumbers"
    columns={OWED_COLUMNS}
    rows={owed}
    empty={<p className="text-ink-2">Nothing is owed.</p>}
  />
);

/** How far a batch is. */
export const stateOf = ({ sentAt, takenAt, cancelledAt, createdAt, reference }: PayoutBatch): string =>
  sentAt !== null
    ? `Sent ${formatInstant(sentAt)}, ${reference}`
    : cancelledAt !== null
      ? `Cancelled ${formatInstant(cancelledAt)}`
      : takenAt !== null
        ? `File taken ${formatInstant(takenAt)}, not sent yet`
        : `Prepared ${formatInstant(createdAt)}, file not taken yet`;

const batchColumns = (now: Instant): Column<PayoutBatch>[] => [
  {
    id: "number",
    label: "Payout",
    link: ({ id }) => `/admin-dashboard/payouts/${id}`,
    cell: ({ number }) => `Payout ${number}`,
  },
  {
    id: "state",
    label: "Status",
    onPhones: "end",
    cell: ({ sentAt, cancelledAt }) =>
      sentAt !== null ? "Sent" : cancelledAt !== null ? "Cancelled" : <b>Not sent yet</b>,
  },
  { id: "method", label: "By", cell: ({ method }) => METHOD_NAMES[method] },
  { id: "total", label: "Total", isFigure: true, cell: ({ total }) => formatSum(total) },
  { id: "count", label: "Plumbers", isFigure: true, onPhones: "labelled", cell: ({ count }) => count },
  { id: "prepared", label: "Prepared", onPhones: "labelled", cell: ({ createdAt }) => sayInstant(createdAt, now) },
  { id: "by", label: "Prepared by", onPhones: "hidden", cell: ({ createdBy }) => createdBy },
  {
    id: "ended",
    label: "Sent or cancelled",
    onPhones: "hidden",
    cell: ({ sentAt, cancelledAt }) => {
      const at = sentAt ?? cancelledAt;
      return at === null ? null : sayInstant(at, now);
    },
  },
  { id: "reference", label: "Reference", onPhones: "labelled", cell: ({ reference }) => reference },
];

/** Payouts that were prepared, sent or cancelled, the latest first. */
export const BatchTable = ({ batches, now }: { batches: PayoutBatch[]; now: Instant }) => (
  <DataTable
    caption="Payouts"
    columns={batchColumns(now)}
    rows={batches}
    empty={<p className="text-ink-2">None yet.</p>}
  />
);
