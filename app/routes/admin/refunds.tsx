import { useLoaderData } from "@remix-run/react";
import { SENT_WITHIN } from "~/domain/bookings/final-amount";
import { refundList, sumOwed } from "~/domain/escrow/payout-lists.server";
import type { RefundRow } from "~/domain/escrow/payout";
import { findPayoutStop } from "~/domain/ledger/ledger.server";
import { dateAt, formatDate, type Instant } from "~/domain/time/harare";
import { formatMoney, formatSum } from "~/domain/values/money";
import { showPhone } from "~/domain/values/phone";
import { listLoader } from "~/http/guards";
import { officePage, RowLink } from "~/ui/admin/office-page";
import { actionsColumn, ListPage, sayInstant, type Column } from "~/ui/admin/data-table";
import { BOOKING } from "~/ui/admin/booking-columns";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { MoneyTabs } from "~/ui/admin/money-tabs";
import { StoppedNotice } from "~/ui/payouts/payout-forms";
import { sayRefundReason, wayBack } from "~/ui/payouts/payout-words";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Refunds", "refunds");

const LIST = { views: { due: "Due", sent: "Sent" }, sort: { due: "since", sent: "-sent" } };

/** The refunds due to clients, oldest first, or those that were sent (M14). */
export const loader = listLoader(LIST, ({ context: { db, paymentProvider }, view, pageRequest }) => ({
  page: refundList.page(db, view, pageRequest),
  counts: refundList.count(db),
  owed: sumOwed(db),
  stop: findPayoutStop(db),
  isOnline: paymentProvider !== null,
}));

const columns = (isSent: boolean, now: Instant): Column<RefundRow>[] => [
  BOOKING,
  { id: "amount", label: "Amount", isFigure: true, onPhones: "end", cell: ({ amount }) => formatSum(amount) },
  { id: "client", label: "Client", cell: ({ client }) => client },
  {
    id: "reason",
    label: "Why",
    cell: ({ returnReason, sentAt, ...refund }) => (
      <>
        {sayRefundReason(refund)}
        {returnReason && sentAt === null && (
          <span className="font-semibold text-copper-700">
            , due again: <bdi>“{returnReason}”</bdi>
          </span>
        )}
      </>
    ),
  },
  ...(isSent ? sentColumns(now) : dueColumns(now)),
];

const dueColumns = (now: Instant): Column<RefundRow>[] => [
  {
    id: "way",
    label: "Goes to",
    cell: (refund) => (
      <span className="takes-rest" title={wayBack(refund)}>
        {refund.phone === null ? "Card: ask the client" : showPhone(refund.phone)}
      </span>
    ),
  },
  {
    id: "due",
    label: "Send",
    sort: "since",
    cell: ({ createdAt }) => {
      const by = dateAt(createdAt + SENT_WITHIN);
      return <span className={by < dateAt(now) ? "is-overdue" : undefined}>by {formatDate(by, "short")}</span>;
    },
  },
  actionsColumn(({ id }) => <RowLink to={`/admin-dashboard/refunds/${id}`} label="Note as sent" />),
];

const sentColumns = (now: Instant): Column<RefundRow>[] => [
  {
    id: "sent",
    label: "Sent",
    sort: "-sent",
    onPhones: "labelled",
    cell: ({ sentAt }) => sentAt !== null && sayInstant(sentAt, now),
  },
  { id: "sent-reference", label: "Reference", onPhones: "labelled", cell: ({ sentReference }) => sentReference },
  actionsColumn(({ id, sentBy }) => sentBy !== null && <RowLink to={`/admin-dashboard/refunds/${id}`} label="Open" />),
];

export default function Refunds() {
  const { owed, stop, isOnline, ...loaded } = useLoaderData<typeof loader>();
  const isSent = loaded.view === "sent";
  return (
    <ListPage
      {...LIST}
      {...loaded}
      title="Refunds"
      lead={
        <>
          <StoppedNotice stop={stop} />
          {owed.clients > 0 && (
            <p className="text-sm text-ink-2">
              <b className="text-ink tabular-nums">{formatMoney(owed.clients)}</b> goes back to clients. Send it within
              3 days of the day on which it became due.
            </p>
          )}
        </>
      }
      tools={<MoneyTabs isOnline={isOnline} />}
      columns={columns(isSent, loaded.now)}
      illustration={noBookings}
      empty={isSent ? "No refunds were sent yet." : "No refunds are due."}
    />
  );
}
