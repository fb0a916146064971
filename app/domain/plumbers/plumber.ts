import type { Availability, TakenTime } from "../time/availability";
import type { UsualPrice } from "../prices/usual-price";
import type { Instant } from "../time/harare";
import type { ProfileText } from "../values/trade";
import type { PlumberCheck } from "../vetting/vetting";

/** A plumber as everyone may see them: no email, phone or address (D4). This is what a card shows. */
export interface PlumberSummary {
  id: string;
  firstName: string;
  lastName: string;
  photoKey: string | null;
  speciality: string;
  feeCents: number;
  city: string;
  ratingSum: number;
  ratingCount: number;
  jobsCompleted: number;
  /** The usual minutes to an answer (D19); null: too few answers. */
  minutesToAnswer: number | null;
  /** The office's checks, as stored: `validChecks` gives those that hold (D17). */
  checks: PlumberCheck[];
  /** The next free start (D8); null when the week is full. */
  nextFree: Instant | null;
}

export type PublicPlumber = Omit<PlumberSummary, "nextFree"> & Record<ProfileText, string>;

export type ListedPlumber = PublicPlumber &
  Pick<PlumberSummary, "nextFree"> & {
    /** The nearness to the chosen suburb (D14); null: none is chosen. */
    near: "based" | "serves" | null;
    /** Of the chosen kind of work (D18); null: none is chosen, or too few jobs. */
    usualPrice: UsualPrice | null;
  };

/** The number of plumbers of a list: exactly, or at least (more than 100 are not counted). */
export interface PlumberCount {
  found: number;
  isExact: boolean;
}

/** The number of the `found` best-ranked plumbers that our office has checked (D12); `isAll`: those are all that are listed. */
export interface PapersShown {
  checked: number;
  found: number;
  isAll: boolean;
}

export interface PlumberProfile extends PublicPlumber {
  /** Where they are based; null: not said (D14). */
  suburb: string | null;
  served: string[];
  /** The percent of requests that they accept (D19); null: too few answers. */
  acceptedPercent: number | null;
  rated: Record<1 | 2 | 3 | 4 | 5, number>;
  availability: Availability;
}

/** A plumber with everything the appointment page shows (D10). */
export interface Plumber extends PlumberProfile {
  /** The next free start (D8); null when the week is full. */
  nextFree: Instant | null;
  takenTimes: TakenTime[];
}

/** The mean rating with two decimals, or null without reviews, which reads "New" (D6). */
export function averageRating({
  ratingSum,
  ratingCount,
}: Pick<PlumberSummary, "ratingSum" | "ratingCount">): string | null {
  return ratingCount === 0 ? null : (ratingSum / ratingCount).toFixed(2);
}

/** Completed jobs of all jobs, as a whole percent; 0 without jobs (D13). */
export function completionRate(completed: number, total: number): number {
  return total === 0 ? 0 : Math.round((completed / total) * 100);
}

export const DIRECTORY_SORTS = ["rank", "fee", "soonest", "price"] as const;
export type DirectorySort = (typeof DIRECTORY_SORTS)[number];

/** The plumbers that the home page names (D12). */
export const TOP_PLUMBERS = 10;
/** The others of the city that an appointment page names (D10). */
export const SAME_CITY_PLUMBERS = 5;
