import { formatMoney } from "../values/money";
import type { Problem } from "../search/problem";

// The usual price of work (D18): quartiles of what was paid for it in the last 12 months.

/** The kinds of work that have a usual price, all that can be booked (D11) except Other, with the problems that take them. */
const PROBLEMS_OF = {
  "Leak Fixing": ["burst-pipe", "leak", "toilet", "geyser-leak", "tap"],
  "Drain Cleaning": ["drain", "sink"],
  Installation: ["geyser", "shower", "tank", "gas", "garden"],
  Inspection: ["pressure", "inspection", "business"],
} as const satisfies Record<string, readonly Problem[]>;
export const PRICED_SERVICES = Object.keys(PROBLEMS_OF) as PricedService[];
export type PricedService = keyof typeof PROBLEMS_OF;

/** Amounts in cents. */
export interface UsualPrice {
  jobs: number;
  low: number;
  median: number;
  high: number;
}

export type UsualPrices = Partial<Record<PricedService, UsualPrice>>;

/** Those of a city, or the country's where the city has too few jobs (D18). */
export type AreaPrice = UsualPrice & { isOfCity: boolean };
export type AreaPrices = Partial<Record<PricedService, AreaPrice>>;

export const JOBS_NEEDED = 5;
/** A city's or the country's price needs this many plumbers, so that no one's own price is given away. */
export const PLUMBERS_NEEDED = 3;
export const LATEST_JOBS = 300;

export const isPricedService = (text: string | null): text is PricedService =>
  PRICED_SERVICES.some((known) => known === text);

/** The kind of work that a problem takes; null without a usual price: a whole bathroom, a kitchen, a house or its pipes. */
export const pricedAs = (problem: Problem): PricedService | null =>
  PRICED_SERVICES.find((service) => PROBLEMS_OF[service].some((known) => known === problem)) ?? null;

const wholeDollars = (cents: number): string => formatMoney(100 * Math.max(1, Math.round(cents / 100)));

/** `$30 to $60`, or `$45` where both ends are the same. */
export function formatPriceRange({ low, high }: Pick<UsualPrice, "low" | "high">): string {
  const from = wholeDollars(low);
  const to = wholeDollars(high);
  return from === to ? from : `${from} to ${to}`;
}

export const formatJobCount = ({ jobs }: Pick<UsualPrice, "jobs">): string => `from ${jobs} jobs`;

export const formatUsualPrice = (price: UsualPrice): string =>
  `usually ${formatPriceRange(price)}, ${formatJobCount(price)}`;
