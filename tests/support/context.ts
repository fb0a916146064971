import { SENT_CHANNELS } from "~/db/notice-channels";
import { openDatabase, type Database } from "~/db/client.server";
import { testHashing } from "~/domain/accounts/passwords.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { openPhotoStore, openPrivatePhotoStore } from "~/domain/photos/photo-store.server";
import { instantOf, type Instant, DAY } from "~/domain/time/harare";
import { LIMITS } from "~/domain/rate-limits/limits";
import { newId } from "~/domain/values/id";
import { parseRotatingSecret } from "~/domain/values/secrets";
import { gatherReads, meterD1, pipeline } from "../../workers/d1";
import { env } from "./env";

/** Friday 20 November 2026, 9:00 in Harare: every slot of the day is still ahead. */
export const NINE_O_CLOCK: Instant = instantOf("2026-11-20", 9 * 60);

/** A verb's context, with a clock of the test's own. */
export function contextAt(now: Instant = NINE_O_CLOCK, more: Partial<DomainContext> = {}): DomainContext {
  return {
    db: openDatabase(pipeline(env.DB, gatherReads())),
    now,
    origin: env.ORIGIN,
    limits: LIMITS,
    sessionSecret: parseRotatingSecret(env.SESSION_SECRET)!,
    device: "Chrome on Android",
    /** Another one each time, so that tests do not count against each other's limits. */
    get clientAddress() {
      return newId();
    },
    photos: openPhotoStore(env.PHOTOS, env.IMAGES),
    privatePhotos: openPrivatePhotoStore(env.PHOTOS, env.IMAGES),
    requiresSecondFactor: false,
    hashing: testHashing,
    channels: SENT_CHANNELS,
    paymentProvider: null,
    emit: () => undefined,
    ...more,
  };
}

/** The number of rows that D1 read for `work`: the sum over its calls of `all` and `batch`, the only ones D1 reports. */
export async function rowsRead(work: (db: Database) => Promise<unknown>): Promise<number> {
  const meter = meterD1();
  await work(openDatabase(pipeline(env.DB, gatherReads(), meter.step)));
  return meter.rowsRead();
}

/** The context of the tests at nine o'clock. */
export const context = contextAt();
export const { db, now } = context;
/** Past the start of every booking of the tests of money. */
export const afterwards = contextAt(now + 90 * DAY);
