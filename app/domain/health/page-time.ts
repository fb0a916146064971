import { HOUR, type Instant } from "../time/harare";

/** The bounds of the histogram in milliseconds; the last one also holds everything that took longer. */
export const TIME_BOUNDS = [50, 100, 200, 400, 800, 1600, 3200, 6400] as const;

/** One page in so many is measured: a write for each would be half of what D1 does. */
export const SAMPLED_ONE_IN = 20;
/** Fewer measurements than this say nothing about a page. */
export const ENOUGH_TIMES = 5;
/** A page that takes longer than this for one in ten is slow. */
export const SLOW_FROM = 1600;
/** How long the measurements of an hour are kept. */
export const PAGE_TIMES_KEPT = 48 * HOUR;

/** The bound that a duration counts under. */
export const boundOf = (ms: number): number => TIME_BOUNDS.find((bound) => ms <= bound) ?? TIME_BOUNDS.at(-1)!;

export const hourOf = (instant: Instant): Instant => instant - (instant % HOUR);

/** A row of the histogram. */
export interface PageTimes {
  routeId: string;
  atMost: number;
  times: number;
}

/** The same with its hour. */
export interface HourOfPage extends PageTimes {
  hour: Instant;
}

/** How long a page takes: half of the measured loads took at most `median`, nine of ten at most `nineOfTen`. */
export interface PageSpeed {
  routeId: string;
  times: number;
  median: number;
  nineOfTen: number;
}

/** What a page's rows of the histogram say, whatever their hours. */
function speedOf(routeId: string, rows: readonly PageTimes[]): PageSpeed {
  const sorted = [...rows].sort((one, other) => one.atMost - other.atMost);
  const times = sorted.reduce((sum, row) => sum + row.times, 0);
  const reaching = (share: number) => {
    let counted = 0;
    return sorted.find((row) => (counted += row.times) >= share * times)?.atMost ?? 0;
  };
  return { routeId, times, median: reaching(0.5), nineOfTen: reaching(0.9) };
}

/** The measured pages, the slowest first; rows of the same route and bound may come twice, from two hours. */
export function slowestPages(rows: readonly PageTimes[], most = 5): PageSpeed[] {
  const byRoute = Map.groupBy(rows, ({ routeId }) => routeId);
  return [...byRoute]
    .map(([routeId, own]) => speedOf(routeId, own))
    .filter(({ times }) => times >= ENOUGH_TIMES)
    .sort((one, other) => other.nineOfTen - one.nineOfTen || other.median - one.median || other.times - one.times)
    .slice(0, most);
}

/**
 * Since when a page has been slow: the beginning of the first of the hours without an end in which it was; null: in
 * none of them. Hours in which nobody measured it say nothing.
 */
export function slowSince(rows: readonly HourOfPage[], routeId: string): Instant | null {
  const byHour = Map.groupBy(
    rows.filter((row) => row.routeId === routeId),
    ({ hour }) => hour,
  );
  const hours = [...byHour.keys()].sort((one, other) => other - one);
  const isSlow = (hour: Instant) => speedOf(routeId, byHour.get(hour) ?? []).nineOfTen > SLOW_FROM;
  const latest = hours.findIndex(isSlow);
  if (latest < 0) return null;
  const end = hours.findIndex((hour, at) => at > latest && !isSlow(hour));
  return hours[(end < 0 ? hours.length : end) - 1] ?? null;
}
