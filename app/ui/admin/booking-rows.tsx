import type { OfficeBookingRow } from "~/domain/admin/lists/office-lists";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { BookingWhen } from "../bookings/booking-when";
import { StatusBadge } from "../bookings/status-badge";
import { Link } from "../shell/link";

/** A list of bookings for the office: three lines each on phones, one on wide screens. */
export function BookingRows({ bookings }: { bookings: OfficeBookingRow[] }) {
  return (
    <ul className="card divide-y divide-line">
      {bookings.map((booking) => (
        <li
          key={booking.id}
          data-row
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 p-4 xl:grid-cols-[7rem_1fr_18rem_8rem]"
        >
          <Link
            to={`/admin-dashboard/bookings/${booking.id}`}
            data-row-link
            className="inline-flex min-h-11 items-center font-semibold"
          >
            {booking.reference}
          </Link>
          <span className="grid justify-items-end gap-2 xl:order-last xl:justify-items-start">
            <StatusBadge status={booking.status} />
          </span>
          <span className="col-span-2 wrap-anywhere xl:col-span-1">
            {booking.client}
            {booking.plumber ? (
              <>
                {" "}
                <span className="text-ink-3">with</span> {booking.plumber}
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
        </li>
      ))}
    </ul>
  );
}
