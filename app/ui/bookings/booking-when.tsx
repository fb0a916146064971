import { formatDay, timeAt, type Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";

/** The day and time of a booking, in Zimbabwe. */
export function BookingWhen({ startsAt }: { startsAt: Instant }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-4 gap-y-1 tabular-nums">
      <span className="inline-flex items-center gap-1.5">
        <Icon name="calendar" className="text-brand-600" /> {formatDay(startsAt)}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <Icon name="clock" className="text-brand-600" /> {timeAt(startsAt)}
      </span>
    </span>
  );
}
