import type { ReactNode } from "react";
import type { DispatchLine } from "~/domain/admin/desk/dispatch-line";
import { dayAndTime } from "~/domain/bookings/next-step/step-words";
import { timeAt, type Instant } from "~/domain/time/harare";
import type { OfficeList } from "~/domain/values/lists";
import { DataTable, type Column } from "./data-table";
import { DispatchActions, isJustReminded, pageOf } from "./dispatch-actions";
import { useRunningNow } from "./use-running-now";
import { WAIT_CLASSES, WaitingTime } from "./waiting-time";

/** The bookings that need the office, with how long somebody has waited, who was told and what can be done (O3). */
export function DispatchTable({
  rows,
  list,
  now: loadedAt,
  empty,
}: {
  rows: readonly DispatchLine[];
  /** The list that it is. */
  list: OfficeList;
  now: Instant;
  empty: ReactNode;
}) {
  const now = useRunningNow(loadedAt);
  const columns: Column<DispatchLine>[] = [
    { id: "waiting", label: "Waiting", onPhones: "end", cell: (row) => <WaitingTime row={row} now={now} /> },
    {
      id: "client",
      label: "Client",
      isShared: true,
      link: (row) => pageOf(row, list),
      cell: ({ client, reference }) => <span title={reference}>{client}</span>,
    },
    { id: "problem", label: "Problem", cell: ({ problem }) => problem },
    { id: "place", label: "Where", isShared: true, cell: ({ place }) => place },
    {
      id: "when",
      label: "When",
      cell: ({ startsAt }) => dayAndTime(startsAt, now),
    },
    {
      id: "told",
      label: list === "today" ? "Why" : "Asked",
      cell: (row) => (
        <span
          className={row.alarm ? `takes-rest takes-two-lines ${WAIT_CLASSES[row.alarm]}` : "takes-rest takes-two-lines"}
        >
          {row.kind === "unanswered" && isJustReminded(row, now) && `Reminded ${timeAt(row.remindedAt ?? now)}. `}
          {row.asked}
        </span>
      ),
    },
    {
      id: "actions",
      label: "Actions",
      cell: (row) => <DispatchActions row={row} list={list} now={now} isFirst={row === rows[0]} />,
    },
  ];
  return <DataTable caption="Bookings that need the office" columns={columns} rows={rows} empty={empty} />;
}
