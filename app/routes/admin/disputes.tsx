import { useLoaderData } from "@remix-run/react";
import { disputeList } from "~/domain/admin/desk/dispute-list.server";
import { DECIDED_WITHIN } from "~/domain/bookings/dispute";
import type { Instant } from "~/domain/time/harare";
import type { RowOf } from "~/domain/values/lists";
import { listLoader } from "~/http/guards";
import { officePage, RowLink } from "~/ui/admin/office-page";
import { sayInstant, type Column, actionsColumn, ListPage } from "~/ui/admin/data-table";
import { BOOKING } from "~/ui/admin/booking-columns";
import { DisputePromise } from "~/ui/admin/dispute-promise";
import done from "~/ui/illustrations/done.svg?url";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Disputes", "disputes");

const LIST = { views: { open: "Open", closed: "Closed" }, sort: { open: "since", closed: "-since" } };

/** The disputes of bookings (O31): open ones by their wait, longest first, or closed ones, latest first. */
export const loader = listLoader(LIST, ({ context: { db }, view, pageRequest }) => ({
  page: disputeList.page(db, view, pageRequest),
  counts: disputeList.count(db),
}));

type ListedDispute = RowOf<typeof disputeList>;

const columns = (isClosed: boolean, now: Instant): Column<ListedDispute>[] => [
  BOOKING,
  { id: "about", label: "About", onPhones: "end", cell: ({ about }) => about },
  {
    id: "said",
    label: "Who says what",
    cell: ({ said, reason }) => (
      <p className="office-text">
        {reason ? `${said}: ` : said}
        {reason && <bdi>{`“${reason}”`}</bdi>}
      </p>
    ),
  },
  {
    id: "sides",
    label: "Client and plumber",
    onPhones: "labelled",
    cell: ({ client, plumber }) => (
      <>
        {client}, <br />
        {plumber}
      </>
    ),
  },
  {
    id: "since",
    label: isClosed ? "Closed" : "Since",
    sort: "-since",
    onPhones: "labelled",
    cell: ({ openedAt, closedAt }) => sayInstant(closedAt ?? openedAt, now),
  },
  ...(isClosed ? [ENDED] : [promised(now), ACTIONS]),
];

const promised = (now: Instant): Column<ListedDispute> => ({
  id: "promised",
  label: "Promised",
  onPhones: "labelled",
  cell: ({ openedAt }) => <DisputePromise openedAt={openedAt} now={now} />,
});

const ENDED: Column<ListedDispute> = {
  id: "ended",
  label: "What came of it",
  cell: ({ ended }) => <bdi className="takes-rest takes-two-lines">{ended}</bdi>,
};

const ACTIONS = actionsColumn<ListedDispute>(({ id, bookingId, canResolve }) => (
  <RowLink
    to={`/admin-dashboard/bookings/${bookingId}/money/${canResolve ? `resolve-dispute?dispute=${id}` : "decide"}`}
    label="Decide"
  />
));

export default function Disputes() {
  const loaded = useLoaderData<typeof loader>();
  const isClosed = loaded.view === "closed";
  return (
    <ListPage
      {...LIST}
      {...loaded}
      title="Disputes"
      columns={columns(isClosed, loaded.now)}
      illustration={done}
      empty={isClosed ? "No disputes are closed yet." : "No open disputes."}
    >
      {!isClosed && loaded.page.rows.length > 0 && (
        <p className="text-sm text-ink-2">Call both sides. We've promised a decision within {DECIDED_WITHIN}.</p>
      )}
    </ListPage>
  );
}
