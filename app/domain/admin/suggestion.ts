import { hasConflict, isWithinHours, type Availability } from "../time/availability";
import { dateAt, timeAt, type Instant } from "../time/harare";
import { averageRating, countReviews, type PlumberSummary } from "../plumbers/plumber";

/** Which specialities fit each service (D11). Every plumber fits "Inspection" and "Other". */
const FITTING: Record<string, readonly string[]> = {
  "Leak Fixing": [
    "Leak Repair",
    "Pipe Inspection & Leak Detection",
    "Pipe Replacement",
    "Fixture Replacement",
    "Faucet Installation",
    "Residential Plumbing",
    "Emergency Plumbing",
  ],
  "Drain Cleaning": [
    "Drain Cleaning",
    "Sewer Line Repair",
    "Residential Plumbing",
    "Commercial Plumbing",
    "Emergency Plumbing",
  ],
  Installation: [
    "Water Heater Installation",
    "Sprinkler Systems Installation",
    "Shower Installation",
    "Faucet Installation",
    "Fixture Replacement",
    "Bathroom Remodeling",
    "Kitchen Remodeling",
    "Water Filtration Systems",
    "Residential Plumbing",
  ],
};

/** A listed plumber whom the office could assign. */
export interface Candidate extends Omit<PlumberSummary, "nextFree"> {
  availability: Availability;
  /** The starts of their open bookings within a day of the booking's. */
  takenStarts: Instant[];
}

/** A reason for or against a plumber. */
export interface Reason {
  text: string;
  speaksFor: boolean;
}

export interface Suggestion extends Omit<Candidate, "availability" | "takenStarts"> {
  /** How many other open bookings they have that day. */
  jobsThatDay: number;
  reasons: Reason[];
  /** False: another open booking conflicts, so assigning would be refused. */
  isFree: boolean;
}

interface Wanted {
  startsAt: Instant;
  serviceType: string | null;
}

/**
 * Sorts candidates for a booking, each with its reasons: free ones first, then by hours, speciality, rating and load
 * (O3).
 */
export function suggestPlumbers(booking: Wanted, candidates: Candidate[]): Suggestion[] {
  return candidates
    .map((candidate) => ({ candidate, facts: weigh(booking, candidate) }))
    .sort((one, other) => scoreOf(other.facts) - scoreOf(one.facts))
    .map(({ candidate: { availability: _, takenStarts: __, ...plumber }, facts }) => ({
      ...plumber,
      jobsThatDay: facts.jobsThatDay,
      reasons: reasonsOf(facts),
      isFree: facts.isFree,
    }));
}

type Facts = ReturnType<typeof weigh>;

function weigh({ startsAt, serviceType }: Wanted, candidate: Candidate) {
  const { availability, takenStarts } = candidate;
  const fitting = serviceType ? FITTING[serviceType] : undefined;
  return {
    candidate,
    time: timeAt(startsAt),
    isFree: !hasConflict(availability.jobMinutes, takenStarts, startsAt),
    inHours: isWithinHours(availability, startsAt),
    fits: !fitting || fitting.includes(candidate.speciality),
    average: averageRating(candidate),
    jobsThatDay: takenStarts.filter((taken) => dateAt(taken) === dateAt(startsAt)).length,
  };
}

/** The first term weighs most. A plumber without reviews counts as 3.5. */
const scoreOf = ({ isFree, inHours, fits, average, jobsThatDay }: Facts): number =>
  Number(isFree) * 1000 + Number(inHours) * 200 + Number(fits) * 100 + Number(average ?? 3.5) * 10 - jobsThatDay * 5;

function reasonsOf({ candidate, time, isFree, inHours, fits, average, jobsThatDay }: Facts): Reason[] {
  const { speciality, availability, ratingCount } = candidate;
  const hours = availability.paused ? "Taking a break" : "Outside their hours";
  const load = `${jobsThatDay === 0 ? "No" : jobsThatDay} other ${jobsThatDay < 2 ? "job" : "jobs"} that day`;
  return [
    { text: isFree ? `Free at ${time}` : `Has another job around ${time}`, speaksFor: isFree },
    { text: fits ? speciality : `${speciality}: not quite what's needed`, speaksFor: fits },
    ...(inHours ? [] : [{ text: hours, speaksFor: false }]),
    {
      text: average ? `${average} out of 5 (${countReviews(ratingCount)})` : "No reviews yet",
      speaksFor: Number(average ?? 0) >= 4,
    },
    { text: load, speaksFor: jobsThatDay < 4 },
  ];
}
