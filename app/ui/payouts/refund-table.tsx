import type { ReactNode } from "react";
import type { RefundRow } from "~/domain/payouts/payout";
import { DAY, type Instant } from "~/domain/time/harare";
import { formatSum } from "~/domain/values/money";
import { formatPhone } from "~/domain/values/phone";
import { DataTable, type Column } from "../admin/data-table";
import { sayInstant } from "../admin/say-instant";
import { Link } from "../shell/link";
import { REFUND_REASON_WORDS } from "./payout-words";

/** How long the office has to send one. */
const DAYS_TO_SEND = 3;

/** Where it goes: to the phone that paid. A card can't be sent anything. */
export const wayBack = ({ phone, providerReference }: Pick<RefundRow, "phone" | "providerReference">): string =>
  phone === null
    ? `Paid by card, provider's number ${providerReference ?? "unknown"}: ask the client where it goes`
    : `To ${formatPhone(phone)}`;

const ALWAYS: Column<RefundRow>[] = [
  {
    id: "reference",
    label: "Booking",
    link: ({ bookingId }) => `/admin-dashboard/bookings/${bookingId}`,
    cell: ({ reference }) => reference,
  },
  { id: "amount", label: "Amount", isFigure: true, onPhones: "end", cell: ({ amount }) => formatSum(amount) },
  { id: "client", label: "Client", cell: ({ client }) => client },
  { id: "reason", label: "Why", cell: ({ reason }) => REFUND_REASON_WORDS[reason] },
];

const dueColumns = (now: Instant): Column<RefundRow>[] => [
  ...ALWAYS,
  {
    id: "way",
    label: "Goes to",
    cell: (refund) => (
      <span className="takes-rest" title={wayBack(refund)}>
        {refund.phone === null ? "Card: ask the client" : formatPhone(refund.phone)}
      </span>
    ),
  },
  {
    id: "due",
    label: "Due since",
    sort: "since",
    onPhones: "labelled",
    cell: ({ createdAt }) => (
      <span className={now - createdAt > DAYS_TO_SEND * DAY ? "wait-too-long" : undefined}>
        {sayInstant(createdAt, now)}
      </span>
    ),
  },
  {
    id: "actions",
    label: "Actions",
    cell: ({ id }) => (
      <div className="office-actions">
        <Link to={`/admin-dashboard/refunds/${id}`} className="button button-quiet office-action">
          Note that it was sent
        </Link>
      </div>
    ),
  },
];

const sentColumns = (now: Instant): Column<RefundRow>[] => [
  ...ALWAYS,
  {
    id: "sent",
    label: "Sent",
    sort: "-sent",
    onPhones: "labelled",
    cell: ({ sentAt }) => sentAt !== null && sayInstant(sentAt, now),
  },
  { id: "sent-reference", label: "Reference", onPhones: "labelled", cell: ({ sentReference }) => sentReference },
];

/** Refunds, each with its booking: those that are due, or those that were sent. */
export const RefundTable = ({
  refunds,
  isSent,
  sort,
  now,
  empty,
}: {
  refunds: RefundRow[];
  isSent: boolean;
  sort: string;
  now: Instant;
  empty: ReactNode;
}) => (
  <DataTable
    caption="Refunds"
    columns={isSent ? sentColumns(now) : dueColumns(now)}
    rows={refunds}
    sort={sort}
    sorts={[isSent ? "-sent" : "since"]}
    empty={empty}
  />
);
