import { sql } from "drizzle-orm";
import type { DomainContext } from "../domain-context.server";
import { hitRateLimits, type Attempt } from "../rate-limits/rate-limits.server";
import type { TooMany } from "../values/refusal";
import { hashToken } from "./tokens.server";

/**
 * Counts an attempt against a limit of the user whose session this is, beside the session's confirmation. A session
 * that has ended counts nothing: else whoever found its token could lock the owner out.
 */
export async function hitOwnRateLimit(
  { db, limits, now }: DomainContext,
  token: string | null,
  attempt: Attempt,
): Promise<TooMany | null> {
  if (token === null) return null;
  return hitRateLimits(
    db,
    limits,
    [attempt],
    now,
    sql`exists (select 1 from sessions where token_hash = ${await hashToken(token)} and expires_at > ${now})`,
  );
}
