import type { OfficeBookingRow } from "~/domain/admin/office-row";
import { dateAt, formatDate, timeAt, type LocalDate } from "~/domain/time/harare";
import { PhoneLinks } from "../accounts/phone-links";
import { CLIENT, NEXT, PLUMBER, PROBLEM, REFERENCE, STATUS } from "./booking-columns";
import { DataTable, type Column } from "./data-table";

interface Props<Row> {
  caption: string;
  bookings: readonly Row[];
  today: LocalDate;
}

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
export function TodayTable({ caption, bookings, today }: Props<OfficeBookingRow>) {
  const columns = [when(today), REFERENCE, STATUS, CLIENT, PLUMBER, PROBLEM, NEXT];
  return <DataTable caption={caption} columns={columns} rows={bookings} empty={null} />;
}

interface LateBooking extends OfficeBookingRow {
  plumberPhone: string | null;
  clientPhone: string | null;
}

/** Jobs that nobody has marked as started, each with the two to call. */
export function LateTable({ caption, bookings, today }: Props<LateBooking>) {
  const columns: Column<LateBooking>[] = [
    when(today),
    REFERENCE,
    CLIENT,
    PLUMBER,
    PROBLEM,
    NEXT,
    {
      id: "actions",
      label: "Call",
      cell: ({ plumber, plumberPhone, client, clientPhone }) => (
        <div className="office-actions">
          {plumberPhone && (
            <PhoneLinks phone={plumberPhone} className="office-action button-link" label={plumber?.firstName} />
          )}
          {clientPhone && (
            <PhoneLinks phone={clientPhone} className="office-action button-link" label={client.firstName} />
          )}
        </div>
      ),
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={bookings} empty={null} />;
}
