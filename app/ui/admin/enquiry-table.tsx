import type { ReactNode } from "react";
import type { Instant } from "~/domain/time/harare";
import { DataTable, type Column } from "./data-table";
import { sayInstant } from "./say-instant";

interface EnquiryRow {
  id: string;
  name: string;
  subject: string | null;
  message: string;
  createdAt: Instant;
  doneAt: Instant | null;
  assignedTo: string | null;
}

const columns = (done: boolean, now: Instant): Column<EnquiryRow>[] => [
  {
    id: "name",
    label: "From",
    link: ({ id }) => `/admin-dashboard/inbox/${id}`,
    cell: ({ name }) => name,
  },
  { id: "subject", label: "About", cell: ({ subject }) => subject ?? "Message" },
  {
    id: "message",
    label: "Message",
    cell: ({ message }) => (
      <span className="takes-rest text-ink-2" title={message}>
        {message}
      </span>
    ),
  },
  { id: "assigned", label: "Assigned to", onPhones: "labelled", cell: ({ assignedTo }) => assignedTo },
  done
    ? {
        id: "done",
        label: "Done",
        sort: "-date",
        onPhones: "end",
        cell: ({ doneAt }) => doneAt && sayInstant(doneAt, now),
      }
    : {
        id: "received",
        label: "Received",
        sort: "-date",
        onPhones: "end",
        cell: ({ createdAt }) => sayInstant(createdAt, now),
      },
];

/** What visitors wrote, open or `done` (O11). */
export const EnquiryTable = ({
  enquiries,
  done,
  sort,
  now,
  empty,
}: {
  enquiries: EnquiryRow[];
  done: boolean;
  sort: string;
  now: Instant;
  empty: ReactNode;
}) => (
  <DataTable
    caption="Messages"
    columns={columns(done, now)}
    rows={enquiries}
    sort={sort}
    sorts={["-date"]}
    empty={empty}
  />
);
