import type { OfficeBookingRow } from "~/domain/admin/office-row";
import { dateAt, formatDate, timeAt, type LocalDate } from "~/domain/time/harare";
import { telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { CLIENT, NEXT, PLUMBER, PROBLEM, REFERENCE, STATUS } from "./booking-columns";
import { CompactAction } from "./compact-action";
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

/** Jobs that nobody has marked as started, each with its two sides to call. */
export function LateTable({ caption, bookings, today }: Props<LateBooking>) {
  const columns: Column<LateBooking>[] = [
    when(today),
    REFERENCE,
    PLUMBER,
    calls("Call the plumber", ({ plumber, plumberPhone }) => ({ name: plumber?.firstName, phone: plumberPhone })),
    CLIENT,
    calls("Call the client", ({ client, clientPhone }) => ({ name: client.firstName, phone: clientPhone })),
    PROBLEM,
    NEXT,
  ];
  return <DataTable caption={caption} columns={columns} rows={bookings} empty={null} />;
}

const calls = (
  label: string,
  of: (booking: LateBooking) => { name: string | undefined; phone: string | null },
): Column<LateBooking> => ({
  id: label,
  label,
  cell: (booking) => {
    const { name = "", phone } = of(booking);
    if (!phone) return null;
    return (
      <div className="office-actions">
        <CompactAction icon="phone" label={`Call ${name}`} href={telephoneLink(phone)} />
        <CompactAction icon="whatsapp" label={`WhatsApp ${name}`} href={whatsAppLink(phone)} />
      </div>
    );
  },
});
