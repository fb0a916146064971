import { fullName } from "~/domain/values/user";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { nameBooking } from "~/domain/bookings/booking-words";
import type { ListedBooking } from "~/domain/bookings/next-step/listed-booking";
import type { Instant } from "~/domain/time/harare";
import { Avatar } from "../accounts/avatar";
import { Link } from "../shell/link";
import { BookingName } from "./booking-name";
import { StatusBadge } from "./status-badge";
import { StepBrief } from "./step-brief";

interface Props {
  booking: ListedBooking;
  now: Instant;
}

/** A client's booking in a list (B19): what and when, who, what is next, and the way to its ticket. */
export function BookingCard({ booking, now }: Props) {
  const { plumber, step } = booking;
  const page = `/client-dashboard/bookings/${booking.id}`;
  return (
    <li className="card grid content-start gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">
          <BookingName booking={booking} now={now} />
        </h2>
        <StatusBadge status={booking.isMissed ? "missed" : booking.status} />
      </div>
      <div className="flex items-center gap-3">
        <Avatar photoKey={plumber?.photoKey ?? null} size={40} />
        <p className="min-w-0 leading-snug wrap-anywhere">
          {plumber ? fullName(plumber) : NO_PLUMBER_YET}
          <span className="block text-sm text-ink-3">{booking.location}</span>
        </p>
      </div>
      <StepBrief step={step} />
      <div className="mt-auto flex flex-wrap gap-2 pt-1">
        <Link to={page} className="button button-quiet">
          View<span className="sr-only"> {nameBooking(booking, now)}</span>
        </Link>
        {step.link ? (
          <Link to={step.link.path} className="button button-quiet">
            {step.link.label}
            <span className="sr-only"> {nameBooking(booking, now)}</span>
          </Link>
        ) : (
          booking.status === "pending" && (
            <Link to={`${page}/cancel`} className="button button-quiet" preventScrollReset>
              Cancel<span className="sr-only"> {nameBooking(booking, now)}</span>
            </Link>
          )
        )}
      </div>
    </li>
  );
}
