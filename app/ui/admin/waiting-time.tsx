import { formatWait, urgencyOf } from "~/domain/admin/desk/dispatch";
import type { DispatchLine } from "~/domain/admin/desk/dispatch-line";
import { formatInstant, type Instant } from "~/domain/time/harare";

/** How a wait looks by its urgency. */
export const WAIT_CLASSES = { short: undefined, long: "wait-long", tooLong: "wait-too-long" } as const;

/** How long somebody has waited for the office. `now` runs: `useRunningNow`. */
export const WaitingTime = ({ row, now }: { row: DispatchLine; now: Instant }) => (
  <span className={WAIT_CLASSES[urgencyOf(row, now)]} title={`Since ${formatInstant(row.since)}`}>
    {formatWait(now - row.since)}
  </span>
);
