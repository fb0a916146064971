import { memo, useEffect, useRef } from "react";
import { BOARD_PATH, lanesOf, NOBODY, type BoardJob, type BoardRow, type HourRange } from "~/domain/admin/board/board";
import { isToCome } from "~/domain/bookings/booking";
import { weekdayBit } from "~/domain/time/availability";
import {
  dateAt,
  formatDate,
  minuteAt,
  timeAt,
  type LocalDate,
  type MinuteOfDay,
  MINUTE,
  type Instant,
} from "~/domain/time/harare";
import { STATUS_ICONS } from "~/ui/bookings/status-badge";
import { Icon, Link } from "~/ui/shell/elements";

interface Frame {
  days: LocalDate[];
  range: HourRange | null;
  query: string;
}

const LANES = 6;
const QUARTER = 15;
/** Of a job of half an hour, with the name beside it. */
const NAME_ROOM = 135;

/** Where a minute is in a day's row, in hours and quarters: the page's policy allows no inline styles. */
function placeOf(minute: MinuteOfDay, { first, last }: HourRange) {
  const quarter = Math.min(Math.max(Math.floor((minute - first * 60) / QUARTER), 0), (last - first) * 4);
  return { "data-h": Math.floor(quarter / 4), "data-q": quarter % 4 || undefined };
}

/** A row of the board, drawn again only when it has changed: there may be 200. */
export const BoardLine = memo(
  function BoardLine({ row, ...frame }: { row: BoardRow } & Frame) {
    const { id, name, hours, jobs } = row;
    const lanes = frame.range ? lanesOf(jobs).map((lane) => Math.min(lane, LANES - 1)) : [];
    return (
      <li className="board-row" data-lanes={Math.max(0, ...lanes) + 1}>
        <h2 className="board-who">
          {id === NOBODY ? (
            "No plumber yet"
          ) : (
            <Link to={`/admin-dashboard/people/${id}`} title={name}>
              {name}
            </Link>
          )}
          {id !== NOBODY && !hours && <small>Not listed</small>}
        </h2>
        {frame.range ? (
          <div className="board-track">
            <DayHours row={row} day={frame.days[0]!} range={frame.range} />
            <ul>
              {jobs.map((job, at) => (
                <Job key={job.reference} job={job} frame={frame} lane={lanes[at]!} />
              ))}
            </ul>
          </div>
        ) : (
          <div className="board-track">
            {frame.days.map((day) => {
              const dayJobs = jobs.filter(({ startsAt }) => dateAt(startsAt) === day);
              return (
                <div key={day} className="board-cell" data-day={day} data-off={isOff(row, day) || undefined}>
                  {dayJobs.length > 0 && <p className="board-date">{formatDate(day, "short")}</p>}
                  {dayJobs.length > 0 && (
                    <ul>
                      {dayJobs.map((job) => (
                        <Job key={job.reference} job={job} frame={frame} />
                      ))}
                    </ul>
                  )}
                </div>
              );
            })}
          </div>
        )}
      </li>
    );
  },
  (one, other) =>
    one.query === other.query &&
    one.range?.first === other.range?.first &&
    (one.row === other.row || JSON.stringify(one.row) === JSON.stringify(other.row)),
);

const isOff = ({ hours }: BoardRow, day: LocalDate): boolean =>
  hours !== null && (hours.paused || (hours.daysOff & weekdayBit(day)) !== 0);

function DayHours({ row, day, range }: { row: BoardRow; day: LocalDate; range: HourRange }) {
  const { hours } = row;
  if (!hours) return null;
  if (isOff(row, day)) return <p className="board-off">{hours.paused ? "Taking a break" : "Day off"}</p>;
  return (
    <>
      {hours.opensAt > range.first * 60 && <i className="board-off board-before" {...placeOf(hours.opensAt, range)} />}
      {hours.closesAt < range.last * 60 && <i className="board-off board-after" {...placeOf(hours.closesAt, range)} />}
    </>
  );
}

/** The parts that differ are together, in the same order in each: compressed, 200 plumbers' jobs are half of what they were. */
function Job({ job, frame, lane }: { job: BoardJob; frame: Frame; lane?: number }) {
  const { reference, status, startsAt, jobMinutes, client, isPending } = job;
  const place = frame.range && {
    ...placeOf(minuteAt(startsAt), frame.range),
    "data-l": jobMinutes / QUARTER,
    "data-lane": lane || undefined,
    "data-late": minuteAt(startsAt) > frame.range.last * 60 - NAME_ROOM || undefined,
  };
  return (
    <li data-row="">
      <Link
        to={`${BOARD_PATH}/${reference}${frame.query}`}
        data-row-link=""
        draggable={false}
        {...place}
        title={frame.range ? `${timeAt(startsAt)} ${client}, ${status}` : undefined}
        data-job={isToCome(status) ? "" : undefined}
        className={`board-job badge-${status}${isPending ? " board-lifted" : ""}`}
      >
        <Icon name={STATUS_ICONS[status]} />
        <span className="board-status">{status}</span> <span className="board-time">{timeAt(startsAt)}</span>{" "}
        <span className="board-client">{client}</span>
      </Link>
    </li>
  );
}

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
