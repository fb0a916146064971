import { fullName } from "~/domain/accounts/user";
import { DEFAULT_SERVICE, NO_PLUMBER_YET, type Booking } from "~/domain/bookings/booking";
import { movesFor } from "~/domain/bookings/booking-machine";
import { Avatar } from "../avatar";
import { Icon } from "../icon";
import { Link } from "../link";
import { BookingWhen } from "./booking-when";
import { StatusBadge } from "./status-badge";

/** A client's booking (spec 2.6): who, what, when, where, and what can be done about it. */
export function BookingCard({ booking }: { booking: Booking }) {
  const { plumber } = booking;
  const canCancel = movesFor(booking.status, "client").includes("cancel");
  return (
    <li className="card grid content-start gap-3 p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <Avatar photoKey={plumber?.photoKey ?? null} size={56} />
        <div className="min-w-0 flex-1 leading-snug">
          <h2 className="text-lg wrap-anywhere">{plumber ? fullName(plumber) : NO_PLUMBER_YET}</h2>
          <p className="text-ink-2">{booking.serviceType ?? DEFAULT_SERVICE}</p>
        </div>
        <StatusBadge status={booking.status} />
      </div>
      <p>
        <BookingWhen startsAt={booking.startsAt} />
      </p>
      {booking.location && (
        <p className="flex gap-1.5">
          <Icon name="map-pin" className="mt-1 text-brand-600" /> {booking.location}
        </p>
      )}
      <p className="text-sm text-ink-3">{booking.reference}</p>
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <Link to={plumber ? `/appointment/${plumber.id}` : "/plumbers"} className="button button-quiet">
          View
        </Link>
        {canCancel && (
          <Link to={`/client-dashboard/bookings/${booking.id}/cancel`} className="button button-quiet" preventScrollReset>
            Cancel
          </Link>
        )}
        <button className="button button-quiet" disabled>
          Receipt
        </button>
      </div>
    </li>
  );
}
