import { useLoaderData } from "@remix-run/react";
import { formatWait } from "~/domain/admin/desk/dispatch";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { formatCount, countOf } from "~/domain/values/numbers";
import { fullName } from "~/domain/values/user";
import { namesOfMissing } from "~/domain/vetting/vetting";
import { vettingQueue } from "~/domain/vetting/approval.server";
import type { RowOf } from "~/domain/values/lists";
import { listLoader } from "~/http/guards";
import { officePage, OfficeLink } from "~/ui/admin/office-page";
import nobody from "~/ui/illustrations/no-plumbers.svg?url";
import { ListPage, type Column } from "~/ui/admin/data-table";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Papers", "the papers");

const LIST = { views: { queue: "Waiting" }, sort: "since" };

export const loader = listLoader(LIST, ({ context: { db }, view, place }) => ({
  page: vettingQueue.page(db, view, place),
  counts: vettingQueue.count(db),
}));

const columns = (now: Instant): Column<RowOf<typeof vettingQueue>>[] => [
  { id: "plumber", label: "Plumber", link: ({ id }) => `/admin-dashboard/vetting/${id}`, cell: fullName },
  {
    id: "waiting",
    label: "Waiting",
    isFigure: true,
    sort: "since",
    onPhones: "end",
    cell: ({ queuedAt }) =>
      queuedAt !== null && <span title={`Since ${formatInstant(queuedAt)}`}>{formatWait(now - queuedAt)}</span>,
  },
  {
    id: "standing",
    label: "Status",
    cell: ({ approval }) => (approval === "approved" ? "Listed" : <b>Waiting to be listed</b>),
  },
  { id: "speciality", label: "Speciality", cell: ({ speciality }) => speciality },
  { id: "city", label: "City", cell: ({ city }) => city },
  {
    id: "sent",
    label: "Sent",
    onPhones: "labelled",
    cell: ({ papers, papersNote }) => `${countOf(papers || "No", "photo")}${papersNote ? " and a note" : ""}`,
  },
  {
    id: "missing",
    label: "Not recorded",
    onPhones: "labelled",
    cell: ({ checks }) => namesOfMissing(checks, now) || "Nothing",
  },
];

export default function VettingQueue() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <ListPage
      {...loaded}
      title="Papers"
      small={formatCount(loaded.counts.queue ?? 0)}
      tools={<p className="text-sm text-ink-2">Plumbers who are waiting to be listed, or have sent papers.</p>}
      caption="Plumbers to check"
      columns={columns(loaded.now)}
      illustration={nobody}
      empty="No papers to check."
      way={<OfficeLink to="/admin-dashboard/people?show=plumber" label="All plumbers" />}
    />
  );
}
