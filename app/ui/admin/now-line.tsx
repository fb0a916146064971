import { useEffect, useRef } from "react";
import type { HourRange } from "~/domain/admin/board/board";
import { minuteAt, MINUTE, type Instant } from "~/domain/time/harare";
import { placeOf } from "./board-row";

/** The line of the present time over a day's rows. It goes along, where the page's script runs. */
export function NowLine({ clock, now, range }: { clock: () => Instant; now: Instant; range: HourRange }) {
  const line = useRef<HTMLElement>(null);
  const { first, last } = range;
  useEffect(() => {
    const place = () => {
      const part = (minuteAt(clock()) / 60 - first) / (last - first);
      if (!line.current) return;
      line.current.hidden = part < 0 || part > 1;
      line.current.style.left = `${part * 100}%`;
    };
    place();
    const timer = setInterval(place, MINUTE / 2);
    return () => clearInterval(timer);
  }, [clock, first, last]);
  const minute = minuteAt(now);
  return (
    <div className="board-lines" aria-hidden="true">
      <i
        ref={line}
        className="board-now"
        hidden={minute < first * 60 || minute > last * 60}
        {...placeOf(minute, range)}
      />
    </div>
  );
}
