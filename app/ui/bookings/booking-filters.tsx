import { BOOKING_FILTERS, type BookingFilter } from "~/domain/bookings/booking";
import { Link } from "../shell/link";

export const BOOKING_FILTER_LABELS: Record<BookingFilter, string> = {
  all: "All",
  upcoming: "Upcoming",
  past: "Past",
  cancelled: "Cancelled",
};

/** The filters of a list of bookings. */
export function BookingFilters({ page, chosen }: { page: string; chosen: BookingFilter }) {
  return (
    <nav aria-label="Show" className="mb-5 flex flex-wrap gap-2">
      {BOOKING_FILTERS.map((filter) => (
        <Link
          key={filter}
          to={filter === "all" ? page : `${page}?show=${filter}`}
          className="chip"
          aria-current={filter === chosen ? "true" : undefined}
        >
          {BOOKING_FILTER_LABELS[filter]}
        </Link>
      ))}
    </nav>
  );
}
