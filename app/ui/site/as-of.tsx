import { dateAt, formatDate, timeAt, type Instant } from "~/domain/time/harare";

/** The age of a page's data from a copy, in Harare's time. */
export function AsOf({ asOf, now }: { asOf: Instant | null; now: Instant }) {
  if (asOf === null) return null;
  const day = dateAt(asOf);
  return (
    <p role="status" className="text-sm text-ink-2">
      As of {timeAt(asOf)}
      {day !== dateAt(now) && `, ${formatDate(day, "short")}`}
    </p>
  );
}
