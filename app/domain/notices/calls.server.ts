import { sql, type SQL } from "drizzle-orm";
import { type Database, updateOrIgnore } from "~/db/client.server";
import { notices } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import type { Instant } from "../time/harare";
import { changeNotices, hasNoEmail } from "./notice-states.server";

export { hasNoEmail };

/** The condition that a user gets messages on a phone (N15). */
export const hasPhoneChannel = (userId: SQL | string): SQL =>
  sql`exists (select 1 from phone_channels where user_id = ${userId} and ended_at is null)`;

/** The condition, over `notices`, that our office is to tell it by a call (N20), about this booking or any. */
export function isToTell(bookingId?: string): SQL {
  const isAboutIt = bookingId === undefined ? sql`` : sql`and notices.booking_id = ${bookingId}`;
  return sql`notices.channel = 'call' and notices.status = 'queued' ${isAboutIt}`;
}

/** The statement that puts calls (a condition over `notices`) off until an instant: no one has answered. */
export const putOffCalls = (db: Database, calls: SQL, until: Instant) =>
  db
    .update(notices)
    .set({ attempts: sql`attempts + 1`, lastError: "Nobody answered.", nextAttemptAt: until })
    .where(calls);

/** The statement that sends what is queued for a caller to another phone, where `condition` holds (B34). */
export const redirectCalls = (db: Database, userId: string, phone: string, condition: SQL) =>
  updateOrIgnore(
    db,
    notices,
    { recipient: phone },
    sql`user_id = ${userId} and channel in ('sms', 'call') and status = 'queued' and ${condition}`,
  );

/** The statement that takes a booking's calls off the office's list where `condition` holds. */
export const closeCalls = ({ db, now }: Pick<DomainContext, "db" | "now">, bookingId: string, condition: SQL) =>
  changeNotices(db, "called", { sentAt: now }, sql`${isToTell(bookingId)} and ${condition}`);

/** The condition, over `notices`, that a call of a booking was closed at this instant. */
export const wasTold = (bookingId: SQL | string, at: SQL): SQL =>
  sql`notices.booking_id = ${bookingId} and notices.channel = 'call' and notices.status = 'sent' and notices.sent_at = ${at}`;

/** The statement that puts calls (a condition over `notices`) on the office's list again. */
export const reopenCalls = (db: Database, calls: SQL) => changeNotices(db, "callTakenBack", { sentAt: null }, calls);

/** The condition that a client agreed by phone to text messages (B29), in these `words`, not ended since (N15). */
export const hasSpokenConsent = (userId: string | SQL, words?: string): SQL =>
  sql`exists (select 1 from consents where consents.user_id = ${userId} ${words === undefined ? sql`` : sql`and words = ${words}`}
    and consents.at > coalesce((select max(ended_at) from phone_channels
      where phone_channels.user_id = consents.user_id and phone_channels.channel = 'sms'), 0))`;
