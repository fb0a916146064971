import type { ReactNode } from "react";
import { fullName } from "~/domain/values/user";
import { NO_PLUMBER_YET, type BookingSummary } from "~/domain/bookings/booking";
import { BookingWhen } from "../bookings/booking-when";
import { StatusBadge } from "../bookings/status-badge";
import { Link } from "../shell/link";

interface Props<Row extends BookingSummary> {
  bookings: Row[];
  /** Where a booking's reference links to; its own page by default. */
  to?: (booking: Row) => string;
  /** Content below a booking. */
  note?: (booking: Row) => ReactNode;
}

/** A list of bookings for the office: three lines each on phones, one on wide screens. */
export function BookingRows<Row extends BookingSummary>({
  bookings,
  to = ({ id }) => `/admin-dashboard/bookings/${id}`,
  note,
}: Props<Row>) {
  return (
    <ul className="card divide-y divide-line">
      {bookings.map((booking) => (
        <li
          key={booking.id}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 p-4 xl:grid-cols-[7rem_1fr_18rem_8rem]"
        >
          <Link to={to(booking)} className="inline-flex min-h-11 items-center font-semibold">
            {booking.reference}
          </Link>
          <span className="xl:order-last">
            <StatusBadge status={booking.status} />
          </span>
          <span className="col-span-2 wrap-anywhere xl:col-span-1">
            {fullName(booking.client)}
            {booking.plumber ? (
              <>
                {" "}
                <span className="text-ink-3">with</span> {fullName(booking.plumber)}
              </>
            ) : (
              <>
                , <b>{NO_PLUMBER_YET.toLowerCase()}</b>
              </>
            )}
          </span>
          <span className="col-span-2 xl:col-span-1">
            <BookingWhen startsAt={booking.startsAt} />
          </span>
          {note && (
            <div className="col-span-2 wrap-anywhere text-ink-2 xl:order-last xl:col-span-4">{note(booking)}</div>
          )}
        </li>
      ))}
    </ul>
  );
}
