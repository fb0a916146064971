/* This is where the tests' time comes from. */
import { inject } from "vitest";
import type { Instant } from "~/domain/time/harare";

const beginning: Instant = inject("testNow");
let offset = beginning - Date.now();

/** Takes time back to the run's beginning (`TEST_NOW`), for a file whose site begins again. */
export const restartTime = (): void => void (offset = beginning - Date.now());

/** The lead of the tests' time over real time, in milliseconds. */
export const offsetFromRealTime = (): number => offset;

/** The current instant of the tests: it begins at `TEST_NOW` and runs from there. */
export const currentInstant = (): Instant => Date.now() + offset;
