import { nameBooking } from "~/domain/bookings/booking-words";
import type { Instant } from "~/domain/time/harare";

interface Props {
  booking: Parameters<typeof nameBooking>[0];
  now: Instant;
}

/** A booking by its time and service; the time stays on one line. */
export function BookingName({ booking, now }: Props) {
  const [before, time, after] = nameBooking(booking, now).split(/(\d+:\d\d [ap]m)/);
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{time}</span>
      {after}
    </>
  );
}
