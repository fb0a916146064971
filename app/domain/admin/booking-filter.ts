import { BOOKING_STATUSES } from "../bookings/booking";
import type { LocalDate } from "../time/harare";

/** The views of the office's list of bookings: the one it opens on, everything, one status each, and those that Today counts. */
export const BOOKING_VIEWS = ["to-come", "all", ...BOOKING_STATUSES, "late", "open"] as const;
export type BookingView = (typeof BOOKING_VIEWS)[number];

/** How the office's list of bookings can be sorted; `-waiting` is the longest wait first. */
export const BOOKING_SORTS = ["-start", "start", "-created", "created", "-waiting", "waiting"] as const;
type BookingSort = (typeof BOOKING_SORTS)[number];

/** The filters of the office's list of bookings and its sort; null: not filtered by it. */
export interface AdminBookingFilter {
  view: BookingView;
  city: string | null;
  plumber: string | null;
  client: string | null;
  day: LocalDate | null;
  sort: BookingSort;
}

type Narrowed = Pick<AdminBookingFilter, "city" | "plumber" | "client" | "day">;

/** The view that an address without one shows: someone's bookings, or a day's, are all of them. */
export const firstView = ({ plumber, client, day }: Narrowed): BookingView =>
  plumber !== null || client !== null || day !== null ? "all" : "to-come";

/** The sorts that an index serves with these filters (O25), the one that the list opens with first. */
export function sortsOf(filter: Omit<AdminBookingFilter, "sort">): readonly BookingSort[] {
  const { view, city, plumber, client, day } = filter;
  if (view === "to-come" || view === "late" || view === "open") return ["start", "-start"];
  if ((city ?? plumber ?? client ?? day) !== null) return ["-start", "start"];
  return view === "pending" ? BOOKING_SORTS : ["-start", "start", "-created", "created"];
}
