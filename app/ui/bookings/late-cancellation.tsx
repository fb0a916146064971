import type { BookingView } from "~/domain/bookings/booking";
import { Notice } from "../elements/notice";

interface Props {
  booking: Pick<BookingView, "cancelledLateBy" | "client" | "plumber">;
  /** Whose page it is; null: the office's. */
  side: "client" | "plumber" | null;
}

/** Says who cancelled a booking late (B26); nothing where nobody did. */
export function LateCancellation({ booking, side }: Props) {
  const by = booking.cancelledLateBy;
  if (by === null) return null;
  return (
    <Notice kind="info">
      {by === side ? "You" : booking[by]?.firstName} cancelled late: less than 2 hours before the start.
    </Notice>
  );
}
