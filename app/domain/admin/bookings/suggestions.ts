import type { Named } from "../../values/user";
import type { bookings } from "~/db/schema";
import { formatSpan } from "../../bookings/booking-words";
import { averageRating } from "../../plumbers/plumber";
import {
  type Availability,
  endOf,
  hasConflict,
  isFreeStart,
  isWithinHours,
  SLOT_MINUTES,
  type TakenTime,
  weekdayBit,
} from "../../time/availability";
import { dateAt, DAY, HOUR, type Instant, instantOf, minuteAt, MINUTE, formatTime, timeAt } from "../../time/harare";
import { countOf } from "../../values/numbers";
import { fitsService } from "../../values/trade";

/** The standing of a start with a plumber (O27), a job in the way first. Their own hours don't bind the office (B14). */
type StartStanding =
  | { state: "free" | "dayOff" | "break" | "full" }
  | ({ state: "outside" } & Pick<Availability, "opensAt" | "closesAt">)
  /** `until`: the first start after it that no job is in the way of. */
  | { state: "busy"; until: Instant };

export function standingAt(availability: Availability, taken: readonly TakenTime[], start: Instant): StartStanding {
  const { jobMinutes, paused, daysOff } = availability;
  if (hasConflict(jobMinutes, taken, start)) {
    if (isWithinHours(availability, start) && isFull(availability, taken, start)) return { state: "full" };
    return { state: "busy", until: freeAgain(jobMinutes, taken, start) };
  }
  if (paused) return { state: "break" };
  if ((daysOff & weekdayBit(dateAt(start))) !== 0) return { state: "dayOff" };
  if (isWithinHours(availability, start)) return { state: "free" };
  const { opensAt, closesAt } = availability;
  return { state: "outside", opensAt, closesAt };
}

type Candidates = readonly Pick<Candidate, "id" | "firstName" | "availability" | "takenTimes">[];

export interface SoonestStart {
  start: Instant;
  id: string;
  firstName: string;
}

/**
 * Finds the next start on the booking's day for which a candidate is free, and who, the first of several; null if none.
 * For when nobody is free at the booked time (O27).
 */
export function soonestThatDay(
  { startsAt }: Pick<Wanted, "startsAt">,
  candidates: Candidates,
  now: Instant,
): SoonestStart | null {
  const day = dateAt(startsAt);
  for (let minute = minuteAt(startsAt) + SLOT_MINUTES; minute < DAY / MINUTE; minute += SLOT_MINUTES) {
    const start = instantOf(day, minute);
    if (start <= now) continue;
    const free = candidates.find(({ availability, takenTimes }) => isFreeStart(availability, takenTimes, start));
    if (free) return { start, id: free.id, firstName: free.firstName };
  }
  return null;
}

/** Finds the best candidate's start of that day, or the first of all where the best is free more than an hour later; null if none. */
export function soonestWorthwhile(booking: Pick<Wanted, "startsAt">, ranked: Candidates, now: Instant) {
  const first = soonestThatDay(booking, ranked, now);
  const best = ranked[0] ? soonestThatDay(booking, [ranked[0]], now) : null;
  return first && best && best.start - first.start <= HOUR ? best : first;
}

export const canBeAssigned = ({ state }: StartStanding): boolean => state !== "busy" && state !== "full";

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

const STANDING_WORDS = { dayOff: "Day off", break: "Taking a break", full: "Full that day" };

export function describeStanding(standing: StartStanding): string {
  if (standing.state === "free") return "Free";
  if (standing.state === "outside") return `Works ${formatTime(standing.opensAt)} to ${formatTime(standing.closesAt)}`;
  return standing.state === "busy" ? `Busy until ${timeAt(standing.until)}` : STANDING_WORDS[standing.state];
}

const PLACE_POINTS = { suburb: 30, serves: 20, city: 10, other: 0, unknown: 0 };

/** A plumber who could take a booking (O27), with their taken times within a day of its start; the fee in cents. */
export interface Candidate extends CommonCandidate {
  photoKey: string | null;
  feeCents: number;
  ratingSum: number;
  ratingCount: number;
  jobsCompleted: number;
  minutesToAnswer: number | null;
  /** The plumber's nearness to the booking. */
  place: "suburb" | "serves" | "city" | "other" | "unknown";
}

/** A candidate with how the booking fits them; `average`: their mean rating with two decimals, null without reviews. */
export interface Suggestion extends Omit<Candidate, "availability" | "takenTimes"> {
  standing: StartStanding;
  fits: boolean;
  average: string | null;
  jobsThatDay: number;
}

export const COMPARED = 10;

type Wanted = Pick<typeof bookings.$inferSelect, "startsAt" | "serviceType">;

/**
 * Sorts candidates for a booking, best first: free ones, then those who can be assigned outside their hours; among these by
 * speciality, then by points for place, rating, usual time to answer and load (O27).
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

/** Says why the first suggestion is the best, in one sentence of what speaks for them (O27). */
export function reasonFor(suggestion: Suggestion, booking: { startsAt: Instant; suburb: string | null }): string {
  const { firstName, standing, place, city, fits, speciality, average, ratingCount } = suggestion;
  const { minutesToAnswer, jobsThatDay } = suggestion;
  const { startsAt, suburb } = booking;
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

/** A plumber who could take chosen bookings (O29), with their taken times around those. */
export interface CommonCandidate extends Named {
  id: string;
  city: string;
  speciality: string;
  availability: Availability;
  takenTimes: TakenTime[];
}

/** A plumber and how many of the chosen bookings suit; the lists are of references. */
export interface CommonSuggestion extends Omit<CommonCandidate, "availability" | "takenTimes"> {
  assignable: number;
  free: number;
  busy: string[];
  clashing: string[];
  own: string[];
}

type Chosen = TakenTime & { reference: string; plumberId: string | null };

/**
 * Sorts plumbers for several bookings: who can take most of them first, then who is free for most. A booking that is
 * given to a plumber takes its time from the ones after it; one of those `kept` by their plumbers takes its time too. The order
 * given stays among equals.
 */
export function suggestForAll(
  chosen: readonly Chosen[],
  candidates: readonly CommonCandidate[],
  kept: readonly Chosen[] = [],
): CommonSuggestion[] {
  const byStart = [...chosen].sort((one, other) => one.startsAt - other.startsAt);
  return candidates
    .map(({ availability, takenTimes: others, ...candidate }) => {
      const takenTimes = [...others, ...kept.filter(({ plumberId }) => plumberId === candidate.id)];
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
