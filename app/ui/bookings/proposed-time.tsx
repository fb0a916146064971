import { type Booking, isOpen } from "~/domain/bookings/booking";
import { dateAt, formatDate, timeAt } from "~/domain/time/harare";
import { Icon } from "../elements/icon";

/** The suggested new time and who suggested it. */
export function ProposedTime({
  booking,
  side,
}: {
  booking: Pick<Booking, "status" | "proposedStart" | "proposedBy">;
  side: "client" | "plumber" | null;
}) {
  if (booking.proposedStart === null || !isOpen(booking.status)) return null;
  return (
    <p className="flex gap-1.5 rounded-field bg-copper-50 px-3 py-2 font-semibold text-copper-700">
      <Icon name="clock" className="mt-1" /> {booking.proposedBy === side ? "You suggested" : "New time suggested"}:{" "}
      {formatDate(dateAt(booking.proposedStart), "short")}, {timeAt(booking.proposedStart)}
    </p>
  );
}
