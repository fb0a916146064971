import type { PlumberSummary } from "../plumbers/plumber";
import type { Availability, TakenTime } from "../time/availability";
import { canBeAssigned, standingAt } from "./start-standing";

/** A listed plumber who could take several bookings at once, with what is booked around them. */
export interface CommonCandidate extends Pick<PlumberSummary, "id" | "firstName" | "lastName" | "city" | "speciality"> {
  availability: Availability;
  takenTimes: TakenTime[];
}

/** How a plumber fits all of the chosen bookings. */
export interface CommonSuggestion extends Omit<CommonCandidate, "availability" | "takenTimes"> {
  /** How many of them they can be given, in order of time. */
  assignable: number;
  /** How many of those are within their hours. */
  free: number;
  /** The references of those they can't be given: another job is in the way, one of the chosen is, or they have it already. */
  busy: string[];
  clashing: string[];
  own: string[];
}

/**
 * Sorts plumbers for several bookings: who can take most of them first, then who is free for most. A booking that is
 * given to a plumber takes its time from the ones after it. The order given stays among equals.
 */
export function suggestForAll(
  chosen: readonly (TakenTime & { reference: string; plumberId: string | null })[],
  candidates: readonly CommonCandidate[],
): CommonSuggestion[] {
  const byStart = [...chosen].sort((one, other) => one.startsAt - other.startsAt);
  return candidates
    .map(({ availability, takenTimes, ...candidate }) => {
      const own = byStart.filter(({ plumberId }) => plumberId === candidate.id);
      const given: TakenTime[] = [...own];
      const busy: string[] = [];
      const clashing: string[] = [];
      let free = 0;
      for (const { reference, startsAt } of byStart.filter((booking) => !own.includes(booking))) {
        const standing = standingAt(availability, takenTimes, startsAt);
        if (!canBeAssigned(standing)) busy.push(reference);
        else if (!canBeAssigned(standingAt(availability, [...takenTimes, ...given], startsAt)))
          clashing.push(reference);
        else {
          given.push({ startsAt, jobMinutes: availability.jobMinutes });
          free += Number(standing.state === "free");
        }
      }
      const assignable = given.length - own.length;
      return { ...candidate, assignable, free, busy, clashing, own: own.map(({ reference }) => reference) };
    })
    .sort((one, other) => other.assignable - one.assignable || other.free - one.free);
}
