import { openDatabase } from "../app/db/client.server";
import { keepClockOffset, readClockOffset } from "~/domain/settings/settings.server";
import type { Instant } from "../app/domain/time/harare";
import type { MovableClock } from "../app/http/context";

/**
 * How far the clock is moved in local mode, in milliseconds; 0 in production. One variable serves the Worker, its cron
 * and its Durable Objects: workerd runs them in one isolate.
 */
let offset = 0;
let restored: Promise<void> | undefined;

/** The current instant, for everything that the Worker decides by time. */
export const currentInstant = (): Instant => Date.now() + offset;

/** The instant of a cron run that was due at `scheduledTime`. */
export const instantOfRun = (scheduledTime: number): Instant => scheduledTime + offset;

/** Restores the offset of an earlier run, once per isolate. Local mode only: production never moves its clock. */
export function restoreClock(env: Env): Promise<void> {
  restored ??= readClockOffset(openDatabase(env.DB)).then(
    (kept) => void (offset = kept),
    // A transient failure of the database must not fix the offset: the next request tries again.
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
