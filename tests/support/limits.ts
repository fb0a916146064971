import { rateLimitCounters } from "~/db/schema";
import type { DomainContext } from "~/domain/domain-context.server";
import { subjectOf, type Attempt } from "~/domain/rate-limits/counter.server";
import { LIMITS } from "~/domain/rate-limits/limits";
import { MINUTE } from "~/domain/time/harare";

/** Counts attempts until a limit has room for only so many more. */
export const leaveAttempts = ({ db, now }: Pick<DomainContext, "db" | "now">, attempt: Attempt, left: number) => {
  const { max, minutes } = LIMITS[attempt[0]];
  return db
    .insert(rateLimitCounters)
    .values({ subject: subjectOf(attempt), count: max - left, windowEndsAt: now + minutes * MINUTE });
};
