import { openDatabase } from "../app/db/client.server";
import { keepClockOffset, readClockOffset } from "../app/domain/settings/clock-offset.server";
import type { Instant } from "../app/domain/time/harare";
import type { MovableClock } from "../app/http/context";

/**
 * How far local mode has moved the clock, in milliseconds; 0 in production. One variable serves the Worker, its cron
 * and its Durable Objects: workerd runs them in one isolate.
 */
let offset = 0;
let restored: Promise<void> | undefined;

/** The present instant, for everything that the Worker decides by time. */
export const currentInstant = (): Instant => Date.now() + offset;

/** The instant of a cron run that was due at `scheduledTime`. */
export const instantOfRun = (scheduledTime: number): Instant => scheduledTime + offset;

/** Restores the offset of an earlier run, once for each isolate. Local mode only: production never moves its clock. */
export function restoreClock(env: Env): Promise<void> {
  restored ??= readClockOffset(openDatabase(env.DB)).then(
    (kept) => void (offset = kept),
    // A database that fails for a moment must not freeze the clock: the next request asks again.
    () => void (restored = undefined),
  );
  return restored;
}

/** The clock of local mode, which `/dev/clock` moves. */
export function movableClock(env: Env): MovableClock {
  return {
    now: currentInstant,
    async setTo(instant) {
      offset = instant === null ? 0 : instant - Date.now();
      await keepClockOffset(openDatabase(env.DB), offset, Date.now());
    },
  };
}
