import { lte, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { attemptCounters, emailTokens, mails, sessions } from "~/db/schema";
import { DAY, type Instant } from "../time/harare";

/** Deletes sessions, mailed tokens and counters whose time has passed, and mails a month after they were sent. */
export async function deleteExpired(db: Database, now: Instant): Promise<void> {
  await db.batch([
    db.delete(sessions).where(lte(sessions.expiresAt, now)),
    db.delete(emailTokens).where(lte(emailTokens.expiresAt, now)),
    db.delete(mails).where(sql`status <> 'queued' and created_at <= ${now - 30 * DAY}`),
    db.delete(attemptCounters).where(lte(attemptCounters.windowEndsAt, now)),
  ]);
}
