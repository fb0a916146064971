import type { ReactNode } from "react";
import { describeChanges, type AuditEntry } from "~/domain/audit-log/audit-log";
import type { Instant } from "~/domain/time/harare";
import { subjectOf } from "./audit-subject";
import { DataTable, type Column } from "./data-table";
import { sayInstant } from "./say-instant";

const columns = (now: Instant): Column<AuditEntry>[] => [
  { id: "at", label: "When", sort: "-at", onPhones: "end", cell: ({ at }) => sayInstant(at, now) },
  { id: "admin", label: "Who", cell: ({ adminName }) => adminName },
  { id: "action", label: "What", cell: ({ words }) => words },
  {
    id: "subject",
    label: "Whom or what",
    link: (entry) => subjectOf(entry).page,
    cell: (entry) => subjectOf(entry).name,
  },
  { id: "details", label: "Details", cell: (entry) => <Details entry={entry} /> },
];

/** What has changed, and why. */
function Details({ entry }: { entry: AuditEntry }) {
  const text = [describeChanges(entry), entry.reason && `“${entry.reason}”`].filter(Boolean).join(" ");
  return text ? (
    <span className="takes-rest text-ink-2" title={text}>
      {text}
    </span>
  ) : null;
}

/** The log (O1), a row for each entry; each leads to what it is about. */
export const AuditTable = ({
  entries,
  sort,
  now,
  empty,
}: {
  entries: AuditEntry[];
  sort: string;
  now: Instant;
  empty: ReactNode;
}) => <DataTable caption="Log" columns={columns(now)} rows={entries} sort={sort} sorts={["-at"]} empty={empty} />;
