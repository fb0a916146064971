import type { BookingActor, BookingEvent } from "~/domain/bookings/booking-machine";
import { formatInstant } from "~/domain/time/harare";
import { TRANSITION_LABELS } from "./transition-labels";
import { StatusBadge } from "./status-badge";

const ACTORS: Record<BookingActor, string> = {
  client: "The client",
  plumber: "The plumber",
  admin: "Our office",
  system: "Pombi",
};

function messageOfIssue({ event, reason }: BookingEvent): string {
  switch (event) {
    case "request":
      return "requested the booking";
    case "assign":
      return `assigned it to ${reason ?? "a plumber"}`;
    case "propose":
      return "suggested a new time";
    case "accept":
      return "accepted the new time";
    case "decline":
      return "declined the new time";
    default:
      return TRANSITION_LABELS[event].done;
  }
}

/** What happened to a booking, who did it and when. */
export function BookingHistory({ history }: { history: BookingEvent[] }) {
  return (
    <section className="card grid gap-4 p-5">
      <h2>History</h2>
      <ol className="grid gap-4 border-l-2 border-brand-100 pl-4">
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.event}`} className="grid gap-1 leading-snug">
            <p className="wrap-anywhere">
              <b>{entry.actorName ?? ACTORS[entry.actorRole]}</b> {messageOfIssue(entry)}
            </p>
            {entry.reason && entry.event !== "assign" && <p className="wrap-anywhere text-ink-2">“{entry.reason}”</p>}
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-3 tabular-nums">
              <StatusBadge status={entry.to} /> {formatInstant(entry.at)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
