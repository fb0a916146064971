import { inArray, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { rateLimitCounters } from "~/db/schema";
import type { LimitName, Limits } from "./limits";
import { refuse, type TooMany } from "../values/refusal";

/** One try that counts against a limit: which limit, and whose (an email, an address, a user's id). */
export type Attempt = readonly [limit: LimitName, subject: string];

export const counterOf = ([limit, subject]: Attempt) => `${limit}:${subject}`;

/** The statement that counts one attempt (`now` in milliseconds), where `condition` holds: goes into the first batch of an action, before any costly work. */
export function hitRateLimit(db: Database, limits: Limits, attempt: Attempt, now: number, condition: SQL = sql`true`) {
  const endsAt = now + limits[attempt[0]].minutes * 60_000;
  return db
    .insert(rateLimitCounters)
    .select(sql`select ${counterOf(attempt)}, 1, ${endsAt} where ${condition}`)
    .onConflictDoUpdate({
      target: rateLimitCounters.subject,
      set: {
        count: sql`case when window_ends_at <= ${now} then 1 else count + 1 end`,
        windowEndsAt: sql`case when window_ends_at <= ${now} then ${endsAt} else window_ends_at end`,
      },
    })
    .returning();
}

/** Takes attempts back that turned out not to count: only failures count at sign-in. */
export function refundRateLimits(db: Database, attempts: Attempt[]) {
  return db
    .update(rateLimitCounters)
    .set({ count: sql`max(0, count - 1)` })
    .where(inArray(rateLimitCounters.subject, attempts.map(counterOf)));
}

/** The condition, after its count in the same batch, that an attempt was within its limit. */
export const isWithinLimit = (limits: Limits, attempt: Attempt): SQL =>
  sql`exists (select 1 from rate_limit_counters where subject = ${counterOf(attempt)} and count <= ${limits[attempt[0]].max})`;

/** The refusal, when one of the counted rows is over its limit; else null. */
export function exceeded(
  limits: Limits,
  counted: (typeof rateLimitCounters.$inferSelect)[],
  now: number,
): TooMany | null {
  const tries = counted.map(({ subject, count, windowEndsAt }) => ({
    limit: subject.slice(0, subject.indexOf(":")) as LimitName,
    count,
    windowEndsAt,
  }));
  for (const one of tries) limits.onCounted?.(one);
  const over = tries.find(({ limit, count }) => count > limits[limit].max);
  return over
    ? { ...refuse("tooMany"), retryAfterSeconds: Math.max(1, Math.ceil((over.windowEndsAt - now) / 1000)) }
    : null;
}

/** Counts attempts in one round trip of their own, to run beside an action's reads. */
export async function hitRateLimits(
  db: Database,
  limits: Limits,
  attempts: [Attempt, ...Attempt[]],
  now: number,
  condition?: SQL,
): Promise<TooMany | null> {
  const [first, ...rest] = attempts;
  const rows = await db.batch([
    hitRateLimit(db, limits, first, now, condition),
    ...rest.map((attempt) => hitRateLimit(db, limits, attempt, now, condition)),
  ]);
  return exceeded(limits, rows.flat(), now);
}
