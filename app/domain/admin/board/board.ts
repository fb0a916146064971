import type { bookings } from "~/db/schema";
import type { BookingForCommand } from "../../bookings/booking-views";
import { BOOKING_STATUSES } from "../../bookings/booking";
import {
  type Availability,
  endOf,
  hasConflict,
  isWithinHours,
  MINUTES_WITHOUT_PLUMBER,
  SLOT_MINUTES,
  weekdayBit,
} from "../../time/availability";
import {
  addDays,
  dateAt,
  type Instant,
  instantOf,
  type LocalDate,
  MINUTE,
  minuteAt,
  type MinuteOfDay,
  mondayOf,
  parseTypedDate,
} from "../../time/harare";
import { CITIES, cityKey, suburbKey } from "../../values/cities";
import { PLACE_LENGTH, cutText } from "../../values/text";
import { fullName } from "../../values/user";

export interface BoardChoice {
  view: BoardView;
  day: LocalDate;
  /** A `cityKey`; null: all of Zimbabwe. */
  city: string | null;
  /** A `suburbKey` of the city; null: all of it. */
  suburb: string | null;
  cursor: string | null;
}

export const BOARD_PATH = "/admin-dashboard/board";
const EVERYWHERE = "all";

export const firstChoice = (today: LocalDate): BoardChoice => ({
  view: "day",
  day: today,
  city: cityKey(CITIES[0]),
  suburb: null,
  cursor: null,
});

/** The choice of an address, without the unknown parts of it; null for an address without a choice. */
export function parseBoardChoice(query: URLSearchParams, today: LocalDate): BoardChoice | null {
  if (!["city", "day", "view"].some((name) => query.get(name))) return null;
  const city = cutText(cityKey(query.get("city") ?? ""), PLACE_LENGTH) || cityKey(CITIES[0]);
  const isAll = city === EVERYWHERE;
  return {
    view: BOARD_VIEWS.find((view) => view === query.get("view")) ?? "day",
    day: parseTypedDate(query.get("day") ?? "") ?? today,
    city: isAll ? null : city,
    suburb: isAll ? null : cutText(suburbKey(query.get("suburb") ?? ""), PLACE_LENGTH) || null,
    cursor: query.get("after"),
  };
}

/** The query of a choice. Another city has no suburb yet, and another list begins at its beginning. */
export function boardQuery(choice: BoardChoice, changed: Partial<BoardChoice> = {}): string {
  const { view, day, city, suburb, cursor } = { ...choice, cursor: null, ...changed };
  const query = new URLSearchParams({ city: city ?? EVERYWHERE, day });
  if (view !== "day") query.set("view", view);
  if (suburb) query.set("suburb", suburb);
  if (cursor) query.set("after", cursor);
  return `?${query}`;
}

export const BOARD_VIEWS = ["day", "week"] as const;
type BoardView = (typeof BOARD_VIEWS)[number];
/** The plumbers that a page of each view looks at: a week has seven times the jobs. */
export const PLUMBERS_SHOWN = { day: 200, week: 50 } as const satisfies Record<BoardView, number>;

/** `isPending`: it is drawn where it goes, and the server has not agreed yet. */
export type BoardJob = Pick<typeof bookings.$inferSelect, "reference" | "status" | "startsAt" | "jobMinutes"> & {
  client: string;
  isPending?: true;
};

/** A row of the board: a plumber with their jobs, or the requests that no one has (`id` is empty). */
export interface BoardRow {
  id: string;
  name: string;
  /** Null: they are no longer listed, or the row is no one's. Nothing can be moved there then. */
  hours: Availability | null;
  jobs: BoardJob[];
}

export const NOBODY = "";
type Timed = Pick<BoardJob, "reference" | "startsAt" | "jobMinutes">;

/** The length of a job of the row `from` in another row: it keeps its length while it keeps its plumber. */
export const minutesIn = (row: BoardRow, job: Timed, from: BoardRow): number =>
  row.id === from.id ? job.jobMinutes : (row.hours?.jobMinutes ?? MINUTES_WITHOUT_PLUMBER);

export const daysOf = (view: BoardView, day: LocalDate): LocalDate[] =>
  view === "day" ? [day] : Array.from({ length: 7 }, (_, at) => addDays(mondayOf(day), at));

export const SPOT_WORDS = {
  free: "Free",
  "outside-hours": "Outside working hours",
  "day-off": "Day off",
  "on-a-break": "Taking a break",
  taken: "Another job",
  past: "In the past",
  "not-listed": "Not listed",
  nobody: "Needs a plumber",
};
export type Spot = keyof typeof SPOT_WORDS;

/** Hours and days off don't bind the office (B14); all else is refused by the server as well. */
export const mayDrop = (spot: Spot): boolean => !["taken", "past", "not-listed", "nobody"].includes(spot);

/** Judges a place for a job of the row `from` before it is dropped, by the server's rules (T9, B13, B14). */
export function judgePlace(row: BoardRow, start: Instant, job: Timed, from: BoardRow, now: Instant): Spot {
  if (start !== job.startsAt && start <= now) return "past";
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

export interface HourRange {
  first: number;
  last: number;
}
const OPEN: HourRange = { first: 10, last: 21 };
/** The hours that a day's view shows: those in which someone works, the opening hours, and those of jobs outside of them. */
export function hoursShown(rows: readonly BoardRow[]): HourRange {
  const starts = rows.flatMap((row) => row.jobs.map(({ startsAt }) => Math.floor(minuteAt(startsAt) / 60)));
  const worked = rows.flatMap(({ hours }) => (hours && !hours.paused ? hours : []));
  return {
    first: Math.min(OPEN.first, ...starts, ...worked.map(({ opensAt }) => Math.floor(opensAt / 60))),
    last: Math.max(
      OPEN.last,
      ...starts.map((hour) => hour + 1),
      ...worked.map(({ closesAt }) => Math.ceil(closesAt / 60)),
    ),
  };
}

const startOfSlot = (slot: number, { first, last }: HourRange): MinuteOfDay =>
  Math.min(Math.max(slot * SLOT_MINUTES, first * 60), last * 60 - SLOT_MINUTES);

/** The minute at a fraction of the shown hours, on the grid of half hours; within the day. */
export const minuteAtFraction = (fraction: number, range: HourRange): MinuteOfDay =>
  startOfSlot(Math.round(((range.first + fraction * (range.last - range.first)) * 60) / SLOT_MINUTES), range);

export const stepMinute = (minute: MinuteOfDay, by: 1 | -1, range: HourRange): MinuteOfDay =>
  startOfSlot(by > 0 ? Math.floor(minute / SLOT_MINUTES) + 1 : Math.ceil(minute / SLOT_MINUTES) - 1, range);

export const moveToDay = (start: Instant, day: LocalDate): Instant => instantOf(day, minuteAt(start));

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

export function withMove(rows: BoardRow[], reference: string, to: { row: string; start: Instant }): BoardRow[] {
  const from = rows.find(({ jobs }) => jobs.some((job) => job.reference === reference));
  const job = from?.jobs.find((job) => job.reference === reference);
  const target = rows.find(({ id }) => id === to.row);
  if (!from || !job || !target) return rows;
  const moved: BoardJob = { ...job, startsAt: to.start, jobMinutes: minutesIn(target, job, from), isPending: true };
  return rows.map((row) => {
    if (row !== target && row !== from) return row;
    const others = row.jobs.filter((job) => job.reference !== reference);
    const jobs = row === target ? [...others, moved].sort((a, b) => a.startsAt - b.startsAt) : others;
    return { ...row, jobs };
  });
}

/** Judges the rows of a board for a booking at `start`: its own plumber first, even if the board has no row of them. */
export function listPlaces(rows: BoardRow[], booking: BookingForCommand, start: Instant, now: Instant) {
  const { plumber } = booking;
  const unlisted = { id: plumber?.id ?? NOBODY, name: plumber ? fullName(plumber) : "", hours: null, jobs: [] };
  const own = rows.find(({ id }) => id === unlisted.id) ?? unlisted;
  const judge = (row: BoardRow) => ({ id: row.id, name: row.name, spot: judgePlace(row, start, booking, own, now) });
  return [own, ...rows.filter((row) => row !== own && row.hours !== null)].map(judge);
}

const FIELDS_PER_JOB = 5;
const withoutBreaks = (name: string) => name.replace(/\s+/g, " ");

/** The hours are of all rows, each once. */
interface PackedRows {
  lines: string;
  hours: Availability[];
  since: Instant;
}

/**
 * Packs the rows of a board as its page carries them: 200 plumbers weigh a third of what their objects do. A row is a line of
 * fields between tabs: id, name, the place of its hours, then five for each job, which begin after `since`.
 */
export function packRows(rows: readonly BoardRow[], since: Instant): PackedRows {
  const hours = [...new Set(rows.flatMap((row) => (row.hours ? JSON.stringify(row.hours) : [])))];
  const lines = rows.map((row) =>
    [
      row.id,
      withoutBreaks(row.name),
      row.hours ? hours.indexOf(JSON.stringify(row.hours)) : "",
      ...row.jobs.flatMap(({ reference, startsAt, jobMinutes, status, client }) => [
        reference,
        (startsAt - since) / MINUTE,
        jobMinutes,
        BOOKING_STATUSES.indexOf(status),
        withoutBreaks(client),
      ]),
    ].join("\t"),
  );
  return { lines: lines.join("\n"), hours: hours.map((text) => JSON.parse(text) as Availability), since };
}

export function unpackRows({ lines, hours, since }: PackedRows): BoardRow[] {
  if (lines === "") return [];
  return lines.split("\n").map((line) => {
    const [id = "", name = "", place = "", ...fields] = line.split("\t");
    const jobs = Array.from({ length: fields.length / FIELDS_PER_JOB }, (_, at) => {
      const [reference = "", minute, length, nth, client = ""] = fields.slice(at * FIELDS_PER_JOB);
      const status = BOOKING_STATUSES[Number(nth)]!;
      const startsAt = since + Math.round(Number(minute) * MINUTE);
      return { reference, status, startsAt, jobMinutes: Number(length), client };
    });
    return { id, name, hours: place === "" ? null : hours[Number(place)]!, jobs };
  });
}
