import type { BookingSummary } from "~/domain/bookings/booking";
import { dateAt, formatDate, timeAt } from "~/domain/time/harare";
import { CLIENT, PLUMBER, PROBLEM, REFERENCE, STATUS } from "./booking-columns";
import { DataTable, type Column } from "./data-table";

interface Props {
  caption: string;
  bookings: readonly BookingSummary[];
  /** Whether they are of other days than today. */
  hasDays?: boolean;
}

/** Bookings of today, or left over from other days, by their time. */
export function TodayTable({ caption, bookings, hasDays = false }: Props) {
  const when: Column<BookingSummary> = {
    id: "when",
    label: "When",
    onPhones: "end",
    cell: ({ startsAt }) => `${hasDays ? `${formatDate(dateAt(startsAt), "short")}, ` : ""}${timeAt(startsAt)}`,
  };
  const columns = [when, REFERENCE, STATUS, CLIENT, PLUMBER, PROBLEM];
  return <DataTable caption={caption} columns={columns} rows={bookings} empty={null} />;
}
