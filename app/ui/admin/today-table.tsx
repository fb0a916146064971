import type { OfficeBookingRow } from "~/domain/admin/lists/office-lists";
import { dateAt, formatDate, timeAt, type LocalDate } from "~/domain/time/harare";
import { CLIENT, NEXT, PLUMBER, PROBLEM, REFERENCE, STATUS } from "./booking-columns";
import { DataTable, type Column } from "./data-table";

const when = (today: LocalDate): Column<OfficeBookingRow> => ({
  id: "when",
  label: "When",
  onPhones: "end",
  cell: ({ startsAt }) => {
    const day = dateAt(startsAt);
    return `${day === today ? "" : `${formatDate(day, "short")}, `}${timeAt(startsAt)}`;
  },
});

/** Bookings of today by their time, and what is left over from other days by day and time. */
export function TodayTable({
  caption,
  bookings,
  today,
}: {
  caption: string;
  bookings: readonly OfficeBookingRow[];
  today: LocalDate;
}) {
  const columns = [when(today), REFERENCE, STATUS, CLIENT, PLUMBER, PROBLEM, NEXT];
  return <DataTable caption={caption} columns={columns} rows={bookings} empty={null} />;
}
