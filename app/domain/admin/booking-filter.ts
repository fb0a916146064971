import type { BookingStatus } from "../bookings/booking";
import type { LocalDate } from "../time/harare";

/** How the office's list of bookings can be sorted; `-waiting` is the longest wait first. */
export const BOOKING_SORTS = ["-start", "start", "-created", "created", "-waiting", "waiting"] as const;
export type BookingSort = (typeof BOOKING_SORTS)[number];

/** The filters of the office's list of bookings and its sort; null: not filtered by it. */
export interface AdminBookingFilter {
  status: BookingStatus | null;
  city: string | null;
  plumber: string | null;
  client: string | null;
  day: LocalDate | null;
  sort: BookingSort;
}

/** The sorts that an index serves with these filters (O25). */
export function sortsOf({
  status,
  city,
  plumber,
  client,
  day,
}: Omit<AdminBookingFilter, "sort">): readonly BookingSort[] {
  if (city !== null || plumber !== null || client !== null || day !== null) return ["-start", "start"];
  return status === "pending" ? BOOKING_SORTS : ["-start", "start", "-created", "created"];
}
