import { dateAt, MINUTE, minuteAt, weekdayNumber, type Instant, type LocalDate, type MinuteOfDay } from "./harare";

/** A plumber's own hours, within the opening hours (T9). */
export interface Availability {
  opensAt: MinuteOfDay;
  /** The end of the last half hour in which a job can start. */
  closesAt: MinuteOfDay;
  /** A bit for each weekday off, Monday's the lowest. */
  daysOff: number;
  paused: boolean;
  jobMinutes: number;
}

/** The opening hours, in minutes since midnight in Harare, and the minutes from one start to the next (T4). */
export const OPENING_HOURS = { opensAt: 10 * 60, closesAt: 21 * 60 } as const;
export const SLOT_MINUTES = 30;

/** The hours of a plumber who has not set any: a new profile's, as the table's defaults have them. */
export const ALWAYS: Availability = { ...OPENING_HOURS, daysOff: 0, paused: false, jobMinutes: SLOT_MINUTES };
export const JOB_LENGTHS = [30, 60, 90, 120] as const;
/** The length on boards and calendars of a request without a plumber. */
export const MINUTES_WITHOUT_PLUMBER = 60;
export const LONGEST_JOB = Math.max(...JOB_LENGTHS);
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export const weekdayBit = (date: LocalDate): number => 1 << weekdayNumber(date);

/** True if a job may start then by the plumber's hours, whatever is booked. In SQL: `isWithinHoursInSql`. */
export function isWithinHours({ opensAt, closesAt, daysOff, paused }: Availability, start: Instant): boolean {
  const minute = minuteAt(start);
  return !paused && minute >= opensAt && minute < closesAt && (daysOff & weekdayBit(dateAt(start))) === 0;
}

/** The time that an open booking holds: it keeps the length that it was booked with (T9). */
export interface TakenTime {
  startsAt: Instant;
  jobMinutes: number;
}

export const endOf = ({ startsAt, jobMinutes }: TakenTime): Instant => startsAt + jobMinutes * MINUTE;

/** True if a job of this length would run into a booked one, or that one into it (T9). In SQL: `hasConflictInSql`. */
export const hasConflict = (jobMinutes: number, takenTimes: readonly TakenTime[], start: Instant): boolean =>
  takenTimes.some((taken) => taken.startsAt < start + jobMinutes * MINUTE && start < endOf(taken));

/** True for a start that can be booked: within the plumber's hours and without a conflict. In SQL: `isFreeStartInSql`. */
export const isFreeStart = (availability: Availability, takenTimes: readonly TakenTime[], start: Instant): boolean =>
  isWithinHours(availability, start) && !hasConflict(availability.jobMinutes, takenTimes, start);

export const hoursAnswers = (hours: Availability): Record<string, string> => ({
  opensAt: String(hours.opensAt),
  closesAt: String(hours.closesAt),
  jobMinutes: String(hours.jobMinutes),
  paused: hours.paused ? "on" : "",
  ...Object.fromEntries(WEEKDAYS.map((day, at) => [day, hours.daysOff & (1 << at) ? "on" : ""])),
});
