import { fullName } from "~/domain/values/user";
import { DEFAULT_SERVICE, isOpen, NO_PLUMBER_YET, type ClientBooking } from "~/domain/bookings/booking";
import { availableTransitions, availableProposalActions } from "~/domain/bookings/booking-machine";
import type { Instant } from "~/domain/time/harare";
import { Avatar } from "../accounts/avatar";
import { PhoneLinks } from "../accounts/phone-links";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { BookingWhen } from "./booking-when";
import { ProposedTime } from "./proposed-time";
import { StatusBadge } from "./status-badge";

interface Props {
  booking: ClientBooking;
  now: Instant;
}

/** A client's booking (B19), with what they can do about it. */
export function BookingCard({ booking, now }: Props) {
  const { plumber } = booking;
  const phone = plumber?.phone;
  const canCancel = availableTransitions(booking, "client", now).includes("cancel");
  return (
    <li className="card grid content-start gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Avatar photoKey={plumber?.photoKey ?? null} size={56} />
        <div className="min-w-36 flex-1 leading-snug">
          <h2 className="text-lg wrap-anywhere">{plumber ? fullName(plumber) : NO_PLUMBER_YET}</h2>
          <p className="text-ink-2">{booking.serviceType ?? DEFAULT_SERVICE}</p>
        </div>
        <StatusBadge status={booking.status} />
      </div>
      <p>
        <BookingWhen startsAt={booking.startsAt} />
      </p>
      {booking.preferredPlumberName && !plumber && isOpen(booking.status) && (
        <p className="flex gap-1.5 rounded-field bg-copper-50 px-3 py-2 font-semibold text-copper-700">
          <Icon name="hourglass" className="mt-1 flex-none" /> We're checking your request. You asked for{" "}
          {booking.preferredPlumberName}.
        </p>
      )}
      <ProposedTime booking={booking} side="client" />
      {booking.location && (
        <p className="flex gap-1.5">
          <Icon name="map-pin" className="mt-1 text-brand-600" /> {booking.location}
        </p>
      )}
      {phone && (
        <p className="flex flex-wrap gap-x-4">
          <PhoneLinks phone={phone} className="button-link" />
        </p>
      )}
      {booking.reason && (
        <p className="wrap-anywhere">
          <span className="text-ink-2">Reason:</span> {booking.reason}
        </p>
      )}
      {booking.report && (
        <details>
          <summary className="min-h-11 py-2 font-semibold text-brand-700">Report</summary>
          <p className="whitespace-pre-line">{booking.report}</p>
        </details>
      )}
      <p className="text-sm text-ink-3">{booking.reference}</p>
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <Link to={plumber ? `/appointment/${plumber.id}` : "/plumbers"} className="button button-quiet">
          View
        </Link>
        {plumber && (
          <Link to={`/client-dashboard/messages/${plumber.id}`} className="button button-quiet">
            Message
          </Link>
        )}
        {booking.status === "completed" && plumber && booking.reviewedAt === null && (
          <Link to="/client-dashboard/reviews" className="button button-quiet">
            Leave a review
          </Link>
        )}
        {availableProposalActions(booking, "client").length > 0 && (
          <Link
            to={`/client-dashboard/bookings/${booking.id}/reschedule`}
            className="button button-quiet"
            preventScrollReset
          >
            {booking.proposedBy === "plumber" ? "Answer suggestion" : "Suggest a new time"}
          </Link>
        )}
        {canCancel && (
          <Link
            to={`/client-dashboard/bookings/${booking.id}/cancel`}
            className="button button-quiet"
            preventScrollReset
          >
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
