import { fullName } from "~/domain/values/user";
import { isOpen, NO_PLUMBER_YET, type ClientBooking } from "~/domain/bookings/booking";
import { availableProposalActions, availableTransitions } from "~/domain/bookings/booking-machine";
import type { Instant } from "~/domain/time/harare";
import { Avatar } from "../accounts/avatar";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { BookingName } from "./booking-name";
import { ProposedTime } from "./proposed-time";
import { StatusBadge } from "./status-badge";

interface Props {
  booking: ClientBooking;
  now: Instant;
}

/** A client's booking in a list (B19): what and when, who, and the way to its ticket. */
export function BookingCard({ booking, now }: Props) {
  const { plumber } = booking;
  const page = `/client-dashboard/bookings/${booking.id}`;
  const answers = availableProposalActions(booking, "client").includes("accept");
  const isUnanswered = booking.status === "pending" && availableTransitions(booking, "client", now).includes("cancel");
  return (
    <li className="card grid content-start gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">
          <BookingName booking={booking} now={now} />
        </h2>
        <StatusBadge status={booking.status} />
      </div>
      <div className="flex items-center gap-3">
        <Avatar photoKey={plumber?.photoKey ?? null} size={40} />
        <p className="min-w-0 leading-snug wrap-anywhere">
          {plumber ? fullName(plumber) : NO_PLUMBER_YET}
          <span className="block text-sm text-ink-3">{booking.location}</span>
        </p>
      </div>
      {booking.preferredPlumberName && !plumber && isOpen(booking.status) && (
        <p className="flex gap-1.5 rounded-field bg-copper-50 px-3 py-2 font-semibold text-copper-700">
          <Icon name="hourglass" className="mt-1 flex-none" /> We're checking your request. You asked for{" "}
          {booking.preferredPlumberName}.
        </p>
      )}
      <ProposedTime booking={booking} side="client" />
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <Link to={page} className="button button-quiet">
          View
        </Link>
        {answers ? (
          <Link to={`${page}/reschedule`} className="button" preventScrollReset>
            Answer the new time
          </Link>
        ) : isUnanswered ? (
          <Link to={`${page}/cancel`} className="button button-quiet" preventScrollReset>
            Cancel
          </Link>
        ) : booking.status === "completed" && plumber && booking.reviewedAt === null ? (
          <Link to="/client-dashboard/reviews" className="button button-quiet">
            Leave a review
          </Link>
        ) : null}
      </div>
    </li>
  );
}
