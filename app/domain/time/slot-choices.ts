import { isFreeStart, type Availability, type TakenTime } from "./availability";
import {
  dateAt,
  formatDate,
  formatTime,
  instantOf,
  nameDay,
  weekdayOf,
  type Instant,
  type LocalDate,
  type MinuteOfDay,
} from "./harare";
import { bookableDates, startsOn, STARTS_OF_A_DAY } from "./slots";

const NOON = 12 * 60;
const EVENING = 17 * 60;
const PARTS_OF_DAY = [
  { name: "Morning", starts: STARTS_OF_A_DAY.filter((start) => start < NOON) },
  { name: "Afternoon", starts: STARTS_OF_A_DAY.filter((start) => start >= NOON && start < EVENING) },
  { name: "Evening", starts: STARTS_OF_A_DAY.filter((start) => start >= EVENING) },
];

/** The bookable week of a plumber as the slot picker draws it: worked out on the server, so that no page carries how. */
export interface SlotChoices {
  /** The plumber takes no jobs at the moment. */
  isPaused: boolean;
  /** In order. `note`: why a day has no free start, else null. */
  days: { date: LocalDate; weekday: string; rest: string; note: string | null }[];
  /** `index`: the start's place in a day. `off`: on which days it is not free, by their index (T6). */
  parts: { name: string; starts: { index: number; time: string; hasPassed: boolean; off: number[] }[] }[];
  /** The first day with a free start. */
  firstDay: LocalDate | null;
}

/**
 * The choices of the week that begins at `now`, by a plumber's hours and what is booked. `today`: what is
 * called so, where the week is a later one.
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
    parts: PARTS_OF_DAY.map(({ name, starts }) => ({
      name,
      starts: starts.map((minute) => ({
        index: STARTS_OF_A_DAY.indexOf(minute),
        time: formatTime(minute),
        hasPassed: !days[0]?.starts.includes(minute),
        off: days.flatMap((day, index) => (isFree(day, minute) ? [] : [index])),
      })),
    })),
    firstDay: days.find(hasFree)?.date ?? null,
  };
}
