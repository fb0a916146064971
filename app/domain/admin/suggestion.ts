import { formatSpan } from "../bookings/booking-words";
import { averageRating, type PlumberSummary } from "../plumbers/plumber";
import type { Availability, TakenTime } from "../time/availability";
import { dateAt, MINUTE, timeAt, type Instant } from "../time/harare";
import { countOf } from "../values/numbers";
import { fitsService } from "../values/trade";
import { canBeAssigned, standingAt, type StartStanding } from "./start-standing";

/** How near a plumber is to a booking, nearest first (D14); "unknown": it doesn't say where it is. */
export const PLACES = ["suburb", "serves", "city", "other", "unknown"] as const;
export type Place = (typeof PLACES)[number];

/** A listed plumber whom the office could assign. */
export interface Candidate extends Omit<PlumberSummary, "nextFree" | "checks"> {
  place: Place;
  availability: Availability;
  /** The starts of their open bookings within a day of the booking's. */
  takenTimes: TakenTime[];
}

export interface Suggestion extends Omit<Candidate, "availability" | "takenTimes"> {
  /** How the booking's start fits them: the one statement about their time. */
  standing: StartStanding;
  /** Whether their speciality fits the service. */
  fits: boolean;
  /** The mean rating with two decimals; null: no reviews. */
  average: string | null;
  /** How many other open bookings they have that day. */
  jobsThatDay: number;
}

interface Wanted {
  startsAt: Instant;
  serviceType: string | null;
}

/** How many plumbers are compared unless all are asked for. */
export const COMPARED = 10;

/**
 * Sorts candidates for a booking, best first: free ones, then those who can be assigned outside their hours, then
 * those with a job in the way; among these by speciality, then by points for place, rating, usual time to answer and
 * load (O27). The order doesn't depend on the order given.
 */
export function suggestPlumbers(booking: Wanted, candidates: readonly Candidate[]): Suggestion[] {
  return candidates
    .map((candidate) => weigh(booking, candidate))
    .sort((one, other) => scoreOf(other) - scoreOf(one) || (one.id < other.id ? -1 : 1));
}

function weigh({ startsAt, serviceType }: Wanted, { availability, takenTimes, ...candidate }: Candidate): Suggestion {
  return {
    ...candidate,
    standing: standingAt(availability, takenTimes, startsAt),
    fits: fitsService(candidate.speciality, serviceType),
    average: averageRating(candidate),
    jobsThatDay: takenTimes.filter((taken) => dateAt(taken.startsAt) === dateAt(startsAt)).length,
  };
}

const PLACE_POINTS: Record<Place, number> = { suburb: 30, serves: 20, city: 10, other: 0, unknown: 0 };
/** Beyond these a longer wait and a fuller day make no difference. */
const SLOWEST = 240;
const MOST_JOBS = 8;
/** Between the best and the worst in everything that comes after the speciality: less than its weight. */
const FITS = 200;
const IS_FREE = 1000;

/** A plumber without reviews counts as 3.5, one with too few answers as two hours. */
function scoreOf({ standing, fits, place, average, minutesToAnswer, jobsThatDay }: Suggestion): number {
  const standingPoints = standing.state === "free" ? 2 : Number(canBeAssigned(standing));
  return (
    standingPoints * IS_FREE +
    Number(fits) * FITS +
    PLACE_POINTS[place] +
    Number(average ?? 3.5) * 10 -
    Math.min(minutesToAnswer ?? 120, SLOWEST) / 12 -
    Math.min(jobsThatDay, MOST_JOBS) * 5
  );
}

/** Whether any of them is free, so that the others step back. */
export const splitByStanding = (suggestions: readonly Suggestion[]): { free: Suggestion[]; others: Suggestion[] } => ({
  free: suggestions.filter(({ standing }) => standing.state === "free"),
  others: suggestions.filter(({ standing }) => standing.state !== "free"),
});

/** Why the first suggestion is the best, in one sentence that says nothing but what speaks for them (O27). */
export function reasonFor(
  {
    firstName,
    standing,
    place,
    city,
    fits,
    speciality,
    average,
    ratingCount,
    minutesToAnswer,
    jobsThatDay,
  }: Suggestion,
  { startsAt, suburb }: { startsAt: Instant; suburb: string | null },
): string {
  const reasons = [
    standing.state === "free" && `free at ${timeAt(startsAt)}`,
    place === "suburb" && `based in ${suburb ?? city}`,
    place === "serves" && `serves ${suburb ?? city}`,
    place === "city" && `works in ${city}`,
    fits && `does ${speciality}`,
    Number(average ?? 0) >= 4 && `rated ${average} (${countOf(ratingCount, "review")})`,
    minutesToAnswer !== null && minutesToAnswer <= 60 && `usually answers in ${formatSpan(minutesToAnswer * MINUTE)}`,
    jobsThatDay === 0 && "no other job that day",
  ].filter((reason) => reason !== false);
  return reasons.length === 0
    ? `${firstName} is the best of those who can be assigned.`
    : `${firstName}: ${reasons.join(", ")}.`;
}
