import { lte, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { batch, type Database } from "~/db/client.server";
import * as tables from "~/db/schema";
import { leaveToSweep } from "../photos/private-photos.server";
import { UNKNOWN_SEARCHES_KEPT } from "../search/unknown-search";
import { DAY, dateAt, type Instant } from "../time/harare";

/** The life of an unverified registration (A4); a link emailed on the last day still works. */
const REGISTRATION_LIFE = 7 * DAY;
/** The time in which the page of an ended link can still say why (N16). */
const ANSWER_LINK_EXPLAINED = 7 * DAY;
/** The time that a closed message to the office is kept; one about a booking stays with it. */
const CLOSED_ENQUIRY_LIFE = 365 * DAY;
/** The time that notices are kept (N4). An ended claim link says whose a failed one was, for our office to send another. */
const KEPT_NOTICES = 30 * DAY;

/** A conversation by WhatsApp that stopped goes on where it was within this time (Q7), and begins anew after it. */
export const DIALOGUE_GOES_ON = DAY;
/** The time that it is kept. */
const DIALOGUE_LIFE = 365 * DAY;

/** The columns that say when a row ends, and how much longer it is kept, in milliseconds. */
const ENDS: readonly [SQLiteColumn, keptFor?: number][] = [
  [tables.verificationLinks.expiresAt],
  [tables.claimLinks.expiresAt, KEPT_NOTICES],
  [tables.passwordResetLinks.expiresAt],
  [tables.answerLinks.expiresAt, ANSWER_LINK_EXPLAINED],
  [tables.sessions.expiresAt],
  [tables.socketTickets.expiresAt],
  [tables.pendingSignIns.expiresAt],
  [tables.passkeyChallenges.expiresAt],
  [tables.phoneCodes.expiresAt],
  [tables.keptForms.expiresAt],
  [tables.sentForms.expiresAt],
  [tables.idempotentRequests.createdAt, DAY],
  [tables.rateLimitCounters.windowEndsAt],
  [tables.dialogues.heardAt, DIALOGUE_LIFE],
];

/** Deletes what has expired: registrations (A4), `ENDS`, old notices (N4), enquiries (O11) and counted searches (D16). */
export async function deleteExpired(db: Database, now: Instant): Promise<void> {
  const isOver = sql`created_at <= ${now - REGISTRATION_LIFE}
    and not exists (select 1 from verification_links where registration_id = registrations.id and expires_at > ${now})`;
  // Notices are numbered as they come: those before the first young one are old, and need no index that says so.
  const isOldNotice = sql`rowid < coalesce(
    (select rowid from notices where created_at > ${now - KEPT_NOTICES} order by rowid limit 1), ${Number.MAX_SAFE_INTEGER})`;
  await batch(db, {
    photos: leaveToSweep(db, sql`select photo_key from registrations where photo_key is not null and ${isOver}`, now),
    registrations: db.delete(tables.registrations).where(isOver),
    ended: ENDS.map(([end, keptFor = 0]) => db.delete(end.table).where(lte(end, now - keptFor))),
    stopped: db
      .update(tables.dialogues)
      .set({ endedAt: sql`heard_at` })
      .where(sql`ended_at is null and heard_at <= ${now - DIALOGUE_GOES_ON}`),
    enquiries: db.delete(tables.enquiries).where(sql`done_at is not null and done_at <= ${now - CLOSED_ENQUIRY_LIFE}`),
    facts: db
      .update(tables.notices)
      .set({ facts: null })
      .where(sql`status = 'sent' and facts is not null and sent_at <= ${now - DAY}`),
    notices: db.delete(tables.notices).where(sql`status <> 'queued' and ${isOldNotice}`),
    unknownSearches: db
      .delete(tables.unknownSearches)
      .where(lte(tables.unknownSearches.day, dateAt(now - UNKNOWN_SEARCHES_KEPT * DAY))),
  });
}
