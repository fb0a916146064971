import type { OfficeBookingRow } from "~/domain/admin/office-row";
import { dateAt, formatDate, timeAt, type LocalDate } from "~/domain/time/harare";
import { CLIENT, NEXT, PLUMBER, PROBLEM, REFERENCE, STATUS } from "./booking-columns";
import { DataTable, type Column } from "./data-table";

interface Props {
  caption: string;
  bookings: readonly OfficeBookingRow[];
  today: LocalDate;
}

/** Bookings of today by their time, and what is left over from other days by day and time. */
export function TodayTable({ caption, bookings, today }: Props) {
  const when: Column<OfficeBookingRow> = {
    id: "when",
    label: "When",
    onPhones: "end",
    cell: ({ startsAt }) => {
      const day = dateAt(startsAt);
      return `${day === today ? "" : `${formatDate(day, "short")}, `}${timeAt(startsAt)}`;
    },
  };
  const columns = [when, REFERENCE, STATUS, CLIENT, PLUMBER, PROBLEM, NEXT];
  return <DataTable caption={caption} columns={columns} rows={bookings} empty={null} />;
}
