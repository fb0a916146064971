import { sql, type SQL } from "drizzle-orm";
import { rateLimitCounters } from "~/db/schema";
import { MINUTE } from "../time/harare";
import { CLOCK_SKEW, subjectOf, type Attempt, type CountingContext } from "./counter.server";

// A limit whose attempts come back one by one, `max` of them in `minutes`. One figure holds it: when all will be back.

const gapOf = ({ limits }: CountingContext, [limit]: Attempt) =>
  Math.ceil((limits[limit].minutes * MINUTE) / limits[limit].max);

/** In how many milliseconds all attempts will be back; 0 also where the clock was set back. */
const untilAllAreBack = ({ limits, now }: CountingContext, attempt: Attempt): SQL =>
  sql`coalesce((select window_ends_at - ${now} from rate_limit_counters where subject = ${subjectOf(attempt)}
    and window_ends_at between ${now} and ${now + limits[attempt[0]].minutes * MINUTE + CLOCK_SKEW}), 0)`;

/** In how many milliseconds there is an attempt besides those `kept` for others; not above 0: there is one now. */
export const untilThereIsOne = (context: CountingContext, attempt: Attempt, kept: SQL | number): SQL =>
  sql`(${untilAllAreBack(context, attempt)} - (${context.limits[attempt[0]].max - 1} - ${kept}) * ${gapOf(context, attempt)})`;

/** The statement that takes an attempt, where `condition` holds. */
export const take = (context: CountingContext, attempt: Attempt, condition: SQL) =>
  context.db
    .insert(rateLimitCounters)
    .select(
      sql`select ${subjectOf(attempt)}, 1, ${context.now} + ${untilAllAreBack(context, attempt)} + ${gapOf(context, attempt)} where ${condition}`,
    )
    .onConflictDoUpdate({ target: rateLimitCounters.subject, set: { windowEndsAt: sql`excluded.window_ends_at` } });

/** The statement that gives an attempt back, where `condition` holds. */
export const giveBack = (context: CountingContext, attempt: Attempt, condition: SQL) =>
  context.db
    .update(rateLimitCounters)
    .set({ windowEndsAt: sql`window_ends_at - ${gapOf(context, attempt)}` })
    .where(sql`subject = ${subjectOf(attempt)} and ${condition}`);
