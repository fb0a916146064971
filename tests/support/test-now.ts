import { type Instant, instantOf } from "../../app/domain/time/harare";

declare module "vitest" {
  interface ProvidedContext {
    testNow: Instant;
  }
}

/** Wednesday 7 October 2026, 09:00 in Harare: every slot of the day is still ahead. */
const USUAL = instantOf("2026-10-07", 9 * 60);

/** The instant at which the time of a test run begins: TEST_NOW, an ISO instant, or the usual one. */
export function readTestNow(text = process.env["TEST_NOW"]): Instant {
  const instant = text ? Date.parse(text) : USUAL;
  if (Number.isNaN(instant)) throw new Error(`TEST_NOW is no ISO instant: ${text}`);
  return instant;
}

/** The lead of a run that begins now over real time, in milliseconds. */
// oxlint-disable-next-line no-restricted-properties -- What cannot be reached later is moved once, from real time.
export const aheadOfRealTime = (): number => readTestNow() - Date.now();
