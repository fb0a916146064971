import type { PlumberSummary } from "~/domain/plumbers/plumber";
import { dateAt, nameDay, timeAt, type Instant } from "~/domain/time/harare";

/** 'Available · today 2:30 pm', or that the week is full (D8). */
export function Availability({ plumber, now }: { plumber: Pick<PlumberSummary, "nextFree">; now: Instant }) {
  const next = plumber.nextFree;
  // Out of an old copy.
  if (next !== null && next <= now) return <span className="font-semibold text-success">Available</span>;
  if (next === null) return <span className="text-ink-2">No free slots this week</span>;
  return (
    <span className="font-semibold text-success">
      Available · {nameDay(dateAt(next), dateAt(now))} {timeAt(next)}
    </span>
  );
}
