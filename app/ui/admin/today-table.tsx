import type { BookingSummary } from "~/domain/bookings/booking";
import { dateAt, formatDate, timeAt, type LocalDate } from "~/domain/time/harare";
import { CLIENT, PLUMBER, PROBLEM, REFERENCE, STATUS } from "./booking-columns";
import { DataTable, type Column } from "./data-table";

interface Props {
  caption: string;
  bookings: readonly BookingSummary[];
  today: LocalDate;
}

/** Bookings of today by their time, and what is left over from other days by day and time. */
export function TodayTable({ caption, bookings, today }: Props) {
  const when: Column<BookingSummary> = {
    id: "when",
    label: "When",
    onPhones: "end",
    cell: ({ startsAt }) => {
      const day = dateAt(startsAt);
      return `${day === today ? "" : `${formatDate(day, "short")}, `}${timeAt(startsAt)}`;
    },
  };
  const columns = [when, REFERENCE, STATUS, CLIENT, PLUMBER, PROBLEM];
  return <DataTable caption={caption} columns={columns} rows={bookings} empty={null} />;
}
