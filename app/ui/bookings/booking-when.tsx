import type { Booking } from "~/domain/bookings/booking-views";
import { formatDay, timeAt, type Instant, dateAt, formatDate, sayWhen } from "~/domain/time/harare";
import { Icon } from "../shell/elements";
import { nameBooking } from "~/domain/bookings/booking-words";
import { isOpen } from "~/domain/bookings/booking";
import type { BookingTransition } from "~/domain/bookings/booking-machine";

export const BookingWhen = ({ startsAt }: { startsAt: Instant }) => (
  <span className="inline-flex flex-wrap items-center gap-x-4 gap-y-1 tabular-nums">
    <span className="inline-flex items-center gap-2">
      <Icon name="calendar" className="text-brand-600" /> {formatDay(startsAt)}
    </span>
    <span className="inline-flex items-center gap-2">
      <Icon name="clock" className="text-brand-600" /> {timeAt(startsAt)}
    </span>
  </span>
);

interface NameProps {
  booking: Parameters<typeof nameBooking>[0];
  now: Instant;
  /** Of day and time: as an inline box they stay on one line where it holds them. */
  className?: string;
}

export function BookingName({ booking, now, className }: NameProps) {
  const [before, time, after] = nameBooking(booking, now).split(/(\d+:\d\d [ap]m,)/);
  return (
    <>
      <span className={className}>
        {before}
        <span className="whitespace-nowrap">{time}</span>
      </span>
      {after}
    </>
  );
}

export const ProposedTime = ({ booking }: { booking: Pick<Booking, "status" | "proposedStart"> }) =>
  booking.proposedStart !== null &&
  isOpen(booking.status) && (
    <p className="flex gap-2 rounded-field bg-copper-50 px-3 py-2 font-semibold text-copper-700">
      <Icon name="clock" className="mt-1" /> New time suggested: {formatDate(dateAt(booking.proposedStart), "short")},{" "}
      {timeAt(booking.proposedStart)}
    </p>
  );

const WORDS: Partial<Record<BookingTransition, string>> = {
  start: "It can be started from",
  complete: "It can be finished from",
};

export function UpcomingTransitions({
  transitions,
}: {
  transitions: { transition: BookingTransition; from: Instant }[];
}) {
  const upcoming = transitions.filter(({ transition }) => WORDS[transition]);
  if (upcoming.length === 0) return null;
  return (
    <ul className="grid gap-1 text-ink-2">
      {upcoming.map(({ transition, from }) => (
        <li key={transition} className="flex gap-2">
          <Icon name="clock" className="mt-1 flex-none text-brand-600" /> {WORDS[transition]} {sayWhen(from)}.
        </li>
      ))}
    </ul>
  );
}
