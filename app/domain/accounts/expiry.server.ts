import { lte, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import {
  rateLimitCounters,
  emailTokens,
  idempotentRequests,
  emails,
  registrations,
  sessions,
  socketTickets,
  verificationLinks,
} from "~/db/schema";
import { leaveToSweep } from "../photos/staged-photos.server";
import { DAY, type Instant } from "../time/harare";

/** How long a registration waits for its email to be verified; a link mailed on the last day still works. */
const REGISTRATION_LIFE = 7 * DAY;

/** Deletes registrations that nobody has verified, sessions, tickets, mailed tokens and counters whose time has passed, answers to API clients after a day, and emails a month after they were sent. */
export async function deleteExpired(db: Database, now: Instant): Promise<void> {
  const isOver = sql`created_at <= ${now - REGISTRATION_LIFE}
    and not exists (select 1 from verification_links where registration_id = registrations.id and expires_at > ${now})`;
  await db.batch([
    leaveToSweep(db, sql`select photo_key from registrations where photo_key is not null and ${isOver}`, now),
    db.delete(registrations).where(isOver),
    db.delete(verificationLinks).where(lte(verificationLinks.expiresAt, now)),
    db.delete(sessions).where(lte(sessions.expiresAt, now)),
    db.delete(socketTickets).where(lte(socketTickets.expiresAt, now)),
    db.delete(idempotentRequests).where(lte(idempotentRequests.createdAt, now - DAY)),
    db.delete(emailTokens).where(lte(emailTokens.expiresAt, now)),
    db.delete(emails).where(sql`status <> 'queued' and created_at <= ${now - 30 * DAY}`),
    db.delete(rateLimitCounters).where(lte(rateLimitCounters.windowEndsAt, now)),
  ]);
}
