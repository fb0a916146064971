import { isFreeStart, OPENING_HOURS, SLOT_MINUTES, type Availability, type TakenTime } from "./availability";
import {
  addDays,
  dateAt,
  instantOf,
  MINUTE,
  minuteAt,
  type Instant,
  type LocalDate,
  type MinuteOfDay,
  formatDate,
  formatTime,
  nameDay,
  weekdayOf,
} from "./harare";

export const SLOT_DAYS = 7;
const { opensAt, closesAt } = OPENING_HOURS;

/** Every start that a day can have, as minutes since midnight in Harare: 10:00 to before 21:00 (T4). */
export const DAY_STARTS: readonly MinuteOfDay[] = Array.from(
  { length: (closesAt - opensAt) / SLOT_MINUTES },
  (_, slot) => opensAt + slot * SLOT_MINUTES,
);

/** The seven dates that can be booked: today in Harare and the six after it (T4). */
export function bookableDates(now: Instant): LocalDate[] {
  const today = dateAt(now);
  return Array.from({ length: SLOT_DAYS }, (_, day) => addDays(today, day));
}

/**
 * The starts offered on a date, as minutes since midnight in Harare, in order (T4). Today they begin as T5 says and are
 * never in the past. None when the date cannot be booked or its last start is over. Taken starts are among them.
 */
export function startsOn(date: LocalDate, now: Instant): MinuteOfDay[] {
  const today = dateAt(now);
  if (date < today || date > addDays(today, SLOT_DAYS - 1)) return [];
  const first = date === today ? firstStartToday(minuteAt(now)) : opensAt;
  const midnight = instantOf(date, 0);
  return DAY_STARTS.filter((start) => start >= first && midnight + start * MINUTE > now);
}

/** Starts of one day as bits, which is how a day is stored: bit 0 is 10:00, bit 1 is 10:30 (D23). */
export const startBits = (starts: readonly MinuteOfDay[]): number =>
  starts.reduce((bits, minute) => bits | (1 << ((minute - opensAt) / SLOT_MINUTES)), 0);

function firstStartToday(minute: MinuteOfDay): MinuteOfDay {
  const hour = Math.floor(minute / 60);
  if (minute < opensAt) return opensAt;
  return (hour * 60 > opensAt ? hour + 1 : hour) * 60 + (minute % 60 > SLOT_MINUTES ? SLOT_MINUTES : 0);
}

/** True if the appointment page offers this start (T4): the server accepts no other from it. */
export const isOfferedStart = (start: Instant, now: Instant): boolean =>
  startsOn(dateAt(start), now).some((minute) => instantOf(dateAt(start), minute) === start);

/** Every start offered in the bookable week that begins at `now`, as instants in order. Taken starts are among them. */
export function offeredStarts(now: Instant): Instant[] {
  return bookableDates(now).flatMap((date) => {
    const midnight = instantOf(date, 0);
    return startsOn(date, now).map((minute) => midnight + minute * MINUTE);
  });
}

/** The first of these starts (`offeredStarts`) that is free for a plumber; null when none is: the week is full (D8). */
export const firstFreeStart = (
  offered: readonly Instant[],
  availability: Availability,
  takenTimes: readonly TakenTime[],
): Instant | null => offered.find((start) => isFreeStart(availability, takenTimes, start)) ?? null;

/** Up to `count` free starts, the ones nearest to the wanted one, in order of time (B6). */
export function nearestFreeStarts(wanted: Instant, now: Instant, isFree: (start: Instant) => boolean, count = 3) {
  return offeredStarts(now)
    .filter(isFree)
    .sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)
    .slice(0, count)
    .sort((a, b) => a - b);
}

const NOON = 12 * 60;
const EVENING = 17 * 60;
const DAY_PARTS = [
  { name: "Morning", starts: DAY_STARTS.filter((start) => start < NOON) },
  { name: "Afternoon", starts: DAY_STARTS.filter((start) => start >= NOON && start < EVENING) },
  { name: "Evening", starts: DAY_STARTS.filter((start) => start >= EVENING) },
];

export interface SlotChoices {
  isPaused: boolean;
  /** `note`: why the day has no free start. */
  days: { date: LocalDate; weekday: string; rest: string; note: string | null }[];
  /** A start's `index` is its place in a day, `off`: the days on which it is not free (T6). */
  parts: { name: string; starts: { index: number; time: string; hasPassed: boolean; off: number[] }[] }[];
  firstDay: LocalDate | null;
}

/**
 * The week from `now` as the slot picker draws it; `today` is another day where the week is a later one.
 */
export function slotChoices(
  { availability, takenTimes }: { availability: Availability; takenTimes: readonly TakenTime[] },
  now: Instant,
  today: LocalDate = dateAt(now),
): SlotChoices {
  const days = bookableDates(now).map((date) => ({ date, starts: startsOn(date, now) }));
  const isFree = ({ date, starts }: (typeof days)[number], minute: MinuteOfDay) =>
    starts.includes(minute) && isFreeStart(availability, takenTimes, instantOf(date, minute));
  const hasFree = (day: (typeof days)[number]) => day.starts.some((minute) => isFree(day, minute));
  return {
    isPaused: availability.paused,
    days: days.map((day) => {
      const why = day.starts.length === 0 ? "No more slots today" : "No free slots on this day";
      return {
        date: day.date,
        weekday: nameDay(day.date, today) === "today" ? "Today" : weekdayOf(day.date),
        rest: formatDate(day.date, "label"),
        note: hasFree(day) ? null : why,
      };
    }),
    parts: DAY_PARTS.map(({ name, starts }) => ({
      name,
      starts: starts.map((minute) => ({
        index: DAY_STARTS.indexOf(minute),
        time: formatTime(minute),
        hasPassed: !days[0]?.starts.includes(minute),
        off: days.flatMap((day, index) => (isFree(day, minute) ? [] : [index])),
      })),
    })),
    firstDay: days.find(hasFree)?.date ?? null,
  };
}

/** The choices without one start: the present time of a booking is no new one. */
export const withoutStart = (choices: SlotChoices, start: Instant): SlotChoices => ({
  ...choices,
  parts: choices.parts.map(({ name, starts }) => ({
    name,
    starts: starts.map((choice) => ({
      ...choice,
      off: choices.days.flatMap(({ date }, index) =>
        choice.off.includes(index) || (date === dateAt(start) && choice.time === formatTime(minuteAt(start)))
          ? [index]
          : [],
      ),
    })),
  })),
});
