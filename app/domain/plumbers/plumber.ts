import type { plumberProfiles, users } from "~/db/schema";
import type { Availability, TakenTime } from "../time/availability";
import type { UsualPrice } from "../prices/usual-price";
import type { Instant } from "../time/harare";
import type { ProfileText } from "../values/trade";

type Profile = typeof plumberProfiles.$inferSelect;

/** A plumber as everyone may see them: no email, phone or address (D4). `checks`: `validChecks` gives those that hold. */
export type PublicPlumber = Pick<typeof users.$inferSelect, "id" | "firstName" | "lastName" | "photoKey"> &
  Pick<Profile, "speciality" | "feeCents" | "city" | "ratingSum" | "ratingCount" | "jobsCompleted"> &
  Pick<Profile, "minutesToAnswer" | "checks"> &
  Record<ProfileText, string>;

/** A plumber as a card shows them. */
export interface PlumberSummary extends Omit<PublicPlumber, Exclude<ProfileText, "speciality">> {
  /** The next free start (D8); null when the week is full; undefined in a copy, which can't know (F4). */
  nextFree?: Instant | null;
}

export interface ListedPlumber extends PublicPlumber, PlumberSummary {
  /** The nearness to the chosen suburb (D14); null: none is chosen. */
  near: "based" | "serves" | null;
  /** Of the chosen kind of work (D18); null: none is chosen, or too few jobs. */
  usualPrice: UsualPrice | null;
}

/** The number of plumbers of a list: exactly, or at least (more than 100 are not counted). */
export interface PlumberCount {
  found: number;
  isExact: boolean;
}

/** `suburb`: where they are based (D14). */
export interface PlumberProfile extends PublicPlumber, Pick<Profile, "suburb" | "acceptedPercent"> {
  served: string[];
  rated: Record<1 | 2 | 3 | 4 | 5, number>;
  availability: Availability;
}

/** A plumber with everything the appointment page shows (D10). */
export interface Plumber extends PlumberProfile, Pick<PlumberSummary, "nextFree"> {
  takenTimes: TakenTime[];
}

type Rated = Pick<PlumberSummary, "ratingSum" | "ratingCount">;

/** The mean rating with two decimals, or null without reviews, which reads "New" (D6). */
export const averageRating = ({ ratingSum, ratingCount }: Rated) =>
  ratingCount === 0 ? null : (ratingSum / ratingCount).toFixed(2);

/** The mean rating of at least one review with one decimal, where there is little room. */
export const shortAverage = ({ ratingSum, ratingCount }: Rated) => (ratingSum / ratingCount).toFixed(1);

/** Completed jobs of all jobs, as a whole percent; 0 without jobs (D13). */
export const completionRate = (completed: number, total: number) =>
  total === 0 ? 0 : Math.round((completed / total) * 100);

export const DIRECTORY_SORTS = ["rank", "fee", "soonest", "price"] as const;
export type DirectorySort = (typeof DIRECTORY_SORTS)[number];

/** The plumbers that the home page names (D12). */
export const TOP_PLUMBERS = 10;
/** The others of the city that an appointment page names (D10). */
export const SAME_CITY_PLUMBERS = 5;

/** The plumbers `found` best by rank, those of them who have shown papers (D12), and if more are listed. */
export interface PapersShown {
  found: number;
  checked: number;
  isAll: boolean;
}
