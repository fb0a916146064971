import { sql } from "drizzle-orm";
import { statement } from "~/db/client.server";
import { rateLimitCounters } from "~/db/schema";
import { refuse, type TooMany } from "../values/refusal";
import { isWithinLimit, subjectOf, type Attempt, type CountingContext } from "./counter.server";

/** The next attempt is never further away than this, however many there were. */
const LONGEST_WAIT = 60_000;

/**
 * The statements that count an attempt by something a stranger knows too, so that nobody can use it up for the owner:
 * the first `max` are free, each further one has to wait 1, 2, 4, ... at most 60 seconds after the last one counted, and
 * all is forgotten `minutes` after that. One that comes too early is not counted, and `alsoCounted`, which is counted
 * earlier in the batch, is taken back for it. An attempt beyond the limit of `alsoCounted` is not counted either.
 */
export function hitWithGrowingWait(context: CountingContext, attempt: Attempt, alsoCounted: Attempt) {
  const { db, limits, now } = context;
  const { max, minutes } = limits[attempt[0]];
  const memory = minutes * 60_000;
  const subject = subjectOf(attempt);
  const wait = sql`iif(count < ${max}, 0, min(${LONGEST_WAIT}, 1000 * (1 << min(count - ${max}, 6))))`;
  return {
    waited: db
      .insert(rateLimitCounters)
      .select(sql`select ${subject}, 1, ${now + memory} where ${isWithinLimit(context, alsoCounted)}`)
      .onConflictDoUpdate({
        target: rateLimitCounters.subject,
        set: { count: sql`iif(window_ends_at <= ${now}, 1, count + 1)`, windowEndsAt: now + memory },
        setWhere: sql`window_ends_at <= ${now} or window_ends_at - ${memory} + ${wait} <= ${now}`,
      })
      .returning(),
    takenBack: statement(
      db,
      sql`update rate_limit_counters set count = count - 1 where subject = ${subjectOf(alsoCounted)} and changes() = 0`,
    ),
    standing: db
      .select({ endsIn: sql<number>`window_ends_at - ${memory} + ${wait} - ${now}`.as("ends_in") })
      .from(rateLimitCounters)
      .where(sql`subject = ${subject}`),
  };
}

/** The refusal of an attempt that came too early, by what the statements gave; else null. */
export function mustWait({
  waited,
  standing: [standing],
}: {
  waited: unknown[];
  standing: { endsIn: number }[];
}): TooMany | null {
  if (waited.length > 0) return null;
  return { ...refuse("tooMany"), retryAfterSeconds: Math.max(1, Math.ceil((standing?.endsIn ?? 0) / 1000)) };
}
