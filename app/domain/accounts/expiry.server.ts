import { lte, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { attemptCounters, emailTokens, idempotentRequests, mails, sessions, socketTickets } from "~/db/schema";
import { DAY, type Instant } from "../time/harare";

/** Deletes sessions, tickets, mailed tokens and counters whose time has passed, answers to API clients after a day, and mails a month after they were sent. */
export async function deleteExpired(db: Database, now: Instant): Promise<void> {
  await db.batch([
    db.delete(sessions).where(lte(sessions.expiresAt, now)),
    db.delete(socketTickets).where(lte(socketTickets.expiresAt, now)),
    db.delete(idempotentRequests).where(lte(idempotentRequests.createdAt, now - DAY)),
    db.delete(emailTokens).where(lte(emailTokens.expiresAt, now)),
    db.delete(mails).where(sql`status <> 'queued' and created_at <= ${now - 30 * DAY}`),
    db.delete(attemptCounters).where(lte(attemptCounters.windowEndsAt, now)),
  ]);
}
