import type { PlumberSummary } from "~/domain/plumbers/plumber";
import { dateAt, nameDay, timeAt, type Instant } from "~/domain/time/harare";

/** "Available · today 2:30 pm", or that there is nothing free this week (D8). */
export function Availability({ plumber, now }: { plumber: Pick<PlumberSummary, "nextFree">; now: Instant }) {
  const next = plumber.nextFree;
  // The page is a cached copy from before that time.
  if (next !== null && next <= now) return <span className="font-semibold text-success">Available</span>;
  if (next === null) return <span className="text-ink-2">No free slots this week</span>;
  return (
    <span className="font-semibold text-success">
      Available · {nameDay(dateAt(next), dateAt(now))} <span className="whitespace-nowrap">{timeAt(next)}</span>
    </span>
  );
}
