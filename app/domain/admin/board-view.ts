import type { BookingStatus } from "../bookings/booking";
import {
  endOf,
  hasConflict,
  isWithinHours,
  MINUTES_WITHOUT_PLUMBER,
  SLOT_MINUTES,
  weekdayBit,
  type Availability,
} from "../time/availability";
import {
  addDays,
  dateAt,
  instantOf,
  minuteAt,
  mondayOf,
  type Instant,
  type LocalDate,
  type MinuteOfDay,
} from "../time/harare";

export const BOARD_VIEWS = ["day", "week"] as const;
export type BoardView = (typeof BOARD_VIEWS)[number];
/** How many plumbers a page of each view looks at: a week has seven times the jobs. */
export const PLUMBERS_SHOWN = { day: 200, week: 50 } as const satisfies Record<BoardView, number>;

/** A job on the board. */
export interface BoardJob {
  reference: string;
  status: BookingStatus;
  startsAt: Instant;
  jobMinutes: number;
  client: string;
  /** Whether the office can move it (B13, B14). */
  isMovable: boolean;
  /** It is drawn where it goes, and the server has not agreed yet. */
  isPending?: true;
}

/** A row of the board: a plumber with their jobs, or the requests that nobody has (`id` is empty). */
export interface BoardRow {
  id: string;
  name: string;
  /** Null: they are no longer listed, or the row is nobody's. Nothing can be moved there then. */
  hours: Availability | null;
  jobs: BoardJob[];
}

/** The id of the row of requests without a plumber. */
export const NOBODY = "";
/** The length of a job of the row `from` in another row: it keeps its length while it keeps its plumber. */
export const minutesIn = (row: BoardRow, job: BoardJob, from: BoardRow): number =>
  row.id === from.id ? job.jobMinutes : (row.hours?.jobMinutes ?? MINUTES_WITHOUT_PLUMBER);

/** The days that a view shows: the day, or its week from Monday. */
export const daysOf = (view: BoardView, day: LocalDate): LocalDate[] =>
  view === "day" ? [day] : Array.from({ length: 7 }, (_, at) => addDays(mondayOf(day), at));

/** What a place on the board is for a job (O26). */
export type Spot = "free" | "outside-hours" | "day-off" | "on-a-break" | "taken" | "past" | "not-listed" | "nobody";

export const SPOT_WORDS: Record<Spot, string> = {
  free: "Free",
  "outside-hours": "Outside working hours",
  "day-off": "Day off",
  "on-a-break": "Taking a break",
  taken: "Another job",
  past: "In the past",
  "not-listed": "Not listed",
  nobody: "Needs a plumber",
};

/** Hours and days off don't bind the office (B14); all else is refused by the server as well. */
export const mayDrop = (spot: Spot): boolean => !["taken", "past", "not-listed", "nobody"].includes(spot);

/**
 * What a place is for a job, said before it is dropped by the rules that the server decides by (T9, B13, B14). `from` is
 * the row that has it. The job is not in its own way.
 */
export function judgePlace(row: BoardRow, start: Instant, job: BoardJob, from: BoardRow, now: Instant): Spot {
  const isMovedInTime = start !== job.startsAt;
  if (isMovedInTime && start <= now) return "past";
  if (row.id === NOBODY) return from.id === NOBODY ? "free" : "nobody";
  const { hours } = row;
  // A plumber who is no longer listed gets no other booking, but theirs can change its time.
  if (!hours) return row.id === from.id ? "free" : "not-listed";
  const taken = row.jobs.filter(({ reference, status }) => reference !== job.reference && status !== "completed");
  if (hasConflict(minutesIn(row, job, from), taken, start)) return "taken";
  if (hours.paused) return "on-a-break";
  if (hours.daysOff & weekdayBit(dateAt(start))) return "day-off";
  return isWithinHours(hours, start) ? "free" : "outside-hours";
}

/** The hours that a day's view shows: the opening hours, and as many more as the jobs outside of them need. */
export interface HourRange {
  first: number;
  last: number;
}
const OPEN: HourRange = { first: 10, last: 21 };
export function hoursShown(rows: readonly BoardRow[]): HourRange {
  const hours = rows.flatMap((row) => row.jobs.map(({ startsAt }) => Math.floor(minuteAt(startsAt) / 60)));
  return { first: Math.min(OPEN.first, ...hours), last: Math.max(OPEN.last, ...hours.map((hour) => hour + 1)) };
}

/** The minute at a fraction of the shown hours, on the grid of half hours; within the day. */
export function minuteAtFraction(fraction: number, { first, last }: HourRange): MinuteOfDay {
  const minute = first * 60 + fraction * (last - first) * 60;
  const snapped = Math.round(minute / SLOT_MINUTES) * SLOT_MINUTES;
  return Math.min(Math.max(snapped, first * 60), last * 60 - SLOT_MINUTES);
}

/** The next minute of the grid to the left or right; within the shown hours. */
export function stepMinute(minute: MinuteOfDay, by: 1 | -1, range: HourRange): MinuteOfDay {
  const slot = by > 0 ? Math.floor(minute / SLOT_MINUTES) + 1 : Math.ceil(minute / SLOT_MINUTES) - 1;
  return Math.min(Math.max(slot * SLOT_MINUTES, range.first * 60), range.last * 60 - SLOT_MINUTES);
}

/** The same time of day on another day. */
export const onDay = (start: Instant, day: LocalDate): Instant => instantOf(day, minuteAt(start));

/** The lane of each job, by its place in the list: those that overlap lie in different ones. `jobs` are in order of time. */
export function lanesOf(jobs: readonly BoardJob[]): number[] {
  const ends: number[] = [];
  return jobs.map((job) => {
    const free = ends.findIndex((end) => end <= job.startsAt);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = endOf(job);
    return lane;
  });
}

/** The rows with one job somewhere else, as they will be once the server agrees. */
export function withMove(rows: BoardRow[], reference: string, to: { row: string; start: Instant }): BoardRow[] {
  const from = rows.find(({ jobs }) => jobs.some((job) => job.reference === reference));
  const job = from?.jobs.find((job) => job.reference === reference);
  if (!from || !job || !rows.some(({ id }) => id === to.row)) return rows;
  return rows.map((row) => {
    const without = row.jobs.filter((job) => job.reference !== reference);
    if (row.id === to.row)
      return {
        ...row,
        jobs: [
          ...without,
          { ...job, startsAt: to.start, jobMinutes: minutesIn(row, job, from), isPending: true as const },
        ].sort((a, b) => a.startsAt - b.startsAt),
      };
    return without.length === row.jobs.length ? row : { ...row, jobs: without };
  });
}
