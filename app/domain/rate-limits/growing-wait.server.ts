import { sql } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import { rateLimitCounters } from "~/db/schema";
import { counterOf, type Attempt } from "./rate-limits.server";
import type { Limits } from "./limits";
import { refuse, type TooMany } from "../values/refusal";

/** However many attempts there were, the next one is never further away than this. */
const LONGEST_WAIT = 60_000;

/**
 * The statements that count an attempt which nobody may lock for others: the first `max` are free, each further one has
 * to wait 1, 2, 4, ... at most 60 seconds after the last one counted; all is forgotten `minutes` after it. One that
 * comes too early is not counted, and `alsoCounted` is taken back for it. `now` in milliseconds.
 */
export function countWithGrowingWait(
  db: Database,
  limits: Limits,
  attempt: Attempt,
  alsoCounted: Attempt,
  now: number,
) {
  const { max, minutes } = limits[attempt[0]];
  const memory = minutes * 60_000;
  const subject = counterOf(attempt);
  const wait = sql`iif(count < ${max}, 0, min(${LONGEST_WAIT}, 1000 * (1 << min(count - ${max}, 6))))`;
  const isOther = sql`exists (select 1 from rate_limit_counters where subject = ${counterOf(alsoCounted)} and count <= ${limits[alsoCounted[0]].max})`;
  return [
    db
      .insert(rateLimitCounters)
      .select(sql`select ${subject}, 1, ${now + memory} where ${isOther}`)
      .onConflictDoUpdate({
        target: rateLimitCounters.subject,
        set: { count: sql`iif(window_ends_at <= ${now}, 1, count + 1)`, windowEndsAt: now + memory },
        setWhere: sql`window_ends_at <= ${now} or window_ends_at - ${memory} + ${wait} <= ${now}`,
      })
      .returning(),
    statement(
      db,
      sql`update rate_limit_counters set count = count - 1 where subject = ${counterOf(alsoCounted)} and changes() = 0`,
    ),
    db
      .select({ endsIn: sql<number>`window_ends_at - ${memory} + ${wait} - ${now}`.as("ends_in") })
      .from(rateLimitCounters)
      .where(sql`subject = ${subject}`),
  ] as const;
}

/** The refusal of an attempt that came too early, by what the statements gave; else null. */
export function mustWait(counted: unknown[], [standing]: { endsIn: number }[]): TooMany | null {
  if (counted.length > 0) return null;
  return { ...refuse("tooMany"), retryAfterSeconds: Math.max(1, Math.ceil((standing?.endsIn ?? 0) / 1000)) };
}
