import { openDatabase } from "../app/db/client.server";
import { keepClockOffset, readClockOffset } from "../app/domain/settings/settings.server";
import type { Instant } from "../app/domain/time/harare";
import type { MovableClock } from "../app/http/context";

/** The clock's offset in local mode, in milliseconds. workerd runs Worker, cron and objects in one isolate. */
let offset = 0;
let restored: Promise<void> | undefined;

export const currentInstant = (): Instant => Date.now() + offset;

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

export function movableClock(env: Env): MovableClock {
  return {
    now: currentInstant,
    async setTo(instant) {
      offset = instant === null ? 0 : instant - Date.now();
      await keepClockOffset(openDatabase(env.DB), offset, Date.now());
    },
  };
}
