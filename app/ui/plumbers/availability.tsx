import type { Plumber } from "~/domain/plumbers/plumber";
import { dateAt, nameDay, timeAt, type Instant } from "~/domain/time/harare";
import { nextFreeStart } from "~/domain/time/slots";

/** 'Available · today 2:30 pm', or that the week is full (product.md 14). */
export function Availability({ plumber, now }: { plumber: Pick<Plumber, "takenStarts">; now: Instant }) {
  const next = nextFreeStart(now, new Set(plumber.takenStarts));
  if (next === null) return <span className="text-ink-2">No free slots this week</span>;
  return (
    <span className="font-semibold text-success">
      Available · {nameDay(dateAt(next), dateAt(now))} {timeAt(next)}
    </span>
  );
}
