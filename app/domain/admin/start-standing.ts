import {
  endOf,
  hasConflict,
  isFreeStart,
  isWithinHours,
  SLOT_MINUTES,
  weekdayBit,
  type Availability,
  type TakenTime,
} from "../time/availability";
import { dateAt, instantOf, timeAt, type Instant } from "../time/harare";

/**
 * How one start fits a plumber: exactly one of these (O27). A job in the way comes before everything else, because
 * then assigning is refused; the plumber's own hours don't bind the office (B14).
 */
export type StartStanding =
  | { state: "free" | "outside" | "dayOff" | "break" | "full" }
  /** `until`: the first start after it that no job is in the way of. */
  | { state: "busy"; until: Instant };

/** How a start fits a plumber with these open jobs, none of which is at that start yet. */
export function standingAt(
  availability: Availability,
  takenTimes: readonly TakenTime[],
  start: Instant,
): StartStanding {
  const { jobMinutes, paused, daysOff } = availability;
  if (hasConflict(jobMinutes, takenTimes, start)) {
    if (isWithinHours(availability, start) && isFull(availability, takenTimes, start)) return { state: "full" };
    return { state: "busy", until: freeAgain(jobMinutes, takenTimes, start) };
  }
  if (paused) return { state: "break" };
  if ((daysOff & weekdayBit(dateAt(start))) !== 0) return { state: "dayOff" };
  return { state: isWithinHours(availability, start) ? "free" : "outside" };
}

/** Whether a plumber can be given a job at that start. */
export const canBeAssigned = ({ state }: StartStanding): boolean => state !== "busy" && state !== "full";

/** Whether no start of that day is left within the plumber's hours. */
function isFull(availability: Availability, takenTimes: readonly TakenTime[], start: Instant): boolean {
  const day = dateAt(start);
  for (let minute = availability.opensAt; minute < availability.closesAt; minute += SLOT_MINUTES)
    if (isFreeStart(availability, takenTimes, instantOf(day, minute))) return false;
  return true;
}

function freeAgain(jobMinutes: number, takenTimes: readonly TakenTime[], start: Instant): Instant {
  let until = start;
  for (const taken of [...takenTimes].sort((one, other) => one.startsAt - other.startsAt))
    if (hasConflict(jobMinutes, [taken], until)) until = endOf(taken);
  return until;
}

/** The standing in words; `start` is the one it is about. */
export function describeStanding(standing: StartStanding, start: Instant): string {
  switch (standing.state) {
    case "free":
      return `Free at ${timeAt(start)}`;
    case "busy":
      return `Busy until ${timeAt(standing.until)}`;
    case "outside":
      return "Outside hours";
    case "dayOff":
      return "Day off";
    case "break":
      return "Taking a break";
    case "full":
      return "Full that day";
  }
}
