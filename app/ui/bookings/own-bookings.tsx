import type { ReactNode } from "react";
import { BOOKING_FILTERS, isOpen, type BookingFilter } from "~/domain/bookings/booking";
import type { ListedBooking } from "~/domain/bookings/next-step/step-links";
import { Link } from "../shell/link";

const LABELS: Record<BookingFilter, string> = {
  all: "All",
  upcoming: "Upcoming",
  past: "Past",
  cancelled: "Cancelled",
};

interface Props {
  bookings: ListedBooking[];
  filter: BookingFilter;
  page: string;
  card: (booking: ListedBooking) => ReactNode;
}

/** A side's bookings below their filters: what was missed, what is ahead, and the rest. */
export function OwnBookings({ bookings, filter, page, card }: Props) {
  const parts = [
    { title: "Missed", part: bookings.filter(({ isMissed }) => isMissed) },
    { title: "Upcoming", part: bookings.filter(({ status, isMissed }) => isOpen(status) && !isMissed) },
    {
      title: filter === "all" ? "Past and cancelled" : LABELS[filter],
      part: bookings.filter(({ status, isMissed }) => !isOpen(status) && !isMissed),
    },
  ];
  return (
    <>
      <nav aria-label="Show" className="mb-5 flex flex-wrap gap-2">
        {BOOKING_FILTERS.map((one) => (
          <Link
            key={one}
            to={one === "all" ? page : `${page}?show=${one}`}
            className="chip"
            aria-current={one === filter ? "true" : undefined}
          >
            {LABELS[one]}
          </Link>
        ))}
      </nav>
      {parts.map(
        ({ title, part }) =>
          part.length > 0 && (
            <section key={title} aria-label={title} className="mb-8">
              <h2 className="mb-3 text-ink-2">{title}</h2>
              <ul className="grid gap-2 md:grid-cols-2 2xl:grid-cols-3">{part.map(card)}</ul>
            </section>
          ),
      )}
    </>
  );
}
