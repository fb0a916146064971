import type { BookingTransition } from "~/domain/bookings/booking-machine";
import { sayWhen, type Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";

const WORDS: Partial<Record<BookingTransition, string>> = {
  start: "It can be started from",
  complete: "It can be finished from",
};

/** The transitions that are possible later, with the time from which they are. */
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
        <li key={transition} className="flex gap-1.5">
          <Icon name="clock" className="mt-1 flex-none text-brand-600" /> {WORDS[transition]} {sayWhen(from)}.
        </li>
      ))}
    </ul>
  );
}
