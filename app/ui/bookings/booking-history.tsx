import type { BookingEvent } from "~/domain/bookings/booking-event";
import type { BookingActor } from "~/domain/bookings/booking-machine";
import { formatInstant } from "~/domain/time/harare";
import { reasonOf, wordsOf } from "./event-words";

const ACTORS: Record<BookingActor, string> = {
  client: "The client",
  plumber: "The plumber",
  admin: "Our office",
  system: "Pombi",
};

/** Who did it; what the office did for someone says so (B29). */
const nameOf = ({ actorRole, actorName }: BookingEvent) =>
  actorRole === "admin" ? ACTORS.admin : (actorName ?? ACTORS[actorRole]);

/** What happened to a booking, who did it and when. */
export function BookingHistory({ history }: { history: BookingEvent[] }) {
  return (
    <section className="card grid gap-4 p-5">
      <h2>History</h2>
      <ol className="grid gap-3 border-l-2 border-brand-100 pl-4">
        {history.map((entry) => {
          const reason = reasonOf(entry);
          return (
            <li key={`${entry.at} ${entry.event}`} className="leading-snug">
              <p className="wrap-anywhere">
                <b>{nameOf(entry)}</b> {wordsOf(entry)}
                {reason && <span className="text-ink-2">: “{reason}”</span>}
              </p>
              <p className="text-sm text-ink-3 tabular-nums">{formatInstant(entry.at)}</p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
