import type { HistoryLine } from "~/domain/bookings/booking-event";
import { formatInstant } from "~/domain/time/harare";

/** How many lines are printed, the latest and without their reasons: a ticket takes one page of A4 (B24). */
const PRINTED_LINES = 8;

/** What happened to a booking, who did it and when. */
export function BookingHistory({ history }: { history: HistoryLine[] }) {
  const unprinted = Math.max(0, history.length - PRINTED_LINES);
  return (
    <section className="card history grid gap-4 p-4 sm:p-6 print:block">
      <h2>History</h2>
      {unprinted > 0 && <p className="hidden print:block">{unprinted} earlier entries are on the site.</p>}
      <ol className="grid gap-3 border-l-2 border-brand-100 pl-4 print:block">
        {history.map(({ who, words, reason, at }, index) => (
          <li key={`${at} ${words}`} className={`leading-snug ${index < unprinted ? "print:hidden" : ""}`}>
            <p className="wrap-anywhere print:inline">
              <b>{who}</b> {words}
              {reason && <span className="text-ink-2 print:hidden">: “{reason}”</span>}
            </p>
            <p className="text-sm text-ink-3 tabular-nums print:inline"> {formatInstant(at)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
