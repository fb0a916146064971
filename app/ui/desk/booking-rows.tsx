import type { ReactNode } from "react";
import { fullName } from "~/domain/accounts/user";
import { NO_PLUMBER_YET, type Booking } from "~/domain/bookings/booking";
import { BookingWhen } from "../bookings/booking-when";
import { StatusBadge } from "../bookings/status-badge";
import { Link } from "../link";

interface Props<Row extends Booking> {
  bookings: Row[];
  /** Where a booking's reference leads; its own page when left out. */
  to?: (booking: Row) => string;
  /** What stands under a booking. */
  note?: (booking: Row) => ReactNode;
}

/** Bookings of the desk, one line each on wide screens. */
export function BookingRows<Row extends Booking>({ bookings, to = ({ id }) => `/admin-dashboard/bookings/${id}`, note }: Props<Row>) {
  return (
    <ul className="card divide-y divide-line">
      {bookings.map((booking) => (
        <li key={booking.id} className="grid gap-x-4 gap-y-1 p-4 xl:grid-cols-[7rem_1fr_1fr_15rem_8rem] xl:items-center">
          <Link to={to(booking)} className="inline-flex min-h-11 items-center font-semibold">
            {booking.reference}
          </Link>
          <span className="wrap-anywhere">
            <small className="block text-ink-3">Client</small>
            {fullName(booking.client)}
          </span>
          <span className="wrap-anywhere">
            <small className="block text-ink-3">Plumber</small>
            {booking.plumber ? fullName(booking.plumber) : NO_PLUMBER_YET}
          </span>
          <BookingWhen startsAt={booking.startsAt} />
          <span>
            <StatusBadge status={booking.status} />
          </span>
          {note && <div className="text-ink-2 xl:col-span-5">{note(booking)}</div>}
        </li>
      ))}
    </ul>
  );
}
