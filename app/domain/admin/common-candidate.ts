import type { PlumberSummary } from "../plumbers/plumber";
import type { Availability } from "../time/availability";
import type { Instant } from "../time/harare";
import { canBeAssigned, standingAt } from "./start-standing";

/** A listed plumber who could take several bookings at once, with the starts that are taken around them. */
export interface CommonCandidate extends Pick<PlumberSummary, "id" | "firstName" | "lastName" | "city" | "speciality"> {
  availability: Availability;
  takenStarts: Instant[];
}

/** How a plumber fits all of the chosen bookings. */
export interface CommonSuggestion extends Omit<CommonCandidate, "availability" | "takenStarts"> {
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
  chosen: readonly { reference: string; startsAt: Instant; plumber: { id: string } | null }[],
  candidates: readonly CommonCandidate[],
): CommonSuggestion[] {
  const byStart = [...chosen].sort((one, other) => one.startsAt - other.startsAt);
  return candidates
    .map(({ availability, takenStarts, ...candidate }) => {
      const own = byStart.filter(({ plumber }) => plumber?.id === candidate.id);
      const given = own.map(({ startsAt }) => startsAt);
      const busy: string[] = [];
      const clashing: string[] = [];
      let free = 0;
      for (const { reference, startsAt } of byStart.filter((booking) => !own.includes(booking))) {
        const standing = standingAt(availability, takenStarts, startsAt);
        if (!canBeAssigned(standing)) busy.push(reference);
        else if (!canBeAssigned(standingAt(availability, [...takenStarts, ...given], startsAt)))
          clashing.push(reference);
        else {
          given.push(startsAt);
          free += Number(standing.state === "free");
        }
      }
      const assignable = given.length - own.length;
      return { ...candidate, assignable, free, busy, clashing, own: own.map(({ reference }) => reference) };
    })
    .sort((one, other) => other.assignable - one.assignable || other.free - one.free);
}
