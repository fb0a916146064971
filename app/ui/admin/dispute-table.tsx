import type { ReactNode } from "react";
import type { ListedDispute } from "~/domain/admin/disputes";
import { DECIDED_WITHIN, decidedBy } from "~/domain/bookings/dispute";
import { dateAt, type Instant } from "~/domain/time/harare";
import { Link } from "../shell/link";
import { DataTable, type Column } from "./data-table";
import { PaymentAction } from "./payment-action";
import { sayInstant } from "./say-instant";

const columns = (closed: boolean, now: Instant): Column<ListedDispute>[] => [
  {
    id: "reference",
    label: "Booking",
    link: ({ bookingId }) => `/admin-dashboard/bookings/${bookingId}`,
    cell: ({ reference }) => reference,
  },
  { id: "about", label: "About", onPhones: "end", cell: ({ about }) => about },
  {
    id: "said",
    label: "Who says what",
    cell: ({ said, reason }) => (
      <span className="takes-rest takes-two-lines">
        {said}
        {reason && `: “${reason}”`}
      </span>
    ),
  },
  { id: "client", label: "Client", onPhones: "labelled", cell: ({ client }) => client },
  { id: "plumber", label: "Plumber", onPhones: "labelled", cell: ({ plumber }) => plumber },
  {
    id: "since",
    label: closed ? "Closed" : "Since",
    sort: "-since",
    onPhones: "labelled",
    cell: ({ openedAt, closedAt }) => (
      <>
        {sayInstant(closedAt ?? openedAt, now)}
        {closedAt === null && decidedBy(openedAt) < dateAt(now) && (
          <b className="text-danger" title={`We promise to decide within ${DECIDED_WITHIN}.`}>
            {" "}
            overdue
          </b>
        )}
      </>
    ),
  },
  ...(closed
    ? []
    : [
        {
          id: "actions",
          label: "Actions",
          cell: (dispute: ListedDispute) => <DisputeAction dispute={dispute} />,
        },
      ]),
];

function DisputeAction({ dispute: { id, bookingId, canResolve } }: { dispute: ListedDispute }) {
  if (canResolve)
    return (
      <PaymentAction bookingId={bookingId} intent={`resolve:${id}`}>
        Mark as resolved
      </PaymentAction>
    );
  return (
    <div className="office-actions">
      <Link to={`/admin-dashboard/bookings/${bookingId}/money/decide`} className="button office-action button-quiet">
        Decide
      </Link>
    </div>
  );
}

/** What the sides of bookings disagree about, open or `closed` (O31). */
export const DisputeTable = ({
  disputes,
  closed,
  sort,
  now,
  empty,
}: {
  disputes: readonly ListedDispute[];
  closed: boolean;
  sort: string;
  now: Instant;
  empty: ReactNode;
}) => (
  <DataTable
    caption="Disputes"
    columns={columns(closed, now)}
    rows={disputes}
    sort={sort}
    sorts={["-since"]}
    empty={empty}
  />
);
