import { lte } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { attemptCounters, emailTokens, sessions } from "~/db/schema";
import type { Instant } from "../time/harare";

/** Deletes sessions, mailed tokens and counters whose time has passed. */
export async function deleteExpired(db: Database, now: Instant): Promise<void> {
  await db.batch([
    db.delete(sessions).where(lte(sessions.expiresAt, now)),
    db.delete(emailTokens).where(lte(emailTokens.expiresAt, now)),
    db.delete(attemptCounters).where(lte(attemptCounters.windowEndsAt, now)),
  ]);
}
