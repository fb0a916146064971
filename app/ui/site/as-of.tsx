import { dateAt, formatDate, timeAt, type Instant } from "~/domain/time/harare";

/** How old what stands on the page is, where it is not of now: in Harare's time, with the day when it is another one. */
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
