import { useLoaderData } from "@remix-run/react";
import { formatWait } from "~/domain/admin/desk/dispatch";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { formatCount, countOf } from "~/domain/values/numbers";
import { fullName, type Named } from "~/domain/values/user";
import { CHECKS, formatCheckDay, lastDayOf, namesOfMissing, type CheckKind } from "~/domain/vetting/vetting";
import { listEndingChecks } from "~/domain/vetting/checks.server";
import { vettingQueue } from "~/domain/vetting/approval.server";
import type { RowOf } from "~/domain/values/lists";
import { listLoader } from "~/http/guards";
import { officePage, OfficeLink } from "~/ui/admin/office-page";
import nobody from "~/ui/illustrations/no-plumbers.svg?url";
import { ListPage, type Column } from "~/ui/admin/data-table";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Papers", "the papers");

const LIST = { views: { queue: "Waiting", ending: "Running out" }, sort: "since" };

export const loader = listLoader(LIST, ({ context: { db, now }, view, pageRequest }) => ({
  queue: view === "queue" ? vettingQueue.page(db, view, pageRequest) : null,
  ending: view === "ending" ? listEndingChecks(db, now, pageRequest) : null,
  counts: vettingQueue.count(db),
}));

interface Ending extends Named {
  id: string;
  plumberId: string;
  kind: CheckKind;
  expiresAt: Instant;
}

const endingColumns = (now: Instant): Column<Ending>[] => [
  { id: "plumber", label: "Plumber", link: ({ plumberId }) => `/admin-dashboard/vetting/${plumberId}`, cell: fullName },
  { id: "check", label: "Check", cell: ({ kind }) => CHECKS[kind].name },
  {
    id: "end",
    label: "Valid until",
    sort: "since",
    onPhones: "end",
    cell: ({ expiresAt }) => (
      <span className={expiresAt <= now ? "is-overdue" : undefined}>
        {formatCheckDay(lastDayOf(expiresAt))}
        {expiresAt <= now && ", run out"}
      </span>
    ),
  },
];

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
  const { queue, ending, ...loaded } = useLoaderData<typeof loader>();
  const shared = {
    ...LIST,
    ...loaded,
    title: "Papers",
    illustration: nobody,
    way: <OfficeLink to="/admin-dashboard/people?show=plumber" label="All plumbers" />,
  };
  if (ending)
    return (
      <ListPage
        {...shared}
        page={ending}
        tools={<p className="text-sm text-ink-2">Recorded checks that run out within 30 days, or have run out.</p>}
        caption="Checks that run out"
        columns={endingColumns(loaded.now)}
        empty="No check runs out within 30 days."
      />
    );
  return (
    <ListPage
      {...shared}
      small={formatCount(loaded.counts.queue ?? 0)}
      page={queue ?? { rows: [], next: null }}
      tools={<p className="text-sm text-ink-2">Plumbers who are waiting to be listed, or have sent papers.</p>}
      caption="Plumbers to check"
      columns={columns(loaded.now)}
      empty="No papers to check."
    />
  );
}
