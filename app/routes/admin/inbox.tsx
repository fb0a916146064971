import { useLoaderData } from "@remix-run/react";
import { enquiryList } from "~/domain/enquiries/enquiries.server";
import type { Instant } from "~/domain/time/harare";
import type { RowOf } from "~/domain/values/lists";
import { listLoader } from "~/http/guards";
import { officePage } from "~/ui/admin/office-page";
import noNotifications from "~/ui/illustrations/no-notifications.svg?url";
import { ListPage, sayInstant, type Column } from "~/ui/admin/data-table";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Inbox", "messages");

const LIST = { views: { open: "Open", done: "Done" }, sort: "-date" };

export const loader = listLoader(LIST, ({ context: { db }, view, pageRequest }) => ({
  page: enquiryList.page(db, view, pageRequest),
  counts: enquiryList.count(db),
}));

const columns = (isDone: boolean, now: Instant): Column<RowOf<typeof enquiryList>>[] => [
  { id: "name", label: "From", link: ({ id }) => `/admin-dashboard/inbox/${id}`, cell: ({ name }) => name },
  {
    id: "subject",
    label: "About",
    cell: ({ subject, isSuspected }) => (
      <>
        {isSuspected && "Suspected: "}
        <bdi>{subject ?? "Message"}</bdi>
      </>
    ),
  },
  {
    id: "message",
    label: "Message",
    cell: ({ message }) => (
      <span dir="auto" className="takes-rest text-ink-2">
        {message}
      </span>
    ),
  },
  { id: "assigned", label: "Assigned to", onPhones: "labelled", cell: ({ assignedTo }) => assignedTo },
  {
    id: "date",
    label: isDone ? "Done" : "Received",
    sort: "-date",
    onPhones: "end",
    cell: ({ createdAt, doneAt }) => sayInstant(doneAt ?? createdAt, now),
  },
];

export default function Inbox() {
  const loaded = useLoaderData<typeof loader>();
  const isDone = loaded.view === "done";
  return (
    <ListPage
      {...LIST}
      {...loaded}
      title="Inbox"
      caption="Messages"
      columns={columns(isDone, loaded.now)}
      illustration={noNotifications}
      empty={isDone ? "No messages are done yet." : "No messages are waiting for an answer."}
    />
  );
}
