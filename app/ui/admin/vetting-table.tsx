import type { ReactNode } from "react";
import { formatWait } from "~/domain/admin/dispatch-list";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { countOf } from "~/domain/values/count-of";
import { fullName } from "~/domain/values/user";
import type { Approval } from "~/domain/vetting/approval";
import { CHECKS, missingChecks, type PlumberCheck } from "~/domain/vetting/check";
import { DataTable, type Column } from "./data-table";

interface QueuedRow {
  id: string;
  firstName: string;
  lastName: string;
  city: string;
  speciality: string;
  approval: Approval;
  queuedAt: Instant | null;
  checks: PlumberCheck[];
  papersNote: string | null;
  papers: number;
}

const columns = (now: Instant): Column<QueuedRow>[] => [
  {
    id: "plumber",
    label: "Plumber",
    link: ({ id }) => `/admin-dashboard/vetting/${id}`,
    cell: (plumber) => fullName(plumber),
  },
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
  { id: "sent", label: "Sent", onPhones: "labelled", cell: sentWords },
  {
    id: "missing",
    label: "Not recorded",
    onPhones: "labelled",
    cell: ({ checks }) => namesOf(missingChecks(checks, now)) || "Nothing",
  },
];

/** What the office has to check, a row for each plumber: what they have sent, and what nothing is recorded of. */
export const VettingTable = ({
  plumbers,
  sort,
  now,
  empty,
}: {
  plumbers: QueuedRow[];
  sort: string;
  now: Instant;
  empty: ReactNode;
}) => (
  <DataTable
    caption="Plumbers to check"
    columns={columns(now)}
    rows={plumbers}
    sort={sort}
    sorts={["since"]}
    empty={empty}
  />
);

/** `2 photos and a note`. */
function sentWords({ papers, papersNote }: QueuedRow): string {
  const photos = countOf(papers || "No", "photo");
  return papersNote ? `${photos} and a note` : photos;
}

const namesOf = (kinds: ReturnType<typeof missingChecks>) =>
  kinds.map((kind) => CHECKS[kind].name.toLowerCase()).join(", ");

/** What nothing valid is recorded of: `Not recorded: trade certificate, reference.` */
export function missingWords(checks: readonly PlumberCheck[], now: Instant): string {
  const missing = missingChecks(checks, now);
  return missing.length === 0 ? "All three checks are recorded." : `Not recorded: ${namesOf(missing)}.`;
}
