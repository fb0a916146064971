import { DAY, HOUR, MINUTE } from "./harare";

/** A duration, roughly: `5 minutes`, `3 hours`, `2 days`. */
export function durationWords(ms: number): string {
  if (ms < 2 * MINUTE) return "a minute";
  if (ms < 2 * HOUR) return `${Math.floor(ms / MINUTE)} minutes`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} hours`;
  return `${Math.floor(ms / DAY)} days`;
}
