import { hasConflict, isWithinHours, type Availability } from "../time/availability";
import { dateAt, timeAt, type Instant } from "../time/harare";
import { averageRating } from "../plumbers/plumber";

/** Which specialities fit what a client can ask for (D11). 'Inspection' and 'Other' fit everybody. */
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

export interface Candidate {
  id: string;
  firstName: string;
  lastName: string;
  photoKey: string | null;
  speciality: string;
  feeCents: number;
  city: string;
  ratingSum: number;
  ratingCount: number;
  availability: Availability;
  /** Starts of their open bookings around the wanted one. */
  takenStarts: Instant[];
}

export interface Suggestion extends Omit<Candidate, "availability" | "takenStarts"> {
  /** Other open bookings on the same day. */
  jobsThatDay: number;
  /** What speaks for this plumber, and what against. */
  reasons: { text: string; speaksFor: boolean }[];
  /** False: another open booking stands in the way, and assigning would be refused. */
  isFree: boolean;
}

/** Candidates for a booking with the reasons of each: free ones first, then by fit, hours, rating and load. */
export function suggestPlumbers(
  booking: { startsAt: Instant; serviceType: string | null },
  candidates: Candidate[],
): Suggestion[] {
  const { startsAt, serviceType } = booking;
  const rated = candidates.map(({ availability, takenStarts, ...plumber }) => {
    const fitting = serviceType ? FITTING[serviceType] : undefined;
    const fits = !fitting || fitting.includes(plumber.speciality);
    const isFree = !hasConflict(availability.jobMinutes, takenStarts, startsAt);
    const inHours = isWithinHours(availability, startsAt);
    const average = averageRating(plumber);
    const jobsThatDay = takenStarts.filter((taken) => dateAt(taken) === dateAt(startsAt)).length;
    const reasons = [
      {
        text: isFree ? `Free at ${timeAt(startsAt)}` : `Has another job around ${timeAt(startsAt)}`,
        speaksFor: isFree,
      },
      { text: fits ? plumber.speciality : `${plumber.speciality}: not quite what is asked for`, speaksFor: fits },
      ...(inHours
        ? []
        : [
            {
              text: availability.paused ? "Takes no jobs at the moment" : "Outside the hours they have set",
              speaksFor: false,
            },
          ]),
      {
        text: average ? `${average} of 5 (${plumber.ratingCount})` : "No reviews yet",
        speaksFor: Number(average ?? 0) >= 4,
      },
      {
        text:
          jobsThatDay === 0
            ? "No other job that day"
            : `${jobsThatDay} other ${jobsThatDay === 1 ? "job" : "jobs"} that day`,
        speaksFor: jobsThatDay < 4,
      },
    ];
    const score =
      Number(isFree) * 1000 +
      Number(inHours) * 200 +
      Number(fits) * 100 +
      Number(average ?? 3.5) * 10 -
      jobsThatDay * 5;
    return { suggestion: { ...plumber, jobsThatDay, reasons, isFree }, score };
  });
  return rated.sort((one, other) => other.score - one.score).map(({ suggestion }) => suggestion);
}
