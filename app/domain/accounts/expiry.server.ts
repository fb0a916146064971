import { lte, sql } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import {
  claimLinks,
  rateLimitCounters,
  passwordResetLinks,
  idempotentRequests,
  emails,
  registrations,
  sessions,
  socketTickets,
  verificationLinks,
} from "~/db/schema";
import { leaveToSweep } from "../photos/staged-photos.server";
import { DAY, type Instant } from "../time/harare";

/** How long a registration waits for its email to be verified (A4); a link emailed on the last day still works. */
const REGISTRATION_LIFE = 7 * DAY;

/**
 * Deletes what has expired: registrations nobody has verified (A4), links, sessions, tickets, tokens and counters, the
 * responses kept for Idempotency-Keys after a day (X6), and emails that are not queued after 30 days (N4).
 */
export async function deleteExpired(db: Database, now: Instant): Promise<void> {
  const isOver = sql`created_at <= ${now - REGISTRATION_LIFE}
    and not exists (select 1 from verification_links where registration_id = registrations.id and expires_at > ${now})`;
  await batch(db, {
    photos: leaveToSweep(db, sql`select photo_key from registrations where photo_key is not null and ${isOver}`, now),
    registrations: db.delete(registrations).where(isOver),
    verificationLinks: db.delete(verificationLinks).where(lte(verificationLinks.expiresAt, now)),
    claimLinks: db.delete(claimLinks).where(lte(claimLinks.expiresAt, now)),
    sessions: db.delete(sessions).where(lte(sessions.expiresAt, now)),
    socketTickets: db.delete(socketTickets).where(lte(socketTickets.expiresAt, now)),
    idempotentRequests: db.delete(idempotentRequests).where(lte(idempotentRequests.createdAt, now - DAY)),
    resetLinks: db.delete(passwordResetLinks).where(lte(passwordResetLinks.expiresAt, now)),
    emails: db.delete(emails).where(sql`status <> 'queued' and created_at <= ${now - 30 * DAY}`),
    rateLimitCounters: db.delete(rateLimitCounters).where(lte(rateLimitCounters.windowEndsAt, now)),
  });
}
