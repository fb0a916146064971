import { dateAt, MINUTE, minuteAt, type Instant, type LocalDate, type MinuteOfDay } from "./harare";

/** When a plumber takes jobs, within the hours that everybody can book. */
export interface Availability {
  /** The first start of a day, and the end of the last half hour in which a job can start. */
  opensAt: MinuteOfDay;
  closesAt: MinuteOfDay;
  /** A bit for each weekday off, Monday's the lowest. */
  daysOff: number;
  /** Takes no new jobs at all for now. */
  paused: boolean;
  /** How long a job takes. */
  jobMinutes: number;
}

/** What holds until a plumber says otherwise: the hours of T4, every day. */
export const ALWAYS: Availability = { opensAt: 10 * 60, closesAt: 21 * 60, daysOff: 0, paused: false, jobMinutes: 30 };
export const JOB_LENGTHS = [30, 60, 90, 120] as const;
export const LONGEST_JOB = 120;
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** The bit of a date's weekday. */
export function weekdayBit(date: LocalDate): number {
  return 1 << ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7);
}

/** Whether this plumber takes jobs that start then, whoever has booked. */
export function isWithinHours({ opensAt, closesAt, daysOff, paused }: Availability, start: Instant): boolean {
  const minute = minuteAt(start);
  return !paused && minute >= opensAt && minute < closesAt && (daysOff & weekdayBit(dateAt(start))) === 0;
}

/** Whether a start is open and no job that is booked runs then, nor would begin before this one has ended. */
export function isFreeStart(availability: Availability, takenStarts: readonly Instant[], start: Instant): boolean {
  return (
    isWithinHours(availability, start) &&
    !takenStarts.some((taken) => Math.abs(taken - start) < availability.jobMinutes * MINUTE)
  );
}
