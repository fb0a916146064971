import type { BookingTransition } from "~/domain/bookings/booking-machine";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";
import { TRANSITION_LABELS } from "./transition-labels";

/** The transitions that are possible later, with the time from which they are. `before`: a step that comes before them. */
export function UpcomingTransitions({
  transitions,
  before,
}: {
  transitions: { transition: BookingTransition; from: Instant }[];
  before?: { name: string; from: Instant } | null;
}) {
  const upcoming = transitions.map(({ transition, from }) => ({ name: TRANSITION_LABELS[transition].button, from }));
  if (before) upcoming.unshift(before);
  if (upcoming.length === 0) return null;
  return (
    <ul className="grid gap-1 text-ink-2">
      {upcoming.map(({ name, from }) => (
        <li key={name} className="flex gap-1.5">
          <Icon name="clock" className="mt-1 flex-none text-brand-600" /> {name}: possible from {formatInstant(from)}
        </li>
      ))}
    </ul>
  );
}
