import { inArray, sql, type SQL } from "drizzle-orm";
import { rateLimitCounters } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { MINUTE } from "../time/harare";
import { refuse, type TooMany } from "../values/refusal";
import type { LimitName } from "./limits";

/** One attempt that counts against a limit: which limit, and whose (an email, an IP address, a user's id, ...). */
export type Attempt = readonly [limit: LimitName, subject: string];

declare const admitted: unique symbol;

/** An attempt at a verb that was counted and is within its limits: the verb's second step takes no less. */
export interface Admitted<Verb extends string> {
  readonly [admitted]: Verb;
  ok: true;
}

export type CountingContext = Pick<DomainContext, "db" | "limits" | "now">;

/** A window that begins in the future is over: the clock was set back. Clocks of requests differ by less. */
const CLOCK_SKEW = MINUTE;

export const subjectOf = ([limit, subject]: Attempt) => `${limit}:${subject}`;

/** The statement that counts an attempt (L2), in the verb's first batch. Returns the counter, for `exceeded`. */
export function hit({ db, limits, now }: CountingContext, attempt: Attempt, condition: SQL = sql`true`) {
  const endsAt = now + limits[attempt[0]].minutes * MINUTE;
  const isOver = sql`(window_ends_at <= ${now} or window_ends_at > ${endsAt + CLOCK_SKEW})`;
  return db
    .insert(rateLimitCounters)
    .select(sql`select ${subjectOf(attempt)}, 1, ${endsAt} where ${condition}`)
    .onConflictDoUpdate({
      target: rateLimitCounters.subject,
      set: {
        count: sql`iif(${isOver}, 1, count + 1)`,
        windowEndsAt: sql`iif(${isOver}, ${endsAt}, window_ends_at)`,
      },
    })
    .returning();
}

export function refund({ db }: CountingContext, attempts: Attempt[], condition: SQL = sql`true`) {
  const counted = inArray(rateLimitCounters.subject, attempts.map(subjectOf));
  return db
    .update(rateLimitCounters)
    .set({ count: sql`max(0, count - 1)` })
    .where(sql`${counted} and ${condition}`);
}

/** The condition that attempts (one at least), counted earlier in the same batch, are within their limits. */
export const isWithinLimit = ({ limits }: CountingContext, ...attempts: Attempt[]): SQL =>
  sql.join(
    attempts.map(
      (attempt) =>
        sql`exists (select 1 from rate_limit_counters where subject = ${subjectOf(attempt)} and count <= ${limits[attempt[0]].max})`,
    ),
    sql` and `,
  );

/** The condition that a limit has no attempt left, before one is counted. */
export const isUsedUp = ({ limits, now }: CountingContext, attempt: Attempt): SQL =>
  sql`exists (select 1 from rate_limit_counters where subject = ${subjectOf(attempt)}
    and count >= ${limits[attempt[0]].max} and window_ends_at > ${now})`;

type Counter = typeof rateLimitCounters.$inferSelect;

/** Gives the refusal, if a counter of `hit` is over its limit; else null. Tells `onCounted` of each. */
export function exceeded({ limits, now }: CountingContext, counters: Counter[]): TooMany | null {
  const limitOf = (subject: string) => subject.slice(0, subject.indexOf(":")) as LimitName;
  const counted = counters.map(({ subject, ...counter }) => ({ limit: limitOf(subject), ...counter }));
  for (const one of counted) limits.onCounted?.(one);
  const over = counted.find(({ limit, count }) => count > limits[limit].max);
  if (!over) return null;
  return { ...refuse("tooMany"), retryAfterSeconds: Math.max(1, Math.ceil((over.windowEndsAt - now) / 1000)) };
}
