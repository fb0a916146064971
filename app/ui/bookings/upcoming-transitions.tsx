import type { BookingTransition } from "~/domain/bookings/booking-machine";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";
import { TRANSITION_LABELS } from "./transition-labels";

/** The transitions that are possible later, with the time from which they are. */
export function UpcomingTransitions({
  transitions,
}: {
  transitions: { transition: BookingTransition; from: Instant }[];
}) {
  if (transitions.length === 0) return null;
  return (
    <ul className="grid gap-1 text-ink-2">
      {transitions.map(({ transition, from }) => (
        <li key={transition} className="flex gap-1.5">
          <Icon name="clock" className="mt-1 flex-none text-brand-600" /> {TRANSITION_LABELS[transition].button}:
          possible from {formatInstant(from)}
        </li>
      ))}
    </ul>
  );
}
